import { forceCenter, forceCollide, forceLink, forceManyBody, forceSimulation, forceX, forceY, type SimulationNodeDatum } from 'd3-force';
import type { Place } from '../../shared/plane/view.ts';
import type { Line, Point } from './model.ts';

/** Pixels a point and its name take around their middle. */
const room = 54;
const rounds = 300;
interface Body extends SimulationNodeDatum {
  key: string;
}

/** A place for every point: those that are related near each other, none on another, `center` at 0, 0. The same for the same graph. */
export function placesOf(points: readonly Point[], lines: readonly Line[], center: string | undefined): Map<string, Place> {
  const bodies = points.map(({ key }): Body => (key === center ? { key, fx: 0, fy: 0 } : { key }));
  const simulation = forceSimulation(bodies)
    .force('charge', forceManyBody().strength(-420).distanceMax(900))
    .force(
      'links',
      forceLink<Body, { source: string; target: string }>(lines.map(({ from, to }) => ({ source: from, target: to })))
        .id(({ key }) => key)
        .distance(130),
    )
    .force('apart', forceCollide(room))
    // What hangs on nothing stays near all the same.
    .force('x', forceX(0).strength(0.05))
    .force('y', forceY(0).strength(0.08))
    .stop();
  if (center === undefined) simulation.force('center', forceCenter(0, 0));
  simulation.tick(points.length > 400 ? rounds / 3 : rounds);
  return new Map(bodies.map(({ key, x = 0, y = 0 }) => [key, { x, y }]));
}

/** The line between two places as a path that ends before the points, and where its text stands. */
export function lineOf(from: Place, to: Place, bend: number, radius: number): { path: string; middle: Place } {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy) || 1;
  const [ux, uy] = [dx / length, dy / length];
  const aside = bend * 36;
  const control = { x: (from.x + to.x) / 2 - uy * aside, y: (from.y + to.y) / 2 + ux * aside };
  const start = { x: from.x + ux * radius, y: from.y + uy * radius };
  // The arrow ends where the circle begins.
  const end = { x: to.x - ux * (radius + 5), y: to.y - uy * (radius + 5) };
  const path = `M${round(start.x)} ${round(start.y)}Q${round(control.x)} ${round(control.y)} ${round(end.x)} ${round(end.y)}`;
  return { path, middle: { x: (from.x + to.x) / 2 - (uy * aside) / 2, y: (from.y + to.y) / 2 + (ux * aside) / 2 } };
}

const round = (value: number): number => Math.round(value * 10) / 10;

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}
const meets = (one: Box, other: Box): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

/** Pixels a text takes about: signs of Chinese are as wide as they are high. */
const widthOf = (text: string, size: number): number =>
  [...text].reduce((sum, sign) => sum + (/[\u2e80-\u9fff\uac00-\ud7af\uff00-\uff60]/.test(sign) ? size : size * 0.58), 0);

/** What a point takes with its name below, of two lines at most. */
function boxesOf(name: string, { x, y }: Place): Box[] {
  const width = widthOf(name, 12);
  const half = Math.min(width, 114) / 2;
  return [
    { left: x - 18, right: x + 18, top: y - 18, bottom: y + 18 },
    { left: x - half, right: x + half, top: y + 22, bottom: y + (width > 114 ? 56 : 39) },
  ];
}

/**
 * The texts of lines that can be read, as their keys: none lies over another, the earlier ones stay. Those that say what somebody chose may cover a point
 * or its name, the others not.
 */
export function readable(
  texts: readonly { key: string; text: string; middle: Place; isChosen: boolean }[],
  points: readonly Pick<Point, 'key' | 'name'>[],
  places: ReadonlyMap<string, Place>,
): Set<string> {
  const taken: Box[] = [];
  const covered = points.flatMap(({ key, name }) => {
    const place = places.get(key);
    return place ? boxesOf(name, place) : [];
  });
  const keys = new Set<string>();
  for (const { key, text, middle, isChosen } of texts) {
    const half = widthOf(text, 11) / 2;
    const box = { left: middle.x - half, right: middle.x + half, top: middle.y - 14, bottom: middle.y };
    if (taken.some((other) => meets(box, other)) || (!isChosen && covered.some((other) => meets(box, other)))) continue;
    taken.push(box);
    keys.add(key);
  }
  return keys;
}
