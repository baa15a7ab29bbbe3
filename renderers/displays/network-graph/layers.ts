import { addTo } from '../../../src/core/lists.ts';
import type { Place } from '../../shared/plane/view.ts';
import type { Line, Point } from './model.ts';

/** Pixels of a card; places are those of its middle. */
export const card = { width: 200, height: 68 };
/** Pixels between cards of neighbouring layers, between cards of a layer, and for a line that passes between them. */
const gap = { across: 56, down: 16, line: 18 };
const sweeps = 12;

export interface Layered {
  places: Map<string, Place>;
  /** Where lines pass the layers between their ends, by their keys: the middles of the gaps left for them. */
  routes: Map<string, Place[]>;
  /** Keys of the lines that lead back, from right to left, because they close a circle. */
  back: Set<string>;
}

/** A card, or where a long line passes a layer. */
interface Item {
  id: string;
  layer: number;
  height: number;
  before: Item[];
  after: Item[];
  y: number;
}

/** Points from left to right: each in a layer behind all that lead to it, near what it belongs to, with few crossings. The same for the same graph. */
export function layersOf(points: readonly Pick<Point, 'key'>[], lines: readonly Pick<Line, 'key' | 'from' | 'to'>[]): Layered {
  const back = linesBack(points, lines);
  const forward = lines.map((line) => (back.has(line.key) ? { key: line.key, from: line.to, to: line.from } : line));
  const layers = layerNumbers(points, forward);
  const items = new Map<string, Item>();
  const add = (id: string, layer: number, height: number): Item => {
    const item: Item = { id, layer, height, before: [], after: [], y: 0 };
    items.set(id, item);
    return item;
  };
  for (const { key } of points) add(key, layers.get(key) ?? 0, card.height + gap.down);
  const passes = new Map<string, Item[]>();
  for (const { key, from, to } of forward) {
    const [start, end] = [items.get(from), items.get(to)];
    if (!start || !end) continue;
    const way = [start];
    for (let layer = start.layer + 1; layer < end.layer; layer += 1) way.push(add(`line ${key} ${layer}`, layer, gap.line));
    way.push(end);
    passes.set(key, way.slice(1, -1));
    for (const [index, item] of way.slice(1).entries()) {
      item.before.push(way[index] as Item);
      way[index]?.after.push(item);
    }
  }
  const columns = inColumns([...items.values()]);
  for (let sweep = 0; sweep < sweeps; sweep += 1) putInOrder(columns, sweep % 2 === 0);
  stack(columns);
  for (let sweep = 0; sweep < sweeps; sweep += 1) align(columns, sweep % 2 === 0);
  const placeOf = ({ layer, y }: Item): Place => ({ x: layer * (card.width + gap.across), y });
  return {
    places: new Map(points.map(({ key }) => [key, placeOf(items.get(key) as Item)])),
    routes: new Map(lines.map(({ key }) => [key, (passes.get(key) ?? []).map(placeOf)])),
    back,
  };
}

/** Lines that close a circle, as a walk along the lines finds them that begins where nothing leads to. */
function linesBack(points: readonly Pick<Point, 'key'>[], lines: readonly Pick<Line, 'key' | 'from' | 'to'>[]): Set<string> {
  const out = new Map<string, Pick<Line, 'key' | 'to'>[]>();
  for (const line of lines) addTo(out, line.from, line);
  const isEntered = new Set(lines.map(({ to }) => to));
  const [back, state] = [new Set<string>(), new Map<string, 'open' | 'done'>()];
  const visit = (start: string): void => {
    const waiting = [{ key: start, rest: [...(out.get(start) ?? [])] }];
    state.set(start, 'open');
    for (let top = waiting.at(-1); top; top = waiting.at(-1)) {
      const line = top.rest.shift();
      if (!line) {
        state.set(top.key, 'done');
        waiting.pop();
      } else if (state.get(line.to) === 'open') back.add(line.key);
      else if (!state.has(line.to)) {
        state.set(line.to, 'open');
        waiting.push({ key: line.to, rest: [...(out.get(line.to) ?? [])] });
      }
    }
  };
  const roots = points.filter(({ key }) => !isEntered.has(key));
  for (const { key } of [...roots, ...points]) if (!state.has(key)) visit(key);
  return back;
}

/** The layer of each point: one behind the last that leads to it; what nothing leads to stands right before what it leads to. */
function layerNumbers(points: readonly Pick<Point, 'key'>[], lines: readonly { from: string; to: string }[]): Map<string, number> {
  const layers = new Map(points.map(({ key }) => [key, 0]));
  const missing = new Map(points.map(({ key }) => [key, 0]));
  for (const { to } of lines) missing.set(to, (missing.get(to) ?? 0) + 1);
  const ready = points.map(({ key }) => key).filter((key) => missing.get(key) === 0);
  const beginnings = [...ready];
  for (let key = ready.shift(); key !== undefined; key = ready.shift())
    for (const { from, to } of lines) {
      if (from !== key) continue;
      layers.set(to, Math.max(layers.get(to) ?? 0, (layers.get(key) ?? 0) + 1));
      const left = (missing.get(to) ?? 0) - 1;
      missing.set(to, left);
      if (left === 0) ready.push(to);
    }
  for (const key of beginnings) {
    const behind = lines.filter(({ from }) => from === key).map(({ to }) => layers.get(to) ?? 0);
    if (behind.length > 0) layers.set(key, Math.min(...behind) - 1);
  }
  return layers;
}

function inColumns(items: readonly Item[]): Item[][] {
  const columns: Item[][] = [];
  for (const item of items) {
    const column = columns[item.layer] ?? [];
    columns[item.layer] = column;
    column.push(item);
  }
  return Array.from(columns, (column) => column ?? []);
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Orders each layer by where its neighbours of the layer before stand, from left to right or back. */
function putInOrder(columns: Item[][], isForward: boolean): void {
  for (const column of isForward ? columns : [...columns].reverse()) {
    const places = new Map(columns.flatMap((own) => own.map((item, index) => [item, index] as const)));
    const wanted = new Map(
      column.map((item, index) => {
        const beside = (isForward ? item.before : item.after).map((one) => places.get(one) ?? 0);
        return [item, beside.length > 0 ? mean(beside) : index];
      }),
    );
    column.sort((one, other) => (wanted.get(one) ?? 0) - (wanted.get(other) ?? 0));
  }
}

/** The items of each layer below each other, around one middle line. */
function stack(columns: readonly Item[][]): void {
  for (const column of columns) {
    let y = -column.reduce((sum, { height }) => sum + height, 0) / 2;
    for (const item of column) {
      item.y = y + item.height / 2;
      y += item.height;
    }
  }
}

/** Moves each item towards its neighbours of the layer before, as far as its order and the others of its layer let it. */
function align(columns: readonly Item[][], isForward: boolean): void {
  for (const column of isForward ? columns : [...columns].reverse()) {
    const wanted = column.map((item) => {
      const beside = isForward ? item.before : item.after;
      return beside.length > 0 ? mean(beside.map(({ y }) => y)) : item.y;
    });
    let last: Item | undefined;
    for (const [index, item] of column.entries()) {
      const least = last ? last.y + (last.height + item.height) / 2 : Number.NEGATIVE_INFINITY;
      item.y = Math.max(wanted[index] ?? 0, least);
      last = item;
    }
    // What was pushed down by its neighbours moves back, all of the layer together.
    const shift = column.length > 0 ? mean(wanted) - mean(column.map(({ y }) => y)) : 0;
    for (const item of column) item.y += shift;
  }
}

const round = (value: number): number => Math.round(value * 10) / 10;

/** A line from card to card through the gaps left for it, and where its text stands. One that leads back goes from the left of a card to the right of another. */
export function routeOf(from: Place, to: Place, passes: readonly Place[], isBack: boolean): { path: string; middle: Place } {
  const side = isBack ? -1 : 1;
  const half = card.width / 2;
  const inner = isBack ? [...passes].reverse() : passes;
  const start = { x: from.x + side * half, y: from.y };
  const end = { x: to.x - side * (half + 6), y: to.y };
  // Each stretch ends where a gap begins, and the next one begins where it ends.
  const ends = [
    ...inner.map(({ x, y }) => ({ enter: { x: x - side * half, y }, leave: { x: x + side * half, y } })),
    { enter: end, leave: end },
  ];
  let [path, at] = [`M${round(start.x)} ${round(start.y)}`, start];
  for (const { enter, leave } of ends) {
    const bend = Math.max(24, Math.abs(enter.x - at.x) / 2) * side;
    path += `C${round(at.x + bend)} ${round(at.y)} ${round(enter.x - bend)} ${round(enter.y)} ${round(enter.x)} ${round(enter.y)}`;
    if (leave !== enter) path += `L${round(leave.x)} ${round(leave.y)}`;
    at = leave;
  }
  const first = ends[0]?.enter ?? end;
  return { path, middle: { x: (start.x + first.x) / 2, y: (start.y + first.y) / 2 } };
}
