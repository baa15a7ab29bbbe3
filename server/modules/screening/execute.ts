import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { type Hit, type RuleFault, type RuleRecord, readRecord } from '../../../src/core/rule-set/index.ts';
import type { Context } from '../../context.ts';
import { type Principal, signedIn } from '../../contracts.ts';
import type { Database } from '../../database/connection.ts';
import { ApiError, type ErrorDetail } from '../../errors.ts';
import { countedBy, earlierFacts, keysOf } from './earlier.ts';
import { type LiveSet, ready, watchIn } from './ready.ts';

export interface ScreeningAnswer {
  id: string;
  decision: 'approve' | 'review' | 'block';
  score: number;
  setCode: string;
  number: number;
  hits: Hit[];
  ignored: string[];
  time: string;
  repeated: boolean;
}
export interface ScreeningRequest {
  setCode: string;
  record: Record<string, unknown>;
  key?: string | undefined;
}

/**
 * Judges a record by the live version of a set (SCREEN-01). The decision is in the log before it is answered. The same key and record of the same caller get the first answer again.
 * @throws ApiError NOT_FOUND, RULE_SET_NOT_LIVE, PARAMETER_ERROR with the fields of the record that do not fit, SCREENING_KEY_REUSED
 */
export async function execute(context: Context, { setCode, record: given, key }: ScreeningRequest): Promise<ScreeningAnswer> {
  const began = performance.now();
  const { db, services } = context;
  const user = signedIn(context);
  const known = await ready(db, user, services);
  const set = known.sets.get(setCode) ?? (await requireLive(db, setCode));
  const { record, ignored, faults } = readRecord(set.definition.fields, given);
  const hash = createHash('sha256').update(contentOf(given)).digest();
  if (set.isOff || faults.length > 0) {
    // What was decided before stays decided, whatever the set asks for by now.
    const first = key === undefined ? undefined : await repeated(db, set, user, key, hash);
    if (first) return first;
    if (set.isOff) throw new ApiError('RULE_SET_NOT_LIVE');
    throw new ApiError('PARAMETER_ERROR', { details: faults.map(detailOf) });
  }
  const { compiled } = set;
  const velocity = await earlierFacts(db, set.id, record, compiled.velocities);
  const { decision, score, hits } = compiled.judge(record, { velocity, watch: watchIn(known, Date.now()) });
  const micros = Math.round((performance.now() - began) * 1000);
  const row = await keep(db, set, { user, key, hash, record, decision, score, hits, ignored, micros });
  if (!row) {
    const first = await repeated(db, set, user, key ?? '', hash);
    if (!first) throw new Error(`The first answer to the key ${key} is gone`);
    return first;
  }
  const { id, at } = row;
  return { id: String(id), decision, score, setCode, number: set.number, hits, ignored, time: at.toISOString(), repeated: false };
}

/** The same for the same values, in whatever order they came. */
function contentOf(given: Record<string, unknown>): string {
  return JSON.stringify(Object.entries(given).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** @throws ApiError NOT_FOUND, RULE_SET_NOT_LIVE */
async function requireLive(db: Database, code: string): Promise<never> {
  const found = await db.selectFrom('rule_set').select('id').where('code', '=', code).executeTakeFirst();
  throw new ApiError(found ? 'RULE_SET_NOT_LIVE' : 'NOT_FOUND');
}

export function detailOf({ path, kind, values = {} }: RuleFault): ErrorDetail {
  const message = kind === 'required' ? 'is missing' : `is no ${values.type}`;
  return { field: `record.${path}`, message, key: `ruleset.record.${kind === 'required' ? kind : values.type}` };
}

/** What is kept of a decision. */
interface Made {
  user: Principal;
  key: string | undefined;
  hash: Buffer;
  record: RuleRecord;
  decision: ScreeningAnswer['decision'];
  score: number;
  hits: readonly Hit[];
  ignored: readonly string[];
  micros: number;
}

/** Writes the decision and what later records are counted by, in one statement. Nothing where the key was used before. */
async function keep(
  db: Database,
  { id, versionId, definition, compiled }: LiveSet,
  made: Made,
): Promise<{ id: number; at: Date } | undefined> {
  const { user, key, hash, record, decision, score, hits, ignored, micros } = made;
  const keys = keysOf(record, countedBy(definition.fields, compiled.velocities));
  const [fields, summed, values] = [keys.map((one) => one.field), keys.map((one) => one.summed), keys.map((one) => one.value)];
  const amounts = keys.map((one) => one.amount);
  const subject = definition.subject === undefined ? null : (record[definition.subject] ?? null);
  const { rows } = await sql<{ id: number; at: Date }>`
    with made as (
      insert into screening_decision
        (rule_set_id, version_id, user_id, caller, request_key, request_hash, subject, record, decision, score, hits, ignored, micros)
      values (${id}, ${versionId}, ${Number(user.id)}, ${user.username}, ${key ?? null}, ${hash}, ${subject === null ? null : String(subject)},
        ${JSON.stringify(record)}, ${decision}, ${score}, ${JSON.stringify(hits)}, ${JSON.stringify(ignored)}, ${micros})
      on conflict on constraint screening_decision_request do nothing
      returning id, decided_at
    ), counted as (
      insert into screening_key (rule_set_id, field, summed, value, decided_at, decision_id, amount)
      select ${id}, by.field, by.summed, by.value, made.decided_at, made.id, by.amount
      from made, unnest(${fields}::text[], ${summed}::text[], ${values}::text[], ${amounts}::numeric[]) by (field, summed, value, amount)
    )
    select id, decided_at as at from made`.execute(db);
  return rows[0];
}

/** The first answer to a key, where there was one. @throws ApiError SCREENING_KEY_REUSED where it was another record's */
async function repeated(
  db: Database,
  { id, code }: LiveSet,
  user: Principal,
  key: string,
  hash: Buffer,
): Promise<ScreeningAnswer | undefined> {
  const first = await db
    .selectFrom('screening_decision as made')
    .innerJoin('rule_set_version as version', 'version.id', 'made.version_id')
    .select([
      'made.id',
      'made.decision',
      'made.score',
      'made.hits',
      'made.ignored',
      'made.decided_at as at',
      'version.number',
      'made.request_hash as hash',
    ])
    .where('made.rule_set_id', '=', id)
    .where('made.user_id', '=', Number(user.id))
    .where('made.request_key', '=', key)
    .executeTakeFirst();
  if (!first) return undefined;
  if (!first.hash.equals(hash)) throw new ApiError('SCREENING_KEY_REUSED');
  const { decision, hits, ignored, number, at } = first;
  return {
    id: String(first.id),
    decision,
    score: Number(first.score),
    setCode: code,
    number,
    hits,
    ignored,
    time: at.toISOString(),
    repeated: true,
  };
}
