import { sql } from 'kysely';
import type { Decision, Hit } from '../../../src/core/rule-set/index.ts';
import type { WordedContext } from '../../context.ts';
import type { Database } from '../../database/connection.ts';
import { onPage } from '../../database/paging.ts';
import type { LabelValue } from '../../database/values.ts';
import { minuteAfter } from '../../days.ts';
import { ApiError } from '../../errors.ts';
import { listNames } from '../rule-sets/detail.ts';
import { ruleSayer } from '../rule-sets/wording.ts';
import { holds } from '../search.ts';
import type {} from './tables.ts';

export type DecisionState = 'final' | 'waiting' | 'approved' | 'blocked';
/** A decision as logs and the queue show it. */
export interface DecisionAnswer {
  id: string;
  setCode: string;
  setName: LabelValue;
  number: number;
  key: string | null;
  subject: string | null;
  decision: Decision;
  score: number;
  rules: LabelValue[];
  time: string;
  caller: string;
  micros: number;
  state: DecisionState;
  final: 'approve' | 'block' | null;
  reason: string | null;
  reviewer: string | null;
  reviewTime: string | null;
}

export interface DecisionFilter {
  setCode: string;
  decision: string;
  state: string;
  keyword: string;
  /** Id of a rule that was hit. */
  rule: string;
  /** Moments, both inclusive. */
  from: Date | undefined;
  to: Date | undefined;
}

const state = sql<DecisionState>`case when made.decision <> 'review' then 'final' when review.outcome is null then 'waiting'
  when review.outcome = 'approve' then 'approved' else 'blocked' end`;

/** The decisions that fit. */
function fitting(db: Database, { setCode, decision, state: wanted, keyword, rule, from, to }: DecisionFilter) {
  let query = db
    .selectFrom('screening_decision as made')
    .leftJoin('screening_review as review', 'review.decision_id', 'made.id')
    .innerJoin('rule_set', 'rule_set.id', 'made.rule_set_id');
  if (setCode !== '') query = query.where('rule_set.code', '=', setCode);
  if (decision !== '') query = query.where('made.decision', '=', decision as Decision);
  // Written out where it can be: an index holds for decisions that ask for a review.
  if (wanted === 'final') query = query.where('made.decision', '<>', 'review');
  else if (wanted !== '') query = query.where('made.decision', '=', sql<Decision>`'review'`);
  if (wanted === 'waiting') query = query.where('review.decision_id', 'is', null);
  if (wanted === 'approved') query = query.where('review.outcome', '=', 'approve');
  if (wanted === 'blocked') query = query.where('review.outcome', '=', 'block');
  if (from) query = query.where('made.decided_at', '>=', from);
  // A range that ends at 12:05 holds the whole minute.
  if (to) query = query.where('made.decided_at', '<', minuteAfter(to));
  if (rule !== '') query = query.where(sql<boolean>`made.hits @> ${JSON.stringify([{ id: rule }])}::jsonb`);
  if (keyword !== '') {
    query = query.where((row) => row.or([holds(sql.ref('made.subject'), keyword), holds(sql.ref('made.request_key'), keyword)]));
  }
  return query;
}

const columns = [
  'made.id',
  'rule_set.code as setCode',
  'rule_set.name as setName',
  'version.number',
  'made.request_key as key',
  'made.subject',
  'made.decision',
  'made.score',
  'made.hits',
  'made.decided_at as at',
  'made.caller',
  'made.micros',
  'review.outcome',
  'review.reason',
  'review.reviewer',
  'review.reviewed_at as reviewedAt',
] as const;

function rowsOf(db: Database, filter: DecisionFilter) {
  return fitting(db, filter)
    .innerJoin('rule_set_version as version', 'version.id', 'made.version_id')
    .select([...columns, state.as('state')]);
}

type Row = Awaited<ReturnType<ReturnType<typeof rowsOf>['executeTakeFirstOrThrow']>>;

function toDecision({ hits, at, outcome, reviewedAt, ...row }: Row): DecisionAnswer {
  const { decision } = row;
  return {
    ...row,
    id: String(row.id),
    score: Number(row.score),
    rules: hits.map(({ name }) => name as LabelValue),
    time: at.toISOString(),
    final: decision === 'review' ? outcome : decision,
    reviewTime: reviewedAt?.toISOString() ?? null,
  };
}

export const everything: DecisionFilter = { setCode: '', decision: '', state: '', keyword: '', rule: '', from: undefined, to: undefined };

export async function countDecisions(db: Database, filter: DecisionFilter): Promise<number> {
  const { total } = await fitting(db, filter)
    .select((row) => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** A page of the log, the latest first; of the queue the oldest first, who waited longest. */
export async function pageOfDecisions(
  db: Database,
  filter: DecisionFilter,
  { pageNo, pageSize, order }: { pageNo: number; pageSize: number; order: 'asc' | 'desc' },
): Promise<{ content: DecisionAnswer[]; total: number; current: number; size: number }> {
  const ids = fitting(db, filter)
    .select('made.id')
    .orderBy('made.decided_at', order)
    .orderBy('made.id', order)
    .$call(onPage(pageNo, pageSize));
  // Only the decisions of the page are read whole, not those before it.
  const page = rowsOf(db, everything).where('made.id', 'in', ids).orderBy('made.decided_at', order).orderBy('made.id', order);
  const [total, rows] = await Promise.all([countDecisions(db, filter), page.execute()]);
  return { content: rows.map(toDecision), total, current: pageNo, size: pageSize };
}

const batch = 1_000;

/** Every decision that fits, the latest first, read a thousand at a time. */
export async function* readDecisions(db: Database, filter: DecisionFilter): AsyncGenerator<DecisionAnswer> {
  let before: number | undefined;
  for (;;) {
    let query = rowsOf(db, filter).orderBy('made.id', 'desc').limit(batch);
    if (before !== undefined) query = query.where('made.id', '<', before);
    const rows = await query.execute();
    yield* rows.map(toDecision);
    before = rows.at(-1)?.id;
    if (rows.length < batch || before === undefined) return;
  }
}

/** @param caller whose it has to be; undefined: anybody's */
export async function findDecision(db: Database, id: string, caller?: number): Promise<DecisionAnswer | undefined> {
  const wanted = rowsOf(db, everything).where('made.id', '=', Number(id));
  const row = await (caller === undefined ? wanted : wanted.where('made.user_id', '=', caller)).executeTakeFirst();
  return row && toDecision(row);
}

/** One decision with its record, and why each rule was hit in the words of the version that judged it. @throws ApiError NOT_FOUND */
export async function decisionDetail(context: WordedContext, id: string) {
  const { db } = context;
  const decision = await findDecision(db, id);
  const kept = await db
    .selectFrom('screening_decision as made')
    .innerJoin('rule_set_version as version', 'version.id', 'made.version_id')
    .select(['made.record', 'made.hits', 'made.ignored', 'version.definition'])
    .where('made.id', '=', Number(id))
    .executeTakeFirst();
  if (!decision || !kept) throw new ApiError('NOT_FOUND');
  const { record, hits, ignored, definition } = kept;
  const sayer = ruleSayer(context, definition.fields, await listNames(db));
  return {
    ...decision,
    hits: spoken(hits, (told) => sayer.told(told)),
    ignored,
    record: definition.fields.map(({ name, type, label }) => ({ name, type, label: label as LabelValue, value: record[name] ?? null })),
  };
}

/** Hits with their explanations in words. */
export function spoken(hits: readonly Hit[], say: (told: Hit['told'][number]) => string) {
  return hits.map(({ told, ...hit }) => ({
    ...hit,
    name: hit.name as LabelValue,
    told: told.map((one) => ({ ...one, text: say(one) })),
  }));
}
