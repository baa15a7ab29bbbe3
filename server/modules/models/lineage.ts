import { sql } from 'kysely';
import { filledLineage } from '../data-runs/filled-table.ts';
import { lastRun } from '../data-runs/last-run.ts';
import { keyOf, type LineageKind, type Maker, numbersOf, tableKey, type Way } from '../lineage/kinds.ts';
import { modelsAround } from './models.ts';

/** All of a model, where its columns do not matter. */
const whole = '*';

/** Models learn from the columns of a table. */
export const modelLineage: LineageKind = {
  async find(db, reader, { reads, own }) {
    const found = await modelsAround(db, reader, { tableIds: numbersOf(reads, 'table'), ids: numbersOf(own, 'model') });
    if (found.length === 0) return [];
    const runs = await db
      .selectFrom('ai_model')
      .select(['id', lastRun(sql<boolean>`run.kind = 'model-fit' and run.input ->> 'modelId' = ai_model.id::text`).as('run')])
      .where(
        'id',
        'in',
        found.map(({ row }) => row.id),
      )
      .execute();
    const runOf = new Map(runs.map(({ id, run }) => [id, run]));
    return found.map(
      ({ row, rights }): Maker => ({
        ...{ key: keyOf('model', row.id), name: row.name, target: String(row.id), isSeen: rights.maySee, keeps: true },
        ...{ run: runOf.get(row.id) ?? null, inputs: [tableKey(row.tableId)], outputs: [] },
      }),
    );
  },

  async ways(db, makers) {
    const ids = numbersOf(
      makers.map(({ key }) => key),
      'model',
    );
    const rows = await db
      .selectFrom('ai_model')
      .leftJoin('ai_model_version as current', 'current.id', 'ai_model.current_id')
      .select(['ai_model.id', 'ai_model.table_id as tableId', 'ai_model.settings', 'current.settings as learned'])
      .where('ai_model.id', 'in', ids)
      .execute();
    return new Map(
      rows.map(({ id, tableId, settings, learned }) => {
        const key = keyOf('model', id);
        const used = learned ?? settings;
        return [
          key,
          [used.target, ...used.features].map((column) => ({ from: { key: tableKey(tableId), column }, to: { key, column: whole } })),
        ];
      }),
    );
  },
};

/** Tables of predictions: the columns of their input as they are, and those of the prediction, which come from what the model was learned from. */
export const predictionLineage: LineageKind = filledLineage('prediction', {
  from: 'ai_prediction',
  runs: 'model-predict',

  async described(db, reader, tableIds) {
    const made = await db.selectFrom('ai_prediction').select(['table_id', 'model_id']).where('table_id', 'in', tableIds).execute();
    const models = await modelsAround(db, reader, { tableIds: [], ids: made.map((one) => one.model_id) });
    const seen = new Map(models.filter(({ rights }) => rights.maySee).map(({ row }) => [row.id, row.name]));
    return new Map(
      made.map((one) => {
        const name = seen.get(one.model_id);
        return [
          one.table_id,
          { inputs: [keyOf('model', one.model_id)], ...(name !== undefined && { name, target: String(one.model_id) }) },
        ];
      }),
    );
  },

  async ways(db, tables) {
    const made = await db
      .selectFrom('ai_prediction')
      .innerJoin('ai_model', 'ai_model.id', 'ai_prediction.model_id')
      .leftJoin('ai_model_version as current', 'current.id', 'ai_model.current_id')
      .select(['ai_prediction.table_id as id', 'ai_model.id as modelId', 'ai_model.settings', 'current.settings as learned'])
      .where('ai_prediction.table_id', 'in', [...tables.keys()])
      .execute();
    const inputs = [...tables.values()].map(({ inputId }) => inputId);
    const columns = await db
      .selectFrom('data_column')
      .select(['table_id', 'name'])
      .where('table_id', 'in', [...tables.keys(), ...inputs])
      .execute();
    const columnsOf = (id: number) => columns.filter((column) => column.table_id === id).map(({ name }) => name);
    return new Map(
      made.map(({ id, modelId, settings, learned }) => {
        const input = tables.get(id)?.inputId ?? 0;
        const taken = new Set(columnsOf(input));
        const ways = columnsOf(id).flatMap((column): Way[] => {
          const to = { key: tableKey(id), column };
          if (taken.has(column)) return [{ from: { key: tableKey(input), column }, to }];
          const read = (learned ?? settings).features.map((name) => ({ from: { key: tableKey(input), column: name }, to }));
          return [...read, { from: { key: keyOf('model', modelId), column: whole }, to }];
        });
        return [id, ways];
      }),
    );
  },
});

/** Causal analyses, which are their owner's alone. */
export const causalLineage: LineageKind = {
  async find(db, reader, { reads, own }) {
    const rows = await db
      .selectFrom('ai_causal')
      .select(['id', 'name', 'table_id as tableId', sql<boolean>`coalesce(owner_id = ${Number(reader.id)}, false)`.as('isSeen')])
      .select(lastRun(sql<boolean>`run.kind = 'causal' and run.input ->> 'causalId' = ai_causal.id::text`).as('run'))
      .where(
        sql<boolean>`(ai_causal.table_id = any(${numbersOf(reads, 'table')}::bigint[]) or ai_causal.id = any(${numbersOf(own, 'causal')}::bigint[]))`,
      )
      .orderBy('name')
      .orderBy('id')
      .execute();
    return rows.map(
      ({ id, name, tableId, isSeen, run }): Maker => ({
        ...{ key: keyOf('causal', id), name, target: String(id), isSeen, isPrivate: true, keeps: false, run },
        inputs: tableId === null ? [] : [tableKey(tableId)],
        outputs: [],
      }),
    );
  },

  async ways(db, makers) {
    const ids = numbersOf(
      makers.map(({ key }) => key),
      'causal',
    );
    const rows = await db.selectFrom('ai_causal').select(['id', 'table_id as tableId', 'settings']).where('id', 'in', ids).execute();
    return new Map(
      rows.map(({ id, tableId, settings }) => {
        const key = keyOf('causal', id);
        const used = [settings.treatment, settings.outcome, ...settings.confounders];
        return [key, used.map((column) => ({ from: { key: tableKey(tableId ?? 0), column }, to: { key, column: whole } }))];
      }),
    );
  },
};
