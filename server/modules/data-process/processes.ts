import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { DataGraph } from '../../../src/core/data-graph/index.ts';
import type { Context } from '../../context.ts';
import { signedIn } from '../../contracts.ts';
import type { Database } from '../../database/connection.ts';
import { onPage } from '../../database/paging.ts';
import { ApiError } from '../../errors.ts';
import { record } from '../audit/record.ts';
import { authorOf, signature } from '../changes.ts';
import { tableOptions } from '../data-mart/catalogue.ts';
import { deleteUnused } from '../data-mart/in-use.ts';
import { createTable, findTable } from '../data-mart/repository.ts';
import { type Reader, requireTable, type SeenTable } from '../data-mart/rights.ts';
import { editorOf, withinEditor } from '../data-runs/editor.ts';
import { RunFailure } from '../data-runs/kinds.ts';
import { stateOf } from '../data-runs/runs.ts';
import type { RunStatus } from '../data-runs/tables.ts';
import { holdPlace, requireNoApproval } from '../data-schedule/no-approval.ts';
import { takeOffLine, takeOffLineAfter } from '../data-schedule/off-line.ts';
import { administrator } from '../identity/access.ts';
import { once } from '../once.ts';
import { containing } from '../search.ts';
import { requireWork } from '../workspaces/rights.ts';
import { inputsOf, nameOfDenied, tablesIn } from './read.ts';
import './tables.ts';

/** Tables somebody has to do with: their own, those of their workspaces, those granted to them; an administrator has with all. */
export function seenBy(reader: Reader) {
  const me = Number(reader.id);
  return sql<boolean>`(${reader.roles.includes(administrator)} or data_table.owner_id = ${me}
    or exists (select 1 from workspace_member member where member.workspace_id = data_table.workspace_id and member.user_id = ${me} and member.status = '0')
    or exists (select 1 from data_grant live where live.table_id = data_table.id and live.user_id = ${me} and live.state = 'granted'
      and live.starts_at <= now() and (live.ends_at is null or live.ends_at > now())))`;
}

function selectProcesses(db: Database, reader: Reader) {
  return db
    .selectFrom('data_process')
    .innerJoin('data_table', 'data_table.id', 'data_process.table_id')
    .leftJoin('workspace', 'workspace.id', 'data_table.workspace_id')
    .leftJoin('app_user as owner', 'owner.id', 'data_table.owner_id')
    .leftJoin('data_schedule', 'data_schedule.table_id', 'data_table.id')
    .where(seenBy(reader))
    .select([
      'data_table.biz_id as bizId',
      'data_table.name',
      'data_table.title',
      'data_table.row_count as rows',
      'data_table.refreshed_at as refreshedAt',
      'data_process.version',
      'data_process.updated_at as updatedAt',
      'workspace.name as workspaceName',
      'workspace.biz_id as workspaceId',
      'workspace.schedule_approval_state as approval',
      'owner.name as ownerName',
      sql<number>`jsonb_array_length(graph -> 'nodes')`.as('nodes'),
      sql<string>`coalesce(data_schedule.state, 'notConfigured')`.as('scheduleState'),
      sql<{
        id: string;
        status: RunStatus;
        rejected: number;
        endedAt: string | null;
      } | null>`(select json_build_object('id', run.id::text, 'status', run.status,
        'rejected', run.rejected, 'endedAt', run.ended_at) from data_run run where run.table_id = data_table.id order by run.id desc limit 1)`.as(
        'run',
      ),
    ]);
}

type Selected = Awaited<ReturnType<ReturnType<typeof selectProcesses>['executeTakeFirstOrThrow']>>;

function toProcess({ refreshedAt, updatedAt, approval, run, ...row }: Selected) {
  return {
    ...row,
    refreshedAt: refreshedAt?.toISOString() ?? null,
    updateTime: updatedAt?.toISOString() ?? null,
    inApproval: approval === 'in_progress',
    runId: run?.id ?? null,
    runStatus: run?.status ?? null,
    taskState: run ? stateOf(run.status, run.rejected) : null,
  };
}

/** A page of processes, by title. */
export async function pageOfProcesses(context: Context, given: { keyword: string; status: string; pageNo: number; pageSize: number }) {
  const reader = signedIn(context);
  const pattern = containing(given.keyword);
  const fits = sql<boolean>`(${given.keyword} = '' or data_table.title ilike ${pattern} or data_table.name ilike ${pattern})
    and (${given.status} = '' or (select run.status from data_run run where run.table_id = data_table.id order by run.id desc limit 1) = ${given.status})`;
  const { total } = await context.db
    .selectFrom('data_process')
    .innerJoin('data_table', 'data_table.id', 'data_process.table_id')
    .where(seenBy(reader))
    .where(fits)
    .select((row) => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await selectProcesses(context.db, reader)
    .where(fits)
    .orderBy('data_table.title')
    .orderBy('data_table.id')
    .$call(onPage(given.pageNo, given.pageSize))
    .execute();
  return { content: rows.map(toProcess), total, current: given.pageNo, size: given.pageSize };
}

/** One process with its graph and what the reader may do with it. @throws ApiError NOT_FOUND, FORBIDDEN */
export async function getProcess(context: Context, bizId: string) {
  const { db } = context;
  const reader = signedIn(context);
  const { table, permissions } = await requireTable(db, reader, bizId, 'view');
  const row = await selectProcesses(db, reader)
    .where('data_table.id', '=', table.id)
    .select(['data_process.graph', 'data_process.edited_by as editedBy', 'data_process.inputs'])
    .executeTakeFirst();
  if (!row) throw new ApiError('NOT_FOUND');
  const { graph, editedBy, inputs, ...rest } = row;
  const process = toProcess(rest);
  return {
    ...process,
    graph,
    permissions: [...permissions],
    canEdit: permissions.has('edit') && !process.inApproval,
    canRun: permissions.has('execute'),
    deniedTo: await deniedTo(db, reader, { editedBy, graph, inputs }),
  };
}

interface Saved {
  editedBy: number | null;
  graph: DataGraph;
  /** The columns it was saved with, by table. */
  inputs: Record<string, string[]>;
}

/** Whoever saved it last, where they may not use all its tables and columns any more: no run of others succeeds until somebody who may saves it. */
async function deniedTo(db: Database, reader: Reader, { editedBy, graph, inputs }: Saved): Promise<string | null> {
  const editor = await editorOf(db, editedBy, reader);
  if (!editor) return null;
  try {
    for (const [id, seen] of await inputsOf(db, reader, graph)) await withinEditor(db, editor, seen, inputs[id] ?? []);
    return null;
  } catch (error) {
    if (error instanceof RunFailure) return editor.name;
    throw error;
  }
}

/** What a new process begins with. */
const empty: DataGraph = { nodes: [{ id: 'output', kind: 'output', x: 460, y: 60, settings: { refresh: 'full' } }], edges: [] };

/** Makes a process and the table it fills. Of a key, see once, only one is made. @throws ApiError DUPLICATE, NOT_FOUND, FORBIDDEN, WORKSPACE_DISABLED, WORKSPACE_IN_APPROVAL */
export async function createProcess(
  context: Context,
  given: { name: string; title: string; workspaceId?: string | null | undefined; key?: string | undefined },
): Promise<{ bizId: string }> {
  const author = authorOf(context);
  try {
    return await context.db.transaction().execute(async (db) => {
      const id = await once(db, context, 'data-process.create', given, async () => {
        const workspaceId = given.workspaceId ? (await requireWork(db, author.user, given.workspaceId)).id : null;
        const { id: tableId, bizId } = await createTable(db, {
          name: given.name,
          title: given.title,
          kind: 'process',
          ownerId: Number(author.user.id),
          workspaceId,
          by: signature(author.user),
        });
        await db
          .insertInto('data_process')
          .values({
            ...{ table_id: tableId, graph: JSON.stringify(empty), inputs: '{}' },
            ...{ updated_by: signature(author.user), edited_by: Number(author.user.id) },
          })
          .execute();
        await record(db, author.origin, {
          action: 'data_process_create',
          targetType: 'data_process',
          targetId: bizId,
          actor: author.user,
          detail: { name: given.name, title: given.title },
        });
        return tableId;
      });
      const made = await db.selectFrom('data_table').select('biz_id as bizId').where('id', '=', id).executeTakeFirst();
      if (!made) throw new ApiError('NOT_FOUND');
      return made;
    });
  } catch (error) {
    if (!(error instanceof Error && 'constraint' in error && error.constraint === 'data_table_name')) throw error;
    throw new ApiError('DUPLICATE', { cause: error, details: [{ field: 'name', message: 'This exists already', key: 'error.DUPLICATE' }] });
  }
}

/**
 * Saves a graph, finished or not, unless somebody saved another one meanwhile. Whoever does may use every table it reads, because others run it with their rights.
 * A schedule of it is taken off line when the graph does something else; where its nodes stand and what they are called is no change of that.
 * @throws ApiError NOT_FOUND, FORBIDDEN, CONFLICT, WORKSPACE_IN_APPROVAL, PROCESS_INPUT_DENIED
 */
export async function saveProcess(
  context: Context,
  { bizId, version, graph }: { bizId: string; version: number; graph: DataGraph },
): Promise<{ version: number; offLine: boolean }> {
  const author = authorOf(context);
  const { table } = await requireTable(context.db, author.user, bizId, 'edit');
  const inputs = await inputsOf(context.db, author.user, graph);
  await refuseDeniedInputs(context.db, author.user, tablesIn(graph), inputs);
  const used = Object.fromEntries([...inputs].map(([id, { columns }]) => [id, columns.map(({ name }) => name)]));
  return await context.db.transaction().execute(async (db) => {
    await requireNoApproval(db, table.workspaceId);
    const before = await db
      .selectFrom('data_process')
      .select(['graph', 'inputs', 'edited_by', 'version'])
      .where('table_id', '=', table.id)
      .forUpdate()
      .executeTakeFirst();
    // Whoever saves it answers for what it reads, so that the same graph of somebody else is a change.
    const is = { graph: JSON.parse(JSON.stringify(graph)), inputs: used, edited_by: Number(author.user.id), version };
    if (isDeepStrictEqual(before, is)) return { version, offLine: false };
    const saved = await db
      .updateTable('data_process')
      .set({
        graph: JSON.stringify(graph),
        inputs: JSON.stringify(used),
        version: sql<number>`version + 1`,
        updated_at: sql<Date>`now()`,
        updated_by: signature(author.user),
        edited_by: Number(author.user.id),
      })
      .where('table_id', '=', table.id)
      .where('version', '=', version)
      .returning('version')
      .executeTakeFirst();
    if (!saved) throw new ApiError('CONFLICT');
    const isOther = before !== undefined && !isDeepStrictEqual(undrawn(before.graph), undrawn(graph));
    const offLine = isOther && (await takeOffLine(context, db, [table.id])) > 0;
    await record(db, author.origin, {
      action: 'data_process_update',
      targetType: 'data_process',
      targetId: bizId,
      targetName: table.name,
      actor: author.user,
      detail: { version: saved.version, nodes: graph.nodes.length },
    });
    return { ...saved, offLine };
  });
}

/** What a graph does: as it is kept, without where its nodes are drawn and what they are called. */
function undrawn({ nodes, edges }: DataGraph): unknown {
  const done = nodes.map(({ x: _x, y: _y, title: _title, ...node }) => node);
  return JSON.parse(JSON.stringify({ nodes: done, edges }));
}

/** Tables that are gone may stay in a graph, those the reader may not use may not. @throws ApiError PROCESS_INPUT_DENIED naming one */
async function refuseDeniedInputs(
  db: Database,
  reader: Reader,
  ids: readonly string[],
  inputs: ReadonlyMap<string, SeenTable>,
): Promise<void> {
  for (const id of ids) {
    if (inputs.has(id)) continue;
    if (!(await findTable(db, id))) continue;
    const name = await nameOfDenied(db, reader, id);
    const msg = `You may not use the table ${name} as an input`;
    throw new ApiError('PROCESS_INPUT_DENIED', {
      msg,
      details: [{ field: '', message: msg, key: 'dataprocess.inputDenied', values: { table: name } }],
    });
  }
}

/** Deletes a process with the table it fills, unless something needs the table. @throws ApiError NOT_FOUND, FORBIDDEN, IN_USE, WORKSPACE_IN_APPROVAL */
export async function removeProcess(context: Context, bizId: string): Promise<void> {
  const author = authorOf(context);
  await context.db.transaction().execute(async (db) => {
    const place = await holdPlace(db, bizId);
    const { table } = await requireTable(db, author.user, bizId, 'delete');
    if (table.kind !== 'process') throw new ApiError('NOT_FOUND');
    await requireNoApproval(db, place);
    await takeOffLineAfter(context, db, table);
    if (!(await deleteUnused(db, author.user, table.id))) throw new ApiError('NOT_FOUND');
    await record(db, author.origin, {
      action: 'data_process_delete',
      targetType: 'data_process',
      targetId: bizId,
      actor: author.user,
      detail: { name: table.name },
    });
  });
}

/** Tables the reader may use as inputs, for the choice of an input node. */
export async function inputChoices(context: Context, given: { keyword: string; self?: string | undefined }) {
  const found = await tableOptions(context.db, signedIn(context), 'reference', given.keyword);
  return found.filter(({ value }) => value !== given.self);
}
