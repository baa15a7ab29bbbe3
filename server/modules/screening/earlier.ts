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

/**
 * Counts and sums of the earlier records a set asks for, in one statement over the index of keys. Those decided at this very moment do not count. `counted`: what the index
 * holds of the set where that may not be all, as for a draft: the rest is found among its latest decisions.
 */
export async function earlierFacts(
  db: Database,
  setId: number,
  record: RuleRecord,
  velocities: readonly Velocity[],
  counted?: readonly CountedBy[],
): Promise<Facts['velocity']> {
  const asked = velocities.filter(({ field }) => record[field] !== undefined);
  const seen = new Map<string, string>();
  if (asked.length > 0) {
    const isCounted = ({ field, of }: Velocity) => !counted || counted.some((by) => by.field === field && by.summed === (of ?? ''));
    const parts = asked.map((need, at) => {
      const value = String(record[need.field]);
      return sql`select ${sql.lit(at)} as at, (${isCounted(need) ? figure(setId, value, need) : figureOfLatest(value, need)})::text as seen`;
    });
    const uncounted = asked.filter((need) => !isCounted(need)).map(({ minutes }) => minutes);
    const latest = uncounted.length === 0 ? sql`` : sql`with latest as materialized (${latestDecisions(setId, Math.max(...uncounted))})`;
    const { rows } = await sql<{ at: number; seen: string }>`${latest} ${sql.join(parts, sql` union all `)}`.execute(db);
    for (const row of rows) {
      const need = asked[row.at];
      if (need) seen.set(velocityKey(need), row.seen);
    }
  }
  return (need) => seen.get(velocityKey(need)) ?? '0';
}

/** Decisions that are looked through for what nobody counted yet. */
const mostDecisions = 200_000;

/** The latest decisions of a set, read once for all that is looked for among them. */
function latestDecisions(setId: number, minutes: number): RawBuilder<unknown> {
  return sql`select record, decided_at from screening_decision
    where rule_set_id = ${setId} and decided_at >= now() - make_interval(mins => ${minutes}) and decided_at < now()
    order by decided_at desc limit ${sql.lit(mostDecisions)}`;
}

function figureOfLatest(value: string, { field, minutes, of }: Velocity): RawBuilder<unknown> {
  const figure = of === undefined ? sql`count(*)` : sql`coalesce(sum(case when text ~ ${numeric} then text::numeric end), 0)`;
  return sql`select ${figure} from (
    select record ->> ${of ?? field} as text from latest
    where decided_at >= now() - make_interval(mins => ${minutes}) and record ->> ${field} = ${value} and record ->> ${of ?? field} is not null
    order by decided_at desc limit ${sql.lit(limits.earlier)}
  ) earlier`;
}

/** Another version may have had a text where numbers are added up now. */
const numeric = '^-?[0-9]+([.][0-9]+)?$';

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
  await sql`insert into screening_key (rule_set_id, field, summed, value, decided_at, decision_id, amount)
    select made.rule_set_id, by.field, by.summed, made.record ->> by.field, made.decided_at, made.id,
      case when made.record ->> by.summed ~ ${numeric} then (made.record ->> by.summed)::numeric end
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

/** How many keys nobody counts any more were deleted. */
async function forgetKeys(db: Database): Promise<number> {
  const { numAffectedRows } = await sql`delete from screening_key where ctid in (
    select ctid from screening_key where decided_at < now() - make_interval(mins => ${limits.minutes}) limit ${atOnce} for update skip locked
  )`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Counts what was decided while a version went live, forgets the keys of records nobody counts any more, and tells reviewers what is new. Several servers may do it at once. */
export function screeningJobs(db: Database) {
  const run = async (stopped?: AbortSignal) => {
    await countStragglers(db);
    // As many as there are: more may have come since the last time than are deleted at once.
    while (stopped?.aborted !== true && (await forgetKeys(db)) >= atOnce);
  };
  return [
    { name: 'screening keys', everySeconds, run },
    { name: 'warnings of risk screening', everySeconds: 60, run: () => tellReviewers(db) },
  ];
}
