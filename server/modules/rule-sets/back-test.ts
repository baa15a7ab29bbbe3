import { sql } from 'kysely';
import { compileRuleSet } from '../../../src/core/rule-set/index.ts';
import type { Database } from '../../database/connection.ts';
import type { RunNote } from '../data-runs/tables.ts';
import type { KeptRuleSet } from './tables.ts';
import type { BackTestResult } from './tally.ts';

export interface BackTestAnswer extends Partial<BackTestResult> {
  id: string;
  number: number;
  source: 'log' | 'file' | 'table';
  days: number | null;
  fileName: string | null;
  /** The data table that was judged: its number, as long as it is there, and its title. */
  tableId: string | null;
  tableTitle: string | null;
  /** The run that judges a table. */
  runId: string | null;
  state: 'running' | 'done' | 'failed' | 'stopped';
  failure: RunNote | null;
  /** Who started that run. */
  requestedBy: number | null;
  /** Who started one over the log or a file. */
  authorId: number | null;
  total: number;
  done: number;
  startTime: string;
  startedBy: string | null;
}

/** What is kept of a test: what it found, or of one in this process why it found nothing. */
export type KeptResult = Partial<BackTestResult> & { failure?: RunNote };

/** A test in this process that said nothing for so long has ended with its server. */
const silence = sql`interval '60 seconds'`;

/** How a test stands: one over a data table as its run does, one of this process as it said last. */
const stateNow = sql<BackTestAnswer['state']>`case
  when test.state <> 'running' then test.state
  when run.status in ('queued', 'started') then 'running'
  when run.status in ('stopped', 'canceled') then 'stopped'
  when test.run_id is not null or test.touched_at < now() - ${silence} then 'failed'
  else 'running' end`;

function selectTests(db: Database, setId: string) {
  return db
    .selectFrom('rule_back_test as test')
    .leftJoin('data_run as run', 'run.id', 'test.run_id')
    .where('test.rule_set_id', '=', Number(setId));
}

/** Whether a test of a set is under way. */
export async function isTesting(db: Database, setId: string): Promise<boolean> {
  const found = await selectTests(db, setId).select('test.id').where(sql<boolean>`${stateNow} = 'running'`).executeTakeFirst();
  return found !== undefined;
}

/** The latest back-test of a set; null before the first. */
export async function latestBackTest(db: Database, setId: string): Promise<BackTestAnswer | null> {
  const row = await selectTests(db, setId)
    .leftJoin('data_table as input', 'input.id', 'test.table_id')
    .select([
      'test.id',
      'test.number',
      'test.source',
      'test.days',
      'test.file_name as fileName',
      'input.biz_id as tableId',
      'input.title as tableTitle',
      'test.run_id as runId',
      'test.total',
      // Of a run the step that judges says how far it is.
      sql<number>`case when test.state = 'running' and test.run_id is not null
        then coalesce((select max((step ->> 'rows')::bigint) from jsonb_array_elements(run.steps) step where step ->> 'id' = 'judge'), 0)
        else test.done end`.as('done'),
      'test.result',
      'run.failure',
      'run.requested_by as requestedBy',
      'test.author_id as authorId',
      'test.started_at as startedAt',
      'test.started_by as startedBy',
      stateNow.as('state'),
    ])
    .orderBy('test.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) return null;
  const { result, startedAt, runId, done, failure, ...rest } = row;
  const { failure: ownFailure, ...found } = (result ?? {}) as KeptResult;
  return {
    ...rest,
    ...found,
    failure: failure ?? ownFailure ?? null,
    id: String(row.id),
    runId: runId === null ? null : String(runId),
    done: Number(done),
    startTime: startedAt.toISOString(),
  };
}

/** What judging many records needs of a set, made once. */
export function prepared(definition: KeptRuleSet) {
  return { definition, compiled: compileRuleSet(definition) };
}
