import { type RawBuilder, sql } from 'kysely';
import type {} from './tables.ts';

/** Whether a rule set fills a `data_table` of the query, or judged rows it has: they keep the set from being deleted, because its versions explain them. */
export function filledBySet(setId: number): RawBuilder<boolean> {
  return sql<boolean>`(exists (select 1 from rule_output where rule_output.table_id = data_table.id and rule_output.rule_set_id = ${setId})
    or exists (select 1 from data_part join rule_run on rule_run.run_id = data_part.run_id
      where data_part.table_id = data_table.id and data_part.dropped_at is null and rule_run.rule_set_id = ${setId}))`;
}
