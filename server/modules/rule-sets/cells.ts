import type { TruthWords } from '../../../src/core/index.ts';
import type { RuleField } from '../../../src/core/rule-set/index.ts';
import { readValue } from '../../../src/core/rule-set/values.ts';
import { valueIn } from '../data-mart/cells.ts';
import { momentReader } from '../rule-tables/work/moments.ts';

/**
 * Reads cells of a workbook or CSV file as records are given them, as in the files of data tables; moments by the clock of the time zone. What is no such value stays as it is, and does
 * not fit the field.
 */
export function cellReader(
  fields: readonly RuleField[],
  { timeZone, words }: { timeZone: string; words: TruthWords },
): (cells: Readonly<Record<string, string>>) => Record<string, string> {
  const onClock = momentReader(timeZone);
  const types = new Map(fields.map(({ name, type }) => [name, type]));
  const read = (name: string, cell: string): string => {
    const type = types.get(name);
    if (type === undefined || readValue(type, cell) !== false) return cell;
    const value = valueIn(type, cell, words);
    if (value === undefined) return cell;
    return type === 'timestamp' ? onClock(value) : value;
  };
  return (cells) => Object.fromEntries(Object.entries(cells).map(([name, cell]) => [name, read(name, cell)]));
}
