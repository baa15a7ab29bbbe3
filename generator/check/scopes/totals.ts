import { mayName, wholeChoice } from '../../../src/core/plan.ts';
import { objectAt } from '../../json.ts';
import { isReadable, type Project } from '../project.ts';
import type { Type } from './types.ts';
import type { Options } from './walk.ts';

/** The totals a matrix gives: those its questionnaire declares. Nothing known where no questionnaire can be read. */
export function typeOfTotals(options: Options, { documents }: Project): Type | undefined {
  const choice = wholeChoice(options.get('questionnaire')?.value);
  const named = choice
    ? documents
        .of('questionnaire')
        .filter(({ id, source }) => isReadable(source) && mayName(choice, id, source.value as { purpose?: unknown }))
    : [];
  if (named.length === 0) return undefined;
  const known = [...new Set(named.flatMap(({ source }) => Object.keys(objectAt(source.value, 'totals'))))];
  const label = `the set of totals of ${named.map(({ id }) => `"${id}"`).join(', ')}`;
  return { kind: 'record', known, label, get: () => undefined };
}
