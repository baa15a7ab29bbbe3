import type { TruthWords } from '../../../../src/core/index.ts';
import type { FieldType } from '../../../data-engine/types.ts';
import { valueIn } from '../../data-mart/cells.ts';
import type { FaultKind } from './types.ts';

/** A value as it is written, null where there is none, or what is wrong with it. */
export type Checked = { text: string | null } | { fault: FaultKind; value: string };

const shownCharacters = 60;

/**
 * A value the interpreter carried out, as one of the type of its column: texts are read as those of files are, dates are of UTC. What is anything else is a fault. A value
 * comes as it is, or as `{i}`: a big integer, `{d}`: a date in milliseconds, `{x}`: nothing a cell can be.
 */
export function checkedValue(carried: unknown, type: FieldType, words: TruthWords): Checked {
  if (carried === null || carried === undefined || carried === '') return { text: carried === '' && type === 'string' ? '' : null };
  const text = textOf(carried, type);
  if (text === undefined) return { fault: type, value: told(carried) };
  const value = type === 'timestamp' || type === 'time' ? momentIn(text, type, words) : valueIn(type, text, words);
  if (value !== undefined) return { text: value };
  return { fault: type === 'string' ? 'tooLong' : type, value: text.slice(0, shownCharacters) };
}

/** As in files, and with the parts of a second that moments of tables have. */
function momentIn(text: string, type: 'timestamp' | 'time', words: TruthWords): string | undefined {
  const value = valueIn(type, text, words);
  const [, parts] = /:\d{2}:\d{2}(\.\d{1,6})$/.exec(text) ?? [];
  return value === undefined || parts === undefined ? value : value + parts;
}

function textOf(carried: unknown, type: FieldType): string | undefined {
  switch (typeof carried) {
    case 'string':
      return carried;
    case 'number':
      // Beyond 15 digits it may have lost some: exact ones come as texts or big integers.
      if (type === 'number' && Math.abs(carried) >= 1e15) return undefined;
      // 1 and 0 are texts of truths in files; a script has true and false.
      return type === 'boolean' || type === 'date' || type === 'timestamp' || type === 'time' ? undefined : String(carried);
    case 'boolean':
      return type === 'boolean' || type === 'string' ? String(carried) : undefined;
    default:
      return textOfMarked(carried, type);
  }
}

function textOfMarked(carried: unknown, type: FieldType): string | undefined {
  if (typeof carried !== 'object' || carried === null) return undefined;
  if ('i' in carried && typeof carried.i === 'string' && ['integer', 'number', 'float', 'string'].includes(type)) return carried.i;
  if (!('d' in carried) || typeof carried.d !== 'number') return undefined;
  const date = new Date(carried.d);
  if (Number.isNaN(date.getTime())) return undefined;
  const [day = '', time = ''] = date.toISOString().replace('Z', '').split('T');
  if (type === 'date') return day;
  if (type === 'time') return time;
  return type === 'timestamp' || type === 'string' ? `${day} ${time}` : undefined;
}

function told(carried: unknown): string {
  if (typeof carried !== 'object' || carried === null) return String(carried).slice(0, shownCharacters);
  if ('x' in carried) return String(carried.x).slice(0, shownCharacters);
  return 'd' in carried ? 'Date' : 'i' in carried ? String(carried.i).slice(0, shownCharacters) : 'object';
}
