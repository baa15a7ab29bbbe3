import type { ReadGraph } from './read.ts';

const [columnWidth, rowHeight] = [230, 110];

/** Where every node is drawn: where somebody put it, otherwise in the column of its longest way from an input, below those that stand there. */
export function placesOf({ nodes, order }: ReadGraph): Map<string, { x: number; y: number }> {
  const depth = new Map<string, number>();
  const places = new Map<string, { x: number; y: number }>();
  const rest = [...nodes.keys()].filter((id) => !order.includes(id));
  const isTaken = (x: number, y: number) =>
    [...places.values()].some((one) => Math.abs(one.x - x) < columnWidth - 30 && Math.abs(one.y - y) < rowHeight - 20);
  for (const id of [...order, ...rest]) {
    const { x, y } = nodes.get(id)?.node ?? {};
    const before = (nodes.get(id)?.inputs ?? []).map((one) => depth.get(one) ?? 0);
    depth.set(id, before.length === 0 ? 0 : Math.max(...before) + 1);
    if (x !== undefined && y !== undefined) places.set(id, { x, y });
  }
  for (const id of [...order, ...rest]) {
    if (places.has(id)) continue;
    const beside = (nodes.get(id)?.inputs ?? []).map((one) => places.get(one)).filter((one) => one !== undefined);
    const x = beside.length > 0 ? Math.max(...beside.map((one) => one.x)) + columnWidth : (depth.get(id) ?? 0) * columnWidth;
    let y = beside.length > 0 ? Math.round(beside.reduce((sum, one) => sum + one.y, 0) / beside.length) : 0;
    while (isTaken(x, y)) y += rowHeight;
    places.set(id, { x, y });
  }
  return places;
}
