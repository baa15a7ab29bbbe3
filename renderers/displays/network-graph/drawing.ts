import type { Place, Room } from '../../shared/plane/view.ts';
import { card, layersOf, routeOf } from './layers.ts';
import type { Line, Point } from './model.ts';
import { lineOf, placesOf } from './places.ts';

/** Where points and lines of a graph are drawn. */
export interface Drawing {
  places: ReadonlyMap<string, Place>;
  /** A line as a path that ends before the points, and where its text stands. */
  shapeOf(line: Line): { path: string; middle: Place } | undefined;
  /** Pixels kept free around the places. */
  room?: Room;
}

/** Pixels from the middle of a point to its edge. */
const radius = 20;

export function drawingOf(
  { points, lines }: { points: readonly Point[]; lines: readonly Line[] },
  arrangement: 'apart' | 'layers',
  center: string | undefined,
): Drawing {
  if (arrangement === 'layers') {
    const { places, routes, back } = layersOf(points, lines);
    return {
      places,
      shapeOf: withEnds(places, ({ key }, from, to) => routeOf(from, to, routes.get(key) ?? [], back.has(key))),
      room: { side: card.width / 2 + 24, top: card.height / 2 + 52, bottom: card.height / 2 + 24 },
    };
  }
  const places = placesOf(points, lines, center);
  return { places, shapeOf: withEnds(places, ({ bend }, from, to) => lineOf(from, to, bend, radius)) };
}

function withEnds(places: ReadonlyMap<string, Place>, draw: (line: Line, from: Place, to: Place) => { path: string; middle: Place }) {
  return (line: Line) => {
    const [from, to] = [places.get(line.from), places.get(line.to)];
    return from && to ? draw(line, from, to) : undefined;
  };
}
