export interface Place {
  x: number;
  y: number;
}
export interface Size {
  width: number;
  height: number;
}
/** How the plane lies in the window: a place is shown at `x + k * place.x`. */
export interface View {
  k: number;
  x: number;
  y: number;
}

/** Pixels kept free around the places: for the points themselves, names, tools and the legend. */
export interface Room {
  side: number;
  top: number;
  bottom: number;
}
const usualRoom: Room = { side: 64, top: 48, bottom: 88 };

/** How much is shown at first. */
export interface Framing {
  /** Scale below which nothing can be read any more. */
  least?: number;
  /** What is too wide or too high at that scale shows this place in the middle, or without it its beginning. */
  focus?: Place | undefined;
  room?: Room | undefined;
}

/** The view that shows every place, as large as it may be: never larger than it is. */
export function fit(places: Iterable<Place>, { width, height }: Size, { least = 0, focus, room: free = usualRoom }: Framing = {}): View {
  const all = [...places];
  if (all.length === 0 || width === 0) return { k: 1, x: width / 2, y: height / 2 };
  const [left, right] = [Math.min(...all.map(({ x }) => x)), Math.max(...all.map(({ x }) => x))];
  const [top, bottom] = [Math.min(...all.map(({ y }) => y)), Math.max(...all.map(({ y }) => y))];
  const inside = { width: right - left + 2 * free.side, height: bottom - top + free.top + free.bottom };
  const whole = Math.min(1, width / inside.width, height / inside.height);
  const k = Math.max(least, whole);
  const [isWide, isHigh] = [k * inside.width > width && k > whole, k * inside.height > height && k > whole];
  const middle = { x: width / 2 - (k * (left + right)) / 2, y: height / 2 - (k * (top - free.top + bottom + free.bottom)) / 2 };
  if (focus) return { k, x: isWide ? width / 2 - k * focus.x : middle.x, y: isHigh ? height / 2 - k * focus.y : middle.y };
  return { k, x: isWide ? k * (free.side - left) : middle.x, y: isHigh ? k * (free.top - top) : middle.y };
}
