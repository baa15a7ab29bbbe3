import { sql } from 'kysely';
import type { Reading } from '../../context.ts';
import type { Database } from '../../database/connection.ts';
import { onPage } from '../../database/paging.ts';
import { ApiError } from '../../errors.ts';
import { nameIn, wordsOfArea } from '../../reader.ts';
import { mayAct, type Reader, requireTable } from '../data-mart/rights.ts';
import { processWords, sayFault } from '../data-process/words.ts';
import type { RunNote, RunStatus, TaskState } from './tables.ts';

/** Execution statuses as task states: finished with rows left out is a warning (DATA-11). */
export function stateOf(status: RunStatus, rejected: number): TaskState {
  if (status === 'queued') return 'waiting';
  if (status === 'started') return 'running';
  if (status === 'finished') return rejected > 0 ? 'warning' : 'success';
  return 'fail';
}

function selectRuns(db: Database, reader: Reader) {
  return db
    .selectFrom('data_run')
    .leftJoin('data_table', 'data_table.id', 'data_run.table_id')
    .leftJoin('account_person as requester', 'requester.username', 'data_run.requested_name')
    .select([
      'data_run.id',
      'data_run.kind',
      'data_run.title',
      'data_run.status',
      'data_run.steps',
      'data_run.row_count as rows',
      'data_run.rejected',
      'data_run.note',
      'data_run.failure',
      'data_run.requested_by as requestedBy',
      'data_run.requested_name as requestedName',
      'requester.name as personName',
      'requester.name_en as personNameEn',
      'requester.has_left as hasLeft',
      'data_run.schedule_id as scheduleId',
      'data_run.rerun_of as rerunOf',
      'data_run.attempt',
      'data_run.created_at as createdAt',
      'data_run.started_at as startedAt',
      'data_run.ended_at as endedAt',
      'data_run.stop_asked_at as stopAskedAt',
      'data_table.biz_id as bizId',
      sql<boolean>`(${mayAct(reader, 'execute')} or data_run.requested_by is not distinct from ${Number(reader.id)})`.as('mayReadDetail'),
    ]);
}
export type SelectedRun = Awaited<ReturnType<ReturnType<typeof selectRuns>['executeTakeFirstOrThrow']>>;

/**
 * A run in the words of its reader. What the engine or a script said of a failure may hold values of columns that not everybody sees: it is for who may run it, or did.
 */
export function runSayer(context: Reading) {
  const [words, say] = [processWords(context), wordsOfArea(context, (key) => key)];
  const note = (given: RunNote | null, mayReadDetail: boolean): string | null => {
    if (!given) return null;
    const detail = given.detail === undefined || mayReadDetail ? given.detail : say('datarun.failure.detailKept');
    const [area, ...rest] = given.key.split('.');
    const text =
      area === 'dataprocess' && rest[0] === 'fault'
        ? sayFault(words, { kind: rest.slice(1).join('.'), ...(given.values && { values: given.values }) })
        : say(given.key, { ...given.values, detail: detail ?? '' });
    return detail === undefined ? text : `${text} ${detail}`;
  };
  const title = (text: string) => (/^[a-z]+\.[a-zA-Z.]+$/.test(text) ? say(text) : text);
  return (run: SelectedRun) => {
    const state = stateOf(run.status, run.rejected);
    const started = run.startedAt?.getTime();
    const ended = run.endedAt?.getTime();
    const done = run.steps.filter((step) => step.state === 'success' || step.state === 'warning').length;
    return {
      id: String(run.id),
      kind: run.kind,
      bizId: run.bizId,
      title: run.title,
      status: run.status,
      state,
      isOpen: run.status === 'queued' || run.status === 'started',
      isStopping: run.status === 'started' && run.stopAskedAt !== null,
      progress: run.status === 'finished' ? 100 : run.steps.length === 0 ? 0 : Math.round((done / run.steps.length) * 100),
      rows: run.rows,
      rejected: run.rejected,
      note: note(run.note, run.mayReadDetail),
      failure: note(run.failure, run.mayReadDetail),
      failedStep: title(run.steps.find(({ id }) => id === run.failure?.step)?.title ?? '') || null,
      // An account of which nothing is known any more stands for itself.
      requestedName: nameIn(context, { name: run.personName, nameEn: run.personNameEn, hasLeft: run.hasLeft }) ?? run.requestedName,
      isScheduled: run.scheduleId !== null,
      isRepeated: run.attempt > 1,
      createTime: run.createdAt.toISOString(),
      startTime: run.startedAt?.toISOString() ?? null,
      endTime: run.endedAt?.toISOString() ?? null,
      seconds: started === undefined || ended === undefined ? null : Math.max(0, Math.round((ended - started) / 100) / 10),
      steps: run.steps.map((step) => ({
        ...step,
        title: title(step.title),
        seconds:
          step.startedAt && step.endedAt
            ? Math.max(0, Math.round((Date.parse(step.endedAt) - Date.parse(step.startedAt)) / 100) / 10)
            : null,
      })),
    };
  };
}

/** A run for whoever may see its table; one without a table for who started it. @throws ApiError NOT_FOUND */
export async function requireRun(db: Database, reader: Reader, id: string, permission: 'view' | 'execute' = 'view'): Promise<SelectedRun> {
  const run = await selectRuns(db, reader).where('data_run.id', '=', Number(id)).executeTakeFirst();
  if (!run) throw new ApiError('NOT_FOUND');
  if (run.bizId !== null) await requireTable(db, reader, run.bizId, permission);
  else if (run.requestedBy !== Number(reader.id)) throw new ApiError('NOT_FOUND');
  return run;
}

/** The runs of a table, the newest first. */
export async function pageOfRuns(
  db: Database,
  reader: Reader,
  tableId: number,
  { pageNo, pageSize }: { pageNo: number; pageSize: number },
) {
  const { total } = await db
    .selectFrom('data_run')
    .where('table_id', '=', tableId)
    .select((row) => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await selectRuns(db, reader)
    .where('data_run.table_id', '=', tableId)
    .orderBy('data_run.id', 'desc')
    .$call(onPage(pageNo, pageSize))
    .execute();
  return { rows, total };
}

/** Runs by their numbers, the newest first. */
export async function runsOf(db: Database, reader: Reader, ids: readonly number[]): Promise<SelectedRun[]> {
  if (ids.length === 0) return [];
  return await selectRuns(db, reader).where('data_run.id', 'in', ids).orderBy('data_run.id', 'desc').execute();
}

/** What a run that fills no table is about. */
const subject = sql`coalesce(input ->> 'modelId', input ->> 'imageModelId', input ->> 'causalId')`;

/** Forgets runs nobody looks at any more: of each table, model and analysis the last 200 stay. */
export async function sweepRuns(db: Database): Promise<void> {
  await sql`delete from data_run where id in (
    select id from (
      select id, row_number() over (partition by table_id, kind, ${subject} order by id desc) as place
      from data_run where status not in ('queued', 'started')
    ) ranked where place > 200 limit 1000)`.execute(db);
}
