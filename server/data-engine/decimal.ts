import type { Cell } from './types.ts';

/** A decimal as answers carry it: 12.500000 is 12.5, and what has more digits than a number holds stays text. */
export function decimalCell(text: string): Cell {
  const short = text.includes('.') ? text.replace(/\.?0+$/, '') : text;
  return short.replaceAll(/[-.]/g, '').replace(/^0+/, '').length <= 15 ? Number(short) : short;
}
