import { type RawBuilder, sql } from 'kysely';
import { type Facts, limits, type RuleRecord, type Velocity, velocityKey } from '../../../src/core/rule-set/index.ts';
import type { Database } from '../../database/connection.ts';
import type {} from './tables.ts';

/** Counts and sums of the earlier records a set asks for, in one statement over the index of keys. Those decided at this very moment do not count. */
export async function earlierFacts(
  db: Database,
  setId: number,
  record: RuleRecord,
  velocities: readonly Velocity[],
): Promise<Facts['velocity']> {
  const asked = velocities.filter(({ field }) => record[field] !== undefined);
  const seen = new Map<string, string>();
  if (asked.length > 0) {
    const parts = asked.map(
      (need, at) => sql`select ${sql.lit(at)} as at, (${figure(setId, String(record[need.field]), need)})::text as seen`,
    );
    const { rows } = await sql<{ at: number; seen: string }>`${sql.join(parts, sql` union all `)}`.execute(db);
    for (const row of rows) {
      const need = asked[row.at];
      if (need) seen.set(velocityKey(need), row.seen);
    }
  }
  return (need) => seen.get(velocityKey(need)) ?? '0';
}

function figure(setId: number, value: string, { field, minutes, of }: Velocity): RawBuilder<unknown> {
  const latest = sql`select decision_id from screening_key
    where rule_set_id = ${setId} and field = ${field} and value = ${value} and decided_at >= now() - make_interval(mins => ${minutes})
    order by decided_at desc limit ${sql.lit(limits.earlier)}`;
  if (of === undefined) return sql`select count(*) from (${latest}) earlier`;
  // Another version may have had a text there.
  return sql`select coalesce(sum(case when record ->> ${of} ~ '^-?[0-9]+([.][0-9]+)?$' then (record ->> ${of})::numeric end), 0)
    from (${latest}) earlier join screening_decision made on made.id = earlier.decision_id`;
}

const everySeconds = 600;
const atOnce = 5_000;

/** Forgets the keys of records nobody counts any more. Several servers may do it at once. */
export function screeningJobs(db: Database) {
  const run = () =>
    sql`delete from screening_key where ctid in (
      select ctid from screening_key where decided_at < now() - make_interval(mins => ${limits.minutes}) limit ${atOnce} for update skip locked
    )`.execute(db);
  return [{ name: 'screening keys', everySeconds, run }];
}
