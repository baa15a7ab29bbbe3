import { type RawBuilder, sql } from 'kysely';
import {
  compileRuleSet,
  type Facts,
  limits,
  type RuleField,
  type RuleRecord,
  type Velocity,
  velocityKey,
} from '../../../src/core/rule-set/index.ts';
import type { Database } from '../../database/connection.ts';
import type { KeptRuleSet } from '../rule-sets/tables.ts';
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

/**
 * Counts what was decided by whichever version of a set by the keys of another one, too: in the minutes that are said, or as far back as a rule can look. What is
 * counted already stays.
 */
export async function countEarlier(
  db: Database,
  { setId, definition, minutes = limits.minutes }: { setId: number; definition: KeptRuleSet; minutes?: number },
): Promise<void> {
  const counted = countedBy(definition.fields, compileRuleSet(definition).velocities);
  if (counted.length === 0) return;
  const [fields, summed] = [counted.map((one) => one.field), counted.map((one) => one.summed)];
  // Another version may have had a text where numbers are added up now.
  await sql`insert into screening_key (rule_set_id, field, summed, value, decided_at, decision_id, amount)
    select made.rule_set_id, by.field, by.summed, made.record ->> by.field, made.decided_at, made.id,
      case when made.record ->> by.summed ~ '^-?[0-9]+([.][0-9]+)?$' then (made.record ->> by.summed)::numeric end
    from screening_decision made, unnest(${fields}::text[], ${summed}::text[]) by (field, summed)
    where made.rule_set_id = ${setId} and made.decided_at > now() - make_interval(mins => ${minutes})
      and made.record ? by.field and (by.summed = '' or made.record ? by.summed)
    on conflict do nothing`.execute(db);
}

/** The same for what a version decided that was live no more when its decision was kept. */
async function countStragglers(db: Database): Promise<void> {
  const sets = await db
    .selectFrom('rule_set')
    .innerJoin('rule_set_version as live', 'live.id', 'rule_set.live_id')
    .select(['rule_set.id as setId', 'live.definition'])
    .where('rule_set.updated_at', '>', sql<Date>`now() - make_interval(mins => ${recent})`)
    .execute();
  for (const set of sets) await countEarlier(db, { ...set, minutes: recent });
}

const everySeconds = 600;
/** Minutes in which a job that comes late still finds what a change of a set left uncounted. */
const recent = 30;
const atOnce = 5_000;

/** Counts what was decided while a version went live, forgets the keys of records nobody counts any more, and tells reviewers what is new. Several servers may do it at once. */
export function screeningJobs(db: Database) {
  const run = async () => {
    await countStragglers(db);
    await sql`delete from screening_key where ctid in (
      select ctid from screening_key where decided_at < now() - make_interval(mins => ${limits.minutes}) limit ${atOnce} for update skip locked
    )`.execute(db);
  };
  return [
    { name: 'screening keys', everySeconds, run },
    { name: 'warnings of risk screening', everySeconds: 60, run: () => tellReviewers(db) },
  ];
}
