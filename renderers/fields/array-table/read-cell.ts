import { readDay } from '../../../src/core/date-signs.ts';
import { type TruthWords, truthIn, truthWords } from '../../../src/core/index.ts';
import { parseNumber, unreadable } from '../../../src/core/typed-number.ts';
import type { Choice } from '../../shared/controls/choices.ts';
import type { Column } from './CellEditor.tsx';
import type { CellChoices } from './useCellChoices.tsx';

/** Why a cell of a pasted block was not taken, as a text key. */
export type WhyLeft =
  | 'field.leftFixed'
  | 'field.leftNumber'
  | 'field.leftDigits'
  | 'field.leftDate'
  | 'field.leftChoice'
  | 'field.leftChoiceOut'
  | 'field.leftChoicesLate'
  | 'field.leftCheck'
  | 'field.leftLong';
type ReadCell = { value: unknown } | { why: WhyLeft };

/** What is written for a box: words for yes and no of the reader's language, and what stands in boxes besides. */
export function checkWords(translate: (key: string) => string): TruthWords {
  const { yes, no } = truthWords([translate]);
  return { yes: [...yes, 'x', '☒'], no: [...no, '-'] };
}

/** What cells are read with. */
export interface Known {
  choices: CellChoices | undefined;
  words: TruthWords;
}

/** Reads the text of a pasted cell as the editor of its column reads what is typed. An empty one takes the value away. */
export function readCell(column: Column, pasted: string, { choices, words }: Known): ReadCell {
  // One line: the editor of a cell has no second one.
  const text = pasted.replaceAll(/\s*[\r\n]+\s*/g, ' ').trim();
  switch (column.type) {
    case 'label':
      return { why: 'field.leftFixed' };
    case 'number':
      return readNumber(text);
    case 'date':
      return readDate(text);
    case 'checkbox':
      return readCheck(text, words);
    case 'select':
      return readChoice(text, choices);
    default:
      return text.length > (column.maxLength ?? Number.POSITIVE_INFINITY) ? { why: 'field.leftLong' } : { value: text };
  }
}

function readNumber(text: string): ReadCell {
  const number = parseNumber(text);
  if (!Number.isNaN(number)) return { value: number };
  return { why: unreadable(text) === 'field.longNumber' ? 'field.leftDigits' : 'field.leftNumber' };
}

function readDate(text: string): ReadCell {
  const value = text === '' ? '' : readDay(text);
  return value === undefined ? { why: 'field.leftDate' } : { value };
}

function readCheck(text: string, words: TruthWords): ReadCell {
  const value = text === '' ? false : truthIn(text, words);
  return value === undefined ? { why: 'field.leftCheck' } : { value };
}

/** The choice with this label, or else this value, in any case. Of several alike the first that can be chosen. */
function readChoice(text: string, { choices = [], loading = false }: Partial<CellChoices> = {}): ReadCell {
  if (text === '') return { value: undefined };
  const word = text.toLowerCase();
  const same = (textOf: (choice: Choice) => string) => choices.filter((choice) => textOf(choice).trim().toLowerCase() === word);
  const fitting = [...same(({ label }) => label), ...same(({ value }) => String(value))];
  const chosen = fitting.find((choice) => choice.disabled !== true);
  if (chosen) return { value: chosen.value };
  if (loading) return { why: 'field.leftChoicesLate' };
  return { why: fitting.length > 0 ? 'field.leftChoiceOut' : 'field.leftChoice' };
}
