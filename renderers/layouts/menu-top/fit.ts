/** Box of an entry: top edge and right edge in pixels. */
export interface EntryBox {
  top: number;
  right: number;
}

/**
 * How many of these entries stand in the first line - the others go under "more" - and how many pixels of a list of this width stay free
 * behind the last of them: "more" moves there.
 */
export function firstLine(boxes: readonly EntryBox[], width: number): { shown: number; slack: number } {
  const first = boxes[0];
  if (first === undefined) return { shown: 0, slack: 0 };
  // The first one cannot wrap: cut off, it stands in the list of the rest as well.
  if (first.right > width) return { shown: 0, slack: width };
  const wrapped = boxes.findIndex(({ top }) => top > first.top);
  if (wrapped < 0) return { shown: boxes.length, slack: 0 };
  return { shown: wrapped, slack: Math.max(0, width - (boxes[wrapped - 1]?.right ?? width)) };
}

/** LAYOUT-11: two columns when there are more than 10 children. */
export const columnsOf = (children: number): 1 | 2 => (children > 10 ? 2 : 1);

/** Left edge of a panel under its entry, inside a window of `width` pixels with a margin of 8. */
export function panelLeft(entryLeft: number, panelWidth: number, width: number): number {
  return Math.max(8, Math.min(entryLeft, width - panelWidth - 8));
}
