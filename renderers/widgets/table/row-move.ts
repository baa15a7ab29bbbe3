import type { Line } from './model.ts';

export type MovePosition = 'before' | 'inside' | 'after';

/** Where a row goes: relative to `target`; `next` is the sibling that follows the target. */
export interface RowMove {
  row: Line['row'];
  target: Line['row'];
  position: MovePosition;
  next: Line['row'] | undefined;
}

/** Which part of a row the pointer is at: the upper and lower quarter mean before and after, in trees the middle means inside. */
export function positionAt(share: number, isTree: boolean): MovePosition {
  if (!isTree) return share < 0.5 ? 'before' : 'after';
  if (share < 0.25) return 'before';
  return share > 0.75 ? 'after' : 'inside';
}

/** The move of the line at `from` to the line at `to`; undefined where it would stand in itself or below itself. */
export function moveTo(lines: readonly Line[], from: number, to: number, position: MovePosition): RowMove | undefined {
  const line = lines[from];
  const target = lines[to];
  if (!line || !target || from === to) return undefined;
  if (to > from && to < endOf(lines, from)) return undefined;
  const following = lines[endOf(lines, to)];
  const isSibling = following?.level === target.level && following.index === target.index + 1;
  return { row: line.row, target: target.row, position, next: isSibling ? following.row : undefined };
}

/** The move one place up (-1) or down (1) among the siblings; undefined at the ends. */
export function moveBy(lines: readonly Line[], at: number, step: -1 | 1): { move: RowMove; sibling: number } | undefined {
  const line = lines[at];
  if (!line) return undefined;
  let other = step === 1 ? endOf(lines, at) : at - 1;
  while (step === -1 && (lines[other]?.level ?? -1) > line.level) other -= 1;
  const sibling = lines[other];
  if (sibling?.level !== line.level || sibling.index !== line.index + step) return undefined;
  const move = moveTo(lines, at, other, step === 1 ? 'after' : 'before');
  return move && { move, sibling: other };
}

/** Position behind the line and everything below it. */
function endOf(lines: readonly Line[], at: number): number {
  const level = lines[at]?.level ?? 0;
  let end = at + 1;
  while (end < lines.length && (lines[end]?.level ?? 0) > level) end += 1;
  return end;
}
