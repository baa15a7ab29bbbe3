import { join } from 'node:path';
import { readDay, readMoment } from '../../../src/core/date-signs.ts';
import { type TruthWords, truthIn } from '../../../src/core/index.ts';
import type { LearningColumn } from '../../../src/core/learning/index.ts';
import { askerOf } from '../../caller.ts';
import type { WordedContext } from '../../context.ts';
import { signedIn } from '../../contracts.ts';
import { ask, castTo, literal, name, typeOf } from '../../data-engine/index.ts';
import { ApiError, wrong } from '../../errors.ts';
import { truthWordsOf } from '../../truth-words.ts';
import { record } from '../audit/record.ts';
import { authorOf } from '../changes.ts';
import { openRelation } from '../data-mart/relation.ts';
import { takeRevision } from '../data-mart/revisions.ts';
import { requireTable, type SeenTable } from '../data-mart/rights.ts';
import { requireEvery } from '../data-runs/columns.ts';
import { editorOf, withinEditor } from '../data-runs/editor.ts';
import { createFilledTable } from '../data-runs/filled-table.ts';
import { RunFailure, type RunKind } from '../data-runs/kinds.ts';
import { doInRun } from '../work/in-run.ts';
import { answerSoon } from '../work/short.ts';
import { failures } from './failures.ts';
import { mostLabels } from './labels.ts';
import { contentOf, currentVersion, requireModel } from './models.ts';
import { fileColumn, labelText, valueSql } from './source.ts';
import type { ModelColumn } from './tables.ts';
import type { Said } from './work/predict.ts';

/** Rows that are predicted at a time, and at most. */
const atOnce = 50_000;
const mostRows = 2_000_000;
/** Milliseconds a prediction may take. */
const longest = 3_600_000;

export interface GivenPrediction {
  id: string;
  /** Number of the table to predict for. */
  tableId: string;
  name: string;
  title: string;
  key?: string | undefined;
}

/** Makes a table a model fills with its predictions for another one, and queues the first run. @throws ApiError NOT_FOUND, FORBIDDEN, DUPLICATE, MODEL_NOT_FITTED, PARAMETER_ERROR */
export async function createPrediction(context: WordedContext, given: GivenPrediction): Promise<{ bizId: string; runId: string }> {
  const { user, origin } = authorOf(context);
  const { row } = await requireModel(context.db, user, given.id);
  const version = await currentVersion(context.db, row);
  if (!version) throw new ApiError('MODEL_NOT_FITTED');
  const input = await requireTable(context.db, user, given.tableId, 'reference');
  const lost = lostColumns(input, version.columns);
  if (lost.length > 0) throw missing('tableId', lost);
  return await createFilledTable(context, {
    ...{ given, call: 'ai-model.predict', kind: 'model', runs: 'model-predict' },
    async keep(db, { id }) {
      await db.insertInto('ai_prediction').values({ table_id: id, model_id: row.id, input_id: input.table.id }).execute();
      const detail = { model: given.id, input: given.tableId, name: given.name };
      await record(db, origin, { action: 'ai_model_predict', targetType: 'ai_model', targetId: given.id, actor: user, detail });
    },
  });
}

export function missing(field: string, lost: readonly string[]): ApiError {
  const columns = lost.join(', ');
  const details = [{ field, message: `lacks columns of the model: ${columns}`, key: 'aimodel.columnsMissing', values: { columns } }];
  return new ApiError('PARAMETER_ERROR', { details });
}

export function lostColumns({ columns }: SeenTable, wanted: readonly Pick<ModelColumn, 'name'>[]): string[] {
  return wanted.map(({ name: own }) => own).filter((own) => !columns.some((column) => column.name === own));
}

/** Predicts for a whole table: its rows as whoever started the run and whoever has what it fills may use them, with the label or number and how probable it is. */
export const predictRun: RunKind = {
  fills: 'model',

  async work(context) {
    const { db, files, reader, run, settings } = context;
    const found = await db
      .selectFrom('ai_prediction')
      .innerJoin('data_table as output', 'output.id', 'ai_prediction.table_id')
      .innerJoin('data_table as input', 'input.id', 'ai_prediction.input_id')
      .select(['ai_prediction.model_id as modelId', 'output.id as outputId', 'output.biz_id as output', 'output.owner_id as ownerId'])
      .select('input.biz_id as input')
      .where('ai_prediction.table_id', '=', run.tableId ?? 0)
      .executeTakeFirst();
    if (!found) throw new RunFailure('aimodel.failure.gone');
    await requireTable(db, reader, found.output, 'execute');
    const { row } = await requireModel(db, reader, String(found.modelId));
    const { version, content } = await contentOf(db, row);
    const whole = await requireTable(db, reader, found.input, 'reference');
    const needed = version.columns.map((column) => column.name);
    await requireEvery(db, whole, needed);
    const input = await withinEditor(db, await editorOf(db, found.ownerId, reader), whole, needed, 'owner');
    await context.plan([
      { id: 'read', title: 'aimodel.step.read' },
      { id: 'predict', title: 'aimodel.step.predict' },
      { id: 'write', title: 'aimodel.step.write' },
    ]);
    const relation = await openRelation(db, files, settings.dataDir, input);
    if (relation.rows > mostRows) throw new RunFailure('aimodel.failure.tooManyRows', { most: String(mostRows) });
    const session = await context.session({ files: relation.files });
    const parts = Array.from({ length: Math.max(1, Math.ceil(relation.rows / atOnce)) }, (_, part) => ({
      from: join(session.folder, `rows-${part}.csv`),
      to: join(session.folder, `said-${part}.csv`),
    }));
    await context.step('read', async () => {
      await session.query(`CREATE TEMP TABLE "#rows" AS SELECT *, row_number() OVER () AS "#" FROM ${relation.sql}`);
      const list = version.columns.map((column) => `${valueSql(column)} AS ${name(column.name)}`).join(', ');
      for (const [part, { from }] of parts.entries())
        await session.query(
          `COPY (SELECT "#" AS "##", ${list} FROM "#rows" WHERE "#" > ${part * atOnce} AND "#" <= ${(part + 1) * atOnce} ORDER BY "#")
           TO ${literal(from)} (FORMAT csv, HEADER false, FORCE_QUOTE *, ESCAPE '"')`,
        );
      return { rows: relation.rows };
    });
    await context.step('predict', async () => {
      await doInRun(context, { kind: 'predict', model: content, columns: version.columns.map(fileColumn), files: parts }, longest, {
        failures,
      });
      return { rows: relation.rows };
    });
    const isNumber = version.summary.task.kind === 'number';
    // The engine tells no capitals.
    const taken = new Set(relation.columns.map((column) => column.name.toLowerCase()));
    const free = (wished: string): string => (taken.has(wished) ? free(`${wished}_`) : wished);
    const added = isNumber
      ? [{ name: free('prediction'), fieldType: 'float' as const }]
      : [
          { name: free('prediction'), fieldType: 'string' as const },
          { name: free('probability'), fieldType: 'float' as const },
        ];
    const file = join(session.folder, 'out.parquet');
    await context.step('write', async () => {
      const types = added.map((column) => `, ${literal(column.name)}: ${literal(typeOf[column.fieldType])}`).join('');
      const said = `read_csv([${parts.map(({ to }) => literal(to)).join(', ')}], columns = {'#': 'BIGINT'${types}},
        header = false, auto_detect = false, delim = ',', quote = '"', escape = '"', new_line = '\\n')`;
      const kept = relation.columns.map((column) => `${castTo(`own.${name(column.name)}`, column.fieldType)} AS ${name(column.name)}`);
      const own = added.map((column) => `said.${name(column.name)}`);
      await session.query(
        `COPY (SELECT ${[...kept, ...own].join(', ')} FROM "#rows" AS own JOIN ${said} AS said ON own."#" = said."#" ORDER BY own."#")
         TO ${literal(file)} (FORMAT parquet, COMPRESSION zstd)`,
      );
      return { rows: relation.rows };
    });
    await takeRevision(db, files, {
      tableId: found.outputId,
      file,
      mode: 'full',
      by: run.requestedName,
      columns: [
        ...relation.columns.map(({ name: own, title, analysisType }) => ({ name: own, title, analysisType })),
        ...added.map((column) => ({
          name: column.name,
          analysisType: column.fieldType === 'string' ? ('category' as const) : ('numeric' as const),
        })),
      ],
      confirm: (transaction) => context.finish(transaction, { rows: relation.rows }),
    });
    return undefined;
  },
};

const mostCharacters = 5_000;

/** What a model says of one row that was typed, or of one text. Nothing is kept. @throws ApiError NOT_FOUND, MODEL_NOT_FITTED, PARAMETER_ERROR, DATA_BUSY, DATA_TIMEOUT */
export async function predictOne(
  context: WordedContext,
  { id, values }: { id: string; values: readonly { name: string; value?: string | number | boolean | null | undefined }[] },
): Promise<Said & { unfamiliar: Unfamiliar[] }> {
  const { row: model } = await requireModel(context.db, signedIn(context), id);
  const { version, content } = await contentOf(context.db, model);
  const given = new Map(
    values.map((one, at) => [
      one.name,
      {
        at,
        text: String(one.value ?? '')
          .trim()
          .slice(0, mostCharacters),
      },
    ]),
  );
  const words = truthWordsOf(context.services.documents);
  const asker = askerOf(context);
  const labelled = async (column: ModelColumn) => {
    const one = given.get(column.name);
    if (!one || one.text === '' || column.analysisType !== 'category') return one;
    return { ...one, text: await labelText((text) => ask({ sql: text, files: [], caller: asker.caller }), column, one.text, words) };
  };
  const row = await Promise.all(version.columns.map(labelled));
  const columns = version.columns.map((column, at) => typed(column, row[at], words));
  const said = await answerSoon(asker, { kind: 'predictOne', model: content, columns });
  const unfamiliar = version.columns.flatMap((column, at) => {
    return isUnfamiliar(column, row[at]?.text ?? '') ? [{ column: column.title, value: given.get(column.name)?.text ?? '' }] : [];
  });
  return { ...said, unfamiliar };
}

/** A value of a category that stood in no row the model learned from: it says nothing to the model. */
interface Unfamiliar {
  column: string;
  value: string;
}

/** Of columns with more labels than are kept with a model nobody knows which there were. */
function isUnfamiliar({ analysisType, labels = [] }: ModelColumn, label: string): boolean {
  return analysisType === 'category' && label !== '' && labels.length > 0 && labels.length < mostLabels && !labels.includes(label);
}

const truthNumber = (truth: boolean | undefined): number => (truth === undefined ? Number.NaN : Number(truth));

function typed(column: ModelColumn, given: { at: number; text: string } | undefined, words: TruthWords): LearningColumn {
  const { name: own, analysisType } = column;
  const text = given?.text ?? '';
  if (analysisType === 'category' || analysisType === 'text' || analysisType === 'id')
    return { name: own, analysis: analysisType, texts: [text === '' ? null : text] };
  const value = text === '' ? Number.NaN : numberOf(analysisType, text, words);
  if (text !== '' && !Number.isFinite(value))
    throw wrong(`values.${given?.at ?? 0}.value`, 'cannot be read', `aimodel.valueUnread.${analysisType}`);
  return { name: own, analysis: analysisType, numbers: Float64Array.of(value) };
}

/** What a typed text means as the number a model learned from, see valueSql: days and moments are of UTC. NaN where it cannot be read. */
function numberOf(analysis: 'numeric' | 'boolean' | 'date' | 'timestamp', text: string, words: TruthWords): number {
  switch (analysis) {
    case 'numeric':
      return Number(text);
    case 'boolean':
      return truthNumber(truthIn(text, words));
    case 'date':
      return readMoment(readDay(text) ?? '') ?? Number.NaN;
    case 'timestamp':
      return readMoment(text) ?? Number.NaN;
  }
}
