import { listsOf } from '../../../src/core/rule-set/index.ts';
import type { Database } from '../../database/connection.ts';
import { ApiError } from '../../errors.ts';
import type {} from '../screening/tables.ts';
import type { KeptRuleSet } from './tables.ts';

/**
 * [SCREEN-01] Holds the watch lists a version looks into until the transaction ends: a rule whose list is gone would find nobody, without a word.
 * @throws ApiError RULE_SET_INCOMPLETE naming those that are gone
 */
export async function holdLists(db: Database, definition: KeptRuleSet): Promise<void> {
  const wanted = listsOf(definition);
  if (wanted.length === 0) return;
  const held = await db.selectFrom('watch_list').select('code').where('code', 'in', wanted).orderBy('code').forKeyShare().execute();
  const there = new Set(held.map(({ code }) => code));
  const gone = wanted.filter((code) => !there.has(code));
  if (gone.length === 0) return;
  const details = gone.map((code) => {
    return { field: 'rules', message: `There is no watch list ${code}`, key: 'ruleset.listGone', values: { code } };
  });
  throw new ApiError('RULE_SET_INCOMPLETE', { details });
}
