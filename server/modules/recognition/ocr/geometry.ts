/** A place in a picture, in pixels from its upper left corner. */
export interface Point {
  x: number;
  y: number;
}

/** A rectangle that may be turned: its middle, its sides, and by how many radians `width` is turned clockwise from the right. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
  angle: number;
}

/** The corners that matter of points: those of the smallest convex shape around them. */
function hullOf(points: readonly Point[]): Point[] {
  const sorted = points.toSorted((one, other) => one.x - other.x || one.y - other.y);
  if (sorted.length < 3) return sorted;
  const half = (ordered: readonly Point[]) => {
    const chain: Point[] = [];
    for (const point of ordered) {
      while (chain.length >= 2 && isNoLeftTurn(chain.at(-2), chain.at(-1), point)) chain.pop();
      chain.push(point);
    }
    return chain.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.toReversed())];
}

function isNoLeftTurn(from: Point | undefined, over: Point | undefined, to: Point): boolean {
  if (!from || !over) return false;
  return (over.x - from.x) * (to.y - from.y) - (over.y - from.y) * (to.x - from.x) <= 0;
}

/** The smallest rectangle around points: one of its sides lies on a side of their hull. `width` is the side that is nearer to level. */
export function smallestBox(points: readonly Point[]): Box | undefined {
  const hull = hullOf(points);
  const [first] = hull;
  if (!first) return undefined;
  let best: { area: number; box: Box } | undefined;
  for (const [at, corner] of hull.entries()) {
    const next = hull[(at + 1) % hull.length] ?? first;
    const box = boxAlong(hull, Math.atan2(next.y - corner.y, next.x - corner.x));
    const area = box.width * box.height;
    if (!best || area < best.area) best = { area, box };
  }
  return best && levelled(best.box);
}

function boxAlong(hull: readonly Point[], angle: number): Box {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const { x, y } of hull) {
    const [along, across] = [x * cos + y * sin, y * cos - x * sin];
    left = Math.min(left, along);
    right = Math.max(right, along);
    top = Math.min(top, across);
    bottom = Math.max(bottom, across);
  }
  const [along, across] = [(left + right) / 2, (top + bottom) / 2];
  return { x: along * cos - across * sin, y: along * sin + across * cos, width: right - left, height: bottom - top, angle };
}

/** The same rectangle, named by the side within 45 degrees of level. */
function levelled(box: Box): Box {
  const quarters = Math.round(box.angle / (Math.PI / 2));
  const angle = box.angle - quarters * (Math.PI / 2);
  return quarters % 2 === 0 ? { ...box, angle } : { ...box, width: box.height, height: box.width, angle };
}

/** Where a rectangle of a picture lies once the picture was turned by quarters clockwise. `size`: of the picture before. */
export function turnedBox(box: Box, quarters: number, size: { width: number; height: number }): Box {
  let turned = box;
  let { width, height } = size;
  for (let times = 0; times < quarters; times += 1) {
    turned = { ...turned, x: height - turned.y, y: turned.x, width: turned.height, height: turned.width };
    [width, height] = [height, width];
  }
  return turned;
}
