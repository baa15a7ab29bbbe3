import { widthOf } from '../../../src/core/rules.ts';
import { NAME_WIDTH } from '../../shared/unbroken.ts';

/** Signs of a text that tell how much room it would like. */
const BEGINNING = 60;

/** Whether a text is as short as names, accounts and codes are: its column shows it whole, and the table is scrolled before it is cut. */
export function isShort(text: string): boolean {
  return text.length <= NAME_WIDTH && widthOf(text) <= NAME_WIDTH;
}

/** What the layout of a table reckons with in place of a text. */
export function beginningOf(text: string): string {
  return text.length > BEGINNING ? text.slice(0, BEGINNING) : text;
}
