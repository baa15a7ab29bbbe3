import { type RawBuilder, sql } from 'kysely';
import { type Facts, limits, type RuleField, type RuleRecord, type Velocity, velocityKey } from '../../../src/core/rule-set/index.ts';
import type { Database } from '../../database/connection.ts';
import type {} from './tables.ts';
import { tellReviewers } from './warnings.ts';

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
  const figure = of === undefined ? sql`count(*)` : sql`coalesce(sum(amount), 0)`;
  return sql`select ${figure} from (
    select amount from screening_key
    where rule_set_id = ${setId} and field = ${field} and summed = ${of ?? ''} and value = ${value}
      and decided_at >= now() - make_interval(mins => ${minutes})
    order by decided_at desc limit ${sql.lit(limits.earlier)}
  ) earlier`;
}

/** What a record is counted by later: each key field, and each sum the rules ask for. */
export interface CountedBy {
  field: string;
  summed: string;
}

export function countedBy(fields: readonly RuleField[], velocities: readonly Velocity[]): CountedBy[] {
  const counts = fields.filter(({ key }) => key).map(({ name }) => ({ field: name, summed: '' }));
  const sums = velocities.flatMap(({ field, of }) => (of === undefined ? [] : [JSON.stringify({ field, summed: of })]));
  return [...counts, ...[...new Set(sums)].map((pair) => JSON.parse(pair) as CountedBy)];
}

/** The rows of one record in `screening_key`. */
export function keysOf(record: RuleRecord, counted: readonly CountedBy[]): (CountedBy & { value: string; amount: string | null })[] {
  return counted.flatMap(({ field, summed }) => {
    const [value, amount] = [record[field], summed === '' ? null : record[summed]];
    return value === undefined || amount === undefined ? [] : [{ field, summed, value, amount }];
  });
}

const everySeconds = 600;
const atOnce = 5_000;

/** Forgets the keys of records nobody counts any more, and tells reviewers what is new. Several servers may do it at once. */
export function screeningJobs(db: Database) {
  const run = () =>
    sql`delete from screening_key where ctid in (
      select ctid from screening_key where decided_at < now() - make_interval(mins => ${limits.minutes}) limit ${atOnce} for update skip locked
    )`.execute(db);
  return [
    { name: 'screening keys', everySeconds, run },
    { name: 'warnings of risk screening', everySeconds: 60, run: () => tellReviewers(db) },
  ];
}
