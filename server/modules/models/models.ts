import { sql } from 'kysely';
import type { Database } from '../../database/connection.ts';
import { ApiError } from '../../errors.ts';
import { selectTables } from '../data-mart/repository.ts';
import { type Reader, rightsColumn, rightsIn } from '../data-mart/rights.ts';
import type { RunStatus } from '../data-runs/tables.ts';
import { containing } from '../search.ts';
import type { ModelKind, ModelSettings } from './tables.ts';
import { standingColumn } from './worth.ts';

/** Where a model stands: never fitted, being fitted, ready to predict, or without a version because fitting failed. */
export type ModelState = 'new' | 'fitting' | 'ready' | 'failed';

function selectModels(db: Database) {
  return db
    .selectFrom('ai_model')
    .innerJoin('data_table', 'data_table.id', 'ai_model.table_id')
    .leftJoin('app_user', 'app_user.id', 'ai_model.owner_id')
    .leftJoin('ai_model_version as current', 'current.id', 'ai_model.current_id')
    .leftJoinLateral(
      (join) =>
        join
          .selectFrom('data_run')
          .select(['data_run.id as runId', 'data_run.status as runStatus', 'data_run.requested_by as runBy'])
          .where('data_run.kind', '=', 'model-fit')
          .where(sql<boolean>`data_run.input ->> 'modelId' = ai_model.id::text`)
          .orderBy('data_run.id', 'desc')
          .limit(1)
          .as('run'),
      (join) => join.onTrue(),
    )
    .select([
      'ai_model.id',
      'ai_model.biz_id as bizId',
      'ai_model.kind',
      'ai_model.name',
      'ai_model.description',
      'ai_model.owner_id as ownerId',
      'app_user.name as ownerName',
      'app_user.name_en as ownerNameEn',
      'ai_model.settings',
      'ai_model.version',
      'ai_model.created_at as createdAt',
      'ai_model.updated_at as updatedAt',
      'ai_model.table_id as tableId',
      'data_table.biz_id as tableBizId',
      'data_table.title as tableTitle',
      'data_table.revision as tableRevision',
      'current.id as currentId',
      'current.number as currentNumber',
      'current.estimator',
      'current.settings as currentSettings',
      'current.metric_name as metricName',
      'current.metric_value as metricValue',
      'current.made_at as fittedAt',
      'run.runId',
      'run.runStatus',
      'run.runBy',
      standingColumn('current').as('standing'),
    ]);
}
export type ModelRow = Awaited<ReturnType<ReturnType<typeof selectModels>['executeTakeFirstOrThrow']>>;

export function stateOf({ runStatus, currentId }: { runStatus: RunStatus | null; currentId: number | null }): ModelState {
  if (runStatus === 'queued' || runStatus === 'started') return 'fitting';
  if (currentId !== null) return 'ready';
  return runStatus === null || runStatus === 'canceled' || runStatus === 'stopped' ? 'new' : 'failed';
}

/** What somebody may do with a model: its owner everything, others what the table it learns from allows. */
export interface ModelRights {
  maySee: boolean;
  /** Fit it anew, change its settings, delete it. */
  mayChange: boolean;
  /** Learn from its table now. */
  mayFit: boolean;
}

/** Rights to tables by number, for models that are shown together. */
export async function rightsOfTables(db: Database, reader: Reader, tableIds: readonly number[]) {
  if (tableIds.length === 0) return new Map<number, ReturnType<typeof rightsIn>>();
  const rows = await selectTables(db).select(rightsColumn(reader)).where('data_table.id', 'in', tableIds).execute();
  return new Map(rows.map((row) => [row.id, rightsIn(row)]));
}

/**
 * A model tells of the columns it was learned from and of those the next version learns from, which may be others by now: others see it while they may use all
 * of them as input.
 */
export function rightsTo(
  { ownerId, settings, currentSettings }: Pick<ModelRow, 'ownerId' | 'settings' | 'currentSettings'>,
  reader: Reader,
  table: ReturnType<typeof rightsIn> | undefined,
): ModelRights {
  const isMine = ownerId === Number(reader.id);
  const allowed = table?.permissions.get('reference');
  const mayUse = (one: ModelSettings) =>
    allowed === null || (allowed !== undefined && [one.target, ...one.features].every((name) => allowed.has(name)));
  const mayFit = mayUse(settings);
  const mayUseAll = mayFit && (currentSettings === null || mayUse(currentSettings));
  return { maySee: isMine || mayUseAll, mayChange: isMine || (mayUseAll && table?.permissions.get('edit') === null), mayFit };
}

/** A page of the models somebody sees, what changed last first (API-106). */
export async function pageOfModels(
  db: Database,
  reader: Reader,
  {
    keyword,
    kind,
    state,
    pageNo,
    pageSize,
  }: { keyword: string; kind: ModelKind | ''; state: ModelState | ''; pageNo: number; pageSize: number },
): Promise<{ rows: { row: ModelRow; rights: ModelRights }[]; total: number }> {
  const pattern = containing(keyword);
  const found = await selectModels(db)
    .where(
      sql<boolean>`(${kind} = '' or ai_model.kind = ${kind}) and (${keyword} = '' or ai_model.name ilike ${pattern}
        or ai_model.description ilike ${pattern} or data_table.title ilike ${pattern})`,
    )
    .orderBy(sql`coalesce(ai_model.updated_at, ai_model.created_at)`, 'desc')
    .orderBy('ai_model.id', 'desc')
    .execute();
  const tables = await rightsOfTables(db, reader, [...new Set(found.map(({ tableId }) => tableId))]);
  const seen = found
    .filter((row) => state === '' || stateOf(row) === state)
    .map((row) => ({ row, rights: rightsTo(row, reader, tables.get(row.tableId)) }))
    .filter(({ rights }) => rights.maySee);
  return { rows: seen.slice((pageNo - 1) * pageSize, pageNo * pageSize), total: seen.length };
}

/** Models that learn from these tables, or have these numbers, with what the reader may do with each. */
export async function modelsAround(
  db: Database,
  reader: Reader,
  { tableIds, ids }: { tableIds: readonly number[]; ids: readonly number[] },
): Promise<{ row: ModelRow; rights: ModelRights }[]> {
  if (tableIds.length + ids.length === 0) return [];
  const rows = await selectModels(db)
    .where(sql<boolean>`(ai_model.table_id = any(${tableIds}::bigint[]) or ai_model.id = any(${ids}::bigint[]))`)
    .orderBy('ai_model.name')
    .orderBy('ai_model.id')
    .execute();
  const tables = await rightsOfTables(db, reader, [...new Set(rows.map(({ tableId }) => tableId))]);
  return rows.map((row) => ({ row, rights: rightsTo(row, reader, tables.get(row.tableId)) }));
}

/** A model for whoever sees it. @throws ApiError NOT_FOUND */
export async function requireModel(
  db: Database,
  reader: Reader,
  id: string,
  need: 'maySee' | 'mayChange' = 'maySee',
): Promise<{ row: ModelRow; rights: ModelRights }> {
  const row = await selectModels(db).where('ai_model.id', '=', Number(id)).executeTakeFirst();
  if (!row) throw new ApiError('NOT_FOUND');
  const rights = rightsTo(row, reader, (await rightsOfTables(db, reader, [row.tableId])).get(row.tableId));
  if (!rights.maySee) throw new ApiError('NOT_FOUND');
  if (!rights[need]) throw new ApiError('FORBIDDEN');
  return { row, rights };
}

export async function versionsOf(db: Database, modelId: number) {
  return await db
    .selectFrom('ai_model_version')
    .select([
      'id',
      'number',
      'estimator',
      'metric_name as metricName',
      'metric_value as metricValue',
      'seconds',
      'made_by as madeBy',
      'made_at as madeAt',
      'table_revision as tableRevision',
      standingColumn('ai_model_version').as('standing'),
    ])
    .where('model_id', '=', modelId)
    .orderBy('number', 'desc')
    .execute();
}

/** Whether a `data_table` of the query is filled by a model. */
export const filledByModel = (modelId: number) =>
  sql<boolean>`data_table.id in (select table_id from ai_prediction where model_id = ${modelId})`;

/** What is known of the version a model predicts with; nothing before the first. */
export async function currentVersion(db: Database, { currentId }: Pick<ModelRow, 'currentId'>) {
  if (currentId === null) return undefined;
  return await db
    .selectFrom('ai_model_version')
    .select([
      'id',
      'number',
      'settings',
      'columns',
      'summary',
      'estimator',
      'table_revision as tableRevision',
      'seconds',
      'made_at as madeAt',
      'made_by as madeBy',
    ])
    .where('id', '=', currentId)
    .executeTakeFirstOrThrow();
}

/** The version a model predicts with, and what it learned as threads take it. @throws ApiError MODEL_NOT_FITTED */
export async function contentOf(db: Database, row: Pick<ModelRow, 'currentId'>) {
  const version = await currentVersion(db, row);
  if (!version) throw new ApiError('MODEL_NOT_FITTED');
  const { content } = await db.selectFrom('ai_model_version').select('content').where('id', '=', version.id).executeTakeFirstOrThrow();
  return { version, content };
}
