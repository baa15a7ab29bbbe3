import type { Database } from '../../database/connection.ts';
import { ApiError } from '../../errors.ts';
import { mayAct, type Reader, requireTable } from '../data-mart/rights.ts';
import type { Executable } from '../data-runs/kinds.ts';
import { type ModelRow, modelsAround, requireModel, stateOf } from './models.ts';

/**
 * What API-103 runs of this module: fitting of the model of a number, of the one that fills a table, or of the latest that learns from a table and may be
 * fitted by the reader; predicting of the table of a number, or of the latest that the model of a number fills, or that is filled for the rows of a table.
 * @throws ApiError NOT_FOUND, FORBIDDEN, MODEL_FITTING, NOTHING_TO_RUN of a model that fills no table
 */
export async function findModelRun(
  db: Database,
  reader: Reader,
  { bizId, automlType }: { bizId: string; automlType?: 'fit' | 'predict' | undefined },
): Promise<Executable | undefined> {
  const filled = await db
    .selectFrom('ai_prediction')
    .innerJoin('data_table', 'data_table.id', 'ai_prediction.table_id')
    .select(['ai_prediction.table_id as tableId', 'ai_prediction.model_id as modelId', 'data_table.title'])
    .where('data_table.biz_id', '=', bizId)
    .executeTakeFirst();
  if (filled && automlType !== 'fit') {
    await requireTable(db, reader, bizId, 'execute');
    return { kind: 'model-predict', tableId: filled.tableId, title: filled.title, input: {} };
  }
  if (automlType === 'predict') return await findPrediction(db, reader, bizId);
  const found = await db
    .selectFrom('ai_model')
    .innerJoin('data_table', 'data_table.id', 'ai_model.table_id')
    .select('ai_model.id')
    .where((where) =>
      where.or([
        where('ai_model.biz_id', '=', bizId),
        ...(filled ? [where('ai_model.id', '=', filled.modelId)] : []),
        ...(automlType === 'fit' ? [where('data_table.biz_id', '=', bizId)] : []),
      ]),
    )
    .execute();
  if (found.length === 0) return undefined;
  const row = await latestToFit(db, reader, found);
  if (stateOf(row) === 'fitting') throw new ApiError('MODEL_FITTING');
  return { kind: 'model-fit', tableId: null, title: row.name, input: { modelId: String(row.id) } };
}

/** Of models of others the reader learns nothing but that they may not fit those they see. @throws ApiError NOT_FOUND, FORBIDDEN */
async function latestToFit(db: Database, reader: Reader, found: readonly { id: number }[]): Promise<ModelRow> {
  const models = await modelsAround(db, reader, { tableIds: [], ids: found.map(({ id }) => id) });
  const seen = models.filter(({ rights }) => rights.maySee).sort((one, other) => other.row.id - one.row.id);
  if (seen.length === 0) throw new ApiError('NOT_FOUND');
  const [mine] = seen.filter(({ rights }) => rights.mayChange && rights.mayFit);
  if (!mine) throw new ApiError('FORBIDDEN');
  return mine.row;
}

async function findPrediction(db: Database, reader: Reader, bizId: string): Promise<Executable | undefined> {
  const model = await db.selectFrom('ai_model').select('id').where('biz_id', '=', bizId).executeTakeFirst();
  if (model) await requireModel(db, reader, String(model.id));
  const filled = await db
    .selectFrom('ai_prediction')
    .innerJoin('data_table', 'data_table.id', 'ai_prediction.table_id')
    .innerJoin('data_table as input', 'input.id', 'ai_prediction.input_id')
    .select(['data_table.id', 'data_table.title'])
    .where((where) => (model ? where('model_id', '=', model.id) : where('input.biz_id', '=', bizId)))
    .where(mayAct(reader, 'execute'))
    .orderBy('data_table.id', 'desc')
    .executeTakeFirst();
  if (filled) return { kind: 'model-predict', tableId: filled.id, title: filled.title, input: {} };
  if (!model) return undefined;
  const message = 'The model fills no table that you may fill: predict one with it first';
  throw new ApiError('NOTHING_TO_RUN', { details: [{ field: 'bizId', message, key: 'aimodel.fillsNone' }] });
}
