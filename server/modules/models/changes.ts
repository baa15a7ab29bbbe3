import { isDeepStrictEqual } from 'node:util';
import { estimators } from '../../../src/core/learning/index.ts';
import type { WordedContext } from '../../context.ts';
import type { Database } from '../../database/connection.ts';
import { textOrNull } from '../../database/values.ts';
import { ApiError, wrong } from '../../errors.ts';
import { record } from '../audit/record.ts';
import { authorOf, signature, touched } from '../changes.ts';
import { requireFillsNone } from '../data-mart/filled.ts';
import { requireTable, type SeenTable } from '../data-mart/rights.ts';
import { once } from '../once.ts';
import { filledByModel, requireModel } from './models.ts';
import type { ModelKind, ModelSettings } from './tables.ts';

export interface GivenModel {
  kind: ModelKind;
  name: string;
  description?: string | null | undefined;
  /** Number of the data table it learns from. */
  tableId: string;
  target: string;
  positive?: string | null | undefined;
  features?: string[] | undefined;
  estimators?: ModelSettings['estimators'] | undefined;
  budget?: number | undefined;
  seed?: number | undefined;
  key?: string | undefined;
}

const usual = { budget: 30, seed: 1 };

/** Settings as they are kept: columns must be there and allowed, and of types that can be learned. @throws ApiError PARAMETER_ERROR */
export function settingsOf({ columns }: SeenTable, given: Omit<GivenModel, 'name' | 'tableId'>): ModelSettings {
  const byName = new Map(columns.map((column) => [column.name, column]));
  const target = byName.get(given.target);
  if (!target) throw wrong('target', 'is no column you may use', 'aimodel.columnDenied');
  const isText = given.kind === 'text';
  const unfit = isText ? ['text', 'id', 'date', 'timestamp'] : ['id', 'date', 'timestamp', 'text'];
  if (unfit.includes(target.analysisType)) throw wrong('target', 'is of a type that is not predicted', 'aimodel.targetType');
  const wished = given.features?.length
    ? given.features
    : columns.filter(({ analysisType }) => !['id', 'text'].includes(analysisType)).map(({ name }) => name);
  const features = [...new Set(wished)].filter((name) => name !== given.target);
  if (features.length === 0 || (isText && features.length !== 1))
    throw wrong('features', 'says which columns to learn from', 'aimodel.noFeature');
  for (const name of features) if (!byName.has(name)) throw wrong('features', 'holds a column you may not use', 'aimodel.columnDenied');
  return {
    target: given.target,
    positive: textOrNull(given.positive),
    features,
    estimators: given.estimators?.length ? [...new Set(given.estimators)] : [...estimators],
    budget: given.budget ?? usual.budget,
    seed: given.seed ?? usual.seed,
  };
}

/** Makes a model that is not fitted yet. Of a key, see once, only one is made. @throws ApiError NOT_FOUND, FORBIDDEN, PARAMETER_ERROR */
export async function createModel(context: WordedContext, given: GivenModel): Promise<{ id: string }> {
  const { user, origin } = authorOf(context);
  const seen = await requireTable(context.db, user, given.tableId, 'reference');
  const settings = settingsOf(seen, given);
  const make = async (db: Database) => {
    const { id } = await db
      .insertInto('ai_model')
      .values({
        kind: given.kind,
        name: given.name.trim(),
        description: textOrNull(given.description),
        owner_id: Number(user.id),
        table_id: seen.table.id,
        settings: JSON.stringify(settings),
        updated_by: signature(user),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const detail = { name: given.name, table: given.tableId, ...settings };
    await record(db, origin, { action: 'ai_model_create', targetType: 'ai_model', targetId: String(id), actor: user, detail });
    return id;
  };
  const id = await context.db.transaction().execute((db) => once(db, context, 'ai-model.create', given, () => make(db)));
  return { id: String(id) };
}

export interface ChangedModel extends Omit<GivenModel, 'kind' | 'tableId' | 'key'> {
  id: string;
  version: number;
}

/** Changes the name and what the next version is learned with. Versions there are stay as they are; what is saved as it was is no change. @throws ApiError NOT_FOUND, CONFLICT with the model as it is, PARAMETER_ERROR */
export async function saveModel(context: WordedContext, given: ChangedModel): Promise<void> {
  const { user, origin } = authorOf(context);
  await context.db.transaction().execute(async (db) => {
    const { row } = await requireModel(db, user, given.id, 'mayChange');
    const settings = settingsOf(await requireTable(db, user, row.tableBizId, 'reference'), { ...given, kind: row.kind });
    const called = { name: given.name.trim(), description: textOrNull(given.description) };
    const kept = { name: row.name, description: row.description, settings: row.settings };
    if (row.version === given.version && isDeepStrictEqual({ ...called, settings }, kept)) return;
    const changed = await db
      .updateTable('ai_model')
      .set({ ...called, settings: JSON.stringify(settings), ...touched(user) })
      .where('id', '=', row.id)
      .where('version', '=', given.version)
      .executeTakeFirst();
    if (changed.numUpdatedRows === 0n) {
      const { name, description, version, settings: current } = row;
      throw new ApiError('CONFLICT', { data: { id: given.id, name, description, version, settings: current } });
    }
    const detail = { before: row.settings, after: settings, name: given.name };
    await record(db, origin, { action: 'ai_model_update', targetType: 'ai_model', targetId: given.id, actor: user, detail });
  });
}

const fills = { seen: 'aimodel.fillsTables', both: 'aimodel.fillsTablesAndOthers', others: 'aimodel.fillsOthers' };

/** Deletes a model no table is filled by (API-107). @throws ApiError NOT_FOUND, FORBIDDEN, IN_USE */
export async function removeModel(context: WordedContext, id: string): Promise<void> {
  const { user, origin } = authorOf(context);
  await context.db.transaction().execute(async (db) => {
    await db.selectFrom('ai_model').select('id').where('id', '=', Number(id)).forUpdate().executeTakeFirst();
    const { row } = await requireModel(db, user, id, 'mayChange');
    await requireFillsNone(db, user, filledByModel(row.id), fills);
    await db.updateTable('ai_model').set({ current_id: null }).where('id', '=', row.id).execute();
    await db.deleteFrom('ai_model').where('id', '=', row.id).execute();
    await record(db, origin, { action: 'ai_model_delete', targetType: 'ai_model', targetId: id, actor: user, detail: { name: row.name } });
  });
}
