import { sql } from 'kysely';
import type { LastRun } from '../lineage/kinds.ts';

/** The last run of a `data_run` for which this holds, as a column. */
export function lastRun(where: ReturnType<typeof sql<boolean>>) {
  return sql<LastRun | null>`(select json_build_object('status', run.status, 'rejected', run.rejected,
    'time', to_char(coalesce(run.ended_at, run.created_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))
    from data_run run where ${where} order by run.id desc limit 1)`;
}

/** The last run of a kind that fills the `data_table` of the query. */
export function lastFilling(kind: string) {
  return lastRun(sql<boolean>`run.table_id = data_table.id and run.kind = ${kind}`);
}
