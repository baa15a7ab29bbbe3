import type { WordedContext } from '../../context.ts';
import type { LabelValue } from '../../database/values.ts';
import { ApiError, type ErrorDetail } from '../../errors.ts';
import { speaker, wordsOfArea } from '../../reader.ts';
import type { KeptRuleSet } from '../rule-sets/tables.ts';
import type { MatchFault } from './matching.ts';

/** Faults of matching at the fields of a form: each at its row of `matches`, what nothing was said of at the table. */
function matchDetails(context: WordedContext, { fields }: Pick<KeptRuleSet, 'fields'>, faults: readonly MatchFault[]): ErrorDetail[] {
  const [say, word] = [speaker(context), wordsOfArea(context, (key) => key)];
  return faults.map(({ index, kind, values: { type, columnType, ...values } }) => {
    const label = fields.find(({ name }) => name === values.field)?.label;
    const told = {
      ...values,
      field: label === undefined ? values.field : say(label as LabelValue) || values.field,
      ...(type && { type: word(`ruleset.type.${type}`) }),
      ...(columnType && { columnType: word(`ruleset.type.${columnType}`) }),
    };
    const key = `ruletable.fault.${kind}`;
    return { field: index < 0 ? 'tableId' : `matches.${index}.column`, message: word(key, told), key, values: told };
  });
}

/** @throws ApiError PARAMETER_ERROR where there are faults */
export function requireMatched(context: WordedContext, set: Pick<KeptRuleSet, 'fields'>, faults: readonly MatchFault[]): void {
  if (faults.length > 0) throw new ApiError('PARAMETER_ERROR', { details: matchDetails(context, set, faults) });
}
