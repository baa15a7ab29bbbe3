import { mostUnits, readPeriod, spans, units } from '../calendar/index.ts';
import { groupKindOf, groupKinds, within } from '../condition-words.ts';
import { isObject } from '../json-object.ts';
import { didYouMean } from '../suggest.ts';
import { conditionOperators, mostOf } from './condition.ts';

/** What is wrong at a place of a condition. */
export interface ConditionFault {
  /** JSON pointer from the condition. */
  pointer: string;
  message: string;
  hint?: string | undefined;
}

const written = (value: unknown): string => JSON.stringify(value) ?? 'nothing';

/** What of a condition is wrong in every table: its form, its operators and its relative periods. Nothing is said of columns, which the table knows. */
export function conditionFaults(condition: unknown): ConditionFault[] {
  const faults: ConditionFault[] = [];
  let count = 0;
  const tell = (pointer: string, message: string, hint?: string) => faults.push({ pointer, message, hint });
  const word = (value: unknown, known: readonly string[], pointer: string): boolean => {
    if (typeof value === 'string' && known.includes(value)) return true;
    tell(pointer, `${written(value)} is not one of ${known.join(', ')}`, typeof value === 'string' ? didYouMean(value, known) : undefined);
    return false;
  };
  const keys = (part: Record<string, unknown>, known: readonly string[], pointer: string) => {
    for (const key of Object.keys(part).filter((one) => !known.includes(one)))
      tell(`${pointer}/${key}`, `"${key}" is not known here`, didYouMean(key, known) ?? `known here: ${known.join(', ')}`);
  };
  const period = (value: unknown, pointer: string) => {
    if (readPeriod(value)) return;
    if (!isObject(value)) return tell(pointer, 'within takes a relative period', '{"span": "last", "unit": "day", "count": 30}');
    keys(value, ['span', 'unit', 'count'], pointer);
    const isKnown = [word(value.span, spans, `${pointer}/span`), word(value.unit, units, `${pointer}/unit`)].every(Boolean);
    if (isKnown && Object.hasOwn(value, 'count')) tell(`${pointer}/count`, `a whole number of 1 to ${mostUnits}`);
  };
  const read = (part: unknown, pointer: string, depth: number): void => {
    count += 1;
    if (!isObject(part)) return void tell(pointer, `a condition is an object, not ${written(part)}`);
    const kind = groupKindOf(part);
    if (!kind) {
      keys(
        part,
        Object.keys(part).some((key) => ['field', 'operator'].includes(key)) ? ['field', 'operator', 'value'] : groupKinds,
        pointer,
      );
      if (typeof part.field !== 'string' || part.field === '') tell(pointer, 'a comparison names its "field"');
      if (word(part.operator, conditionOperators, `${pointer}/operator`) && part.operator === within)
        period(part.value, `${pointer}/value`);
      return;
    }
    keys(part, [kind], pointer);
    const parts = part[kind];
    if (!Array.isArray(parts) || parts.length === 0) return void tell(`${pointer}/${kind}`, 'a group has at least one condition');
    if (depth > mostOf.depth) return void tell(pointer, `groups stand in each other ${mostOf.depth} deep at most`);
    parts.forEach((one, index) => {
      read(one, `${pointer}/${kind}/${index}`, depth + 1);
    });
  };
  read(condition, '', 1);
  if (count > mostOf.parts) tell('', `a condition has at most ${mostOf.parts} parts`);
  return faults;
}
