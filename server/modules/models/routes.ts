import { sql } from 'kysely';
import type { Reading, WordedContext } from '../../context.ts';
import { defineModule, signedIn } from '../../contracts.ts';
import type { Database } from '../../database/connection.ts';
import { nameIn } from '../../reader.ts';
import { filledTables } from '../data-mart/filled.ts';
import { columnsOf, selectTables } from '../data-mart/repository.ts';
import { mayAct, type Reader, requireTable } from '../data-mart/rights.ts';
import { registerExecutable, registerRunKind } from '../data-runs/kinds.ts';
import { registerLineage } from '../lineage/kinds.ts';
import { containing } from '../search.ts';
import { causalRun, createCausal, pageOfCausal, removeCausal, requireCausal } from './causal.ts';
import { createModel, removeModel, saveModel } from './changes.ts';
import { evaluateModel, shown } from './evaluate.ts';
import { findModelRun } from './find-run.ts';
import { fitRun } from './fit.ts';
import { causalLineage, modelLineage, predictionLineage } from './lineage.ts';
import {
  currentVersion,
  filledByModel,
  type ModelRights,
  type ModelRow,
  pageOfModels,
  requireModel,
  stateOf,
  versionsOf,
} from './models.ts';
import { createPrediction, predictOne, predictRun } from './predict.ts';
import { toldCausal, toldWarning } from './telling.ts';
import { besideBaseline, toldWorth } from './worth.ts';

registerRunKind('model-fit', fitRun);
registerRunKind('model-predict', predictRun);
registerRunKind('causal', causalRun);
registerLineage('model', modelLineage);
registerLineage('prediction', predictionLineage);
registerLineage('causal', causalLineage);
registerExecutable(findModelRun);

const mostChoices = 100;

/** Models that are learned from data tables, what they predict, and causal analyses (DATA-02, DATA-03, DATA-05, DATA-21). */
export const aiModelModule = defineModule({
  service: 'ai-model',
  routes: {
    async searchPage(request) {
      const { keyword = '', kind = '', state = '', pageNo = 1, pageSize = 10 } = request.body;
      const found = await pageOfModels(request.db, signedIn(request), { keyword: keyword.trim(), kind, state, pageNo, pageSize });
      return {
        content: found.rows.map(({ row, rights }) => answerOf(request, row, rights)),
        total: found.total,
        current: pageNo,
        size: pageSize,
      };
    },

    async get(request) {
      return await detailOf(request, request.query.id);
    },

    async create(request) {
      return await createModel(request, request.body);
    },

    async save(request) {
      await saveModel(request, request.body);
      return await detailOf(request, request.body.id);
    },

    async removeById(request) {
      await removeModel(request, request.query.id);
      return {};
    },

    async tables(request) {
      return await choicesOfTables(request.db, signedIn(request), request.query.keyword?.trim() ?? '');
    },

    async columns(request) {
      const { table, columns } = await requireTable(request.db, signedIn(request), request.query.tableId, 'reference');
      return { bizId: table.bizId, title: table.title, rows: table.rows, columns };
    },

    async predict(request) {
      return await createPrediction(request, request.body);
    },

    async predictOne(request) {
      return await predictOne(request, request.body);
    },

    async modelEvaluate(request) {
      return await evaluateModel(request, request.body);
    },
  },
});

export const aiCausalModule = defineModule({
  service: 'ai-causal',
  routes: {
    async page(request) {
      const { keyword = '', pageNo = 1, pageSize = 10 } = request.body;
      const { rows, total } = await pageOfCausal(request.db, signedIn(request), { keyword: keyword.trim(), pageNo, pageSize });
      return { content: rows.map((row) => toldCausal(request, row)), total, current: pageNo, size: pageSize };
    },

    async get(request) {
      return toldCausal(request, await requireCausal(request.db, signedIn(request), request.query.id));
    },

    async create(request) {
      return await createCausal(request, request.body);
    },

    async remove(request) {
      await removeCausal(request, request.query.id);
      return {};
    },
  },
});

/** Tables somebody may use as input, with rows in them. */
async function choicesOfTables(db: Database, reader: Reader, keyword: string) {
  const pattern = containing(keyword);
  const rows = await selectTables(db)
    .where(mayAct(reader, 'reference'))
    .where(sql<boolean>`(${keyword} = '' or data_table.title ilike ${pattern} or data_table.name ilike ${pattern})`)
    .where('data_table.row_count', '>', 0)
    .orderBy('data_table.title')
    .limit(mostChoices)
    .execute();
  return rows.map(({ bizId, title, name, rows: count }) => ({ value: bizId, label: title, name, rows: count }));
}

function answerOf(context: Reading, row: ModelRow, rights: ModelRights) {
  return {
    id: String(row.id),
    bizId: row.bizId,
    kind: row.kind,
    name: row.name,
    description: row.description,
    ownerName: nameIn(context, { name: row.ownerName, nameEn: row.ownerNameEn }),
    tableId: row.tableBizId,
    tableTitle: row.tableTitle,
    state: stateOf(row),
    estimator: row.estimator,
    metricName: row.metricName,
    metricValue: row.metricValue,
    ...besideBaseline(row.standing, row.metricName),
    currentNumber: row.currentNumber,
    fittedTime: row.fittedAt?.toISOString() ?? null,
    version: row.version,
    createTime: row.createdAt.toISOString(),
    updateTime: row.updatedAt?.toISOString() ?? null,
    mayChange: rights.mayChange,
    mayFit: rights.mayChange && rights.mayFit,
  };
}

async function detailOf(context: WordedContext, id: string) {
  const { db } = context;
  const { row, rights } = await requireModel(db, signedIn(context), id);
  const version = await currentVersion(db, row);
  const versions = await versionsOf(db, row.id);
  const titles = new Map((await columnsOf(db, row.tableId)).map(({ name, title }) => [name, title]));
  const filled = await filledTables(db, signedIn(context), filledByModel(row.id), mostChoices);
  const titleOf = (name: string) => version?.columns.find((column) => column.name === name)?.title ?? titles.get(name) ?? name;
  return {
    ...answerOf(context, row, rights),
    settings: row.settings,
    targetTitle: titles.get(row.settings.target) ?? row.settings.target,
    isStale: version !== undefined && row.tableRevision > version.tableRevision,
    runId: row.runId === null ? null : String(row.runId),
    runStatus: row.runStatus,
    mayStop: stateOf(row) === 'fitting' && row.runBy === Number(signedIn(context).id),
    filled: filled.seen.map(({ refreshedAt, ...one }) => ({ ...one, refreshTime: refreshedAt?.toISOString() ?? null })),
    filledOthers: filled.others,
    versions: versions.map(({ id: _, madeAt, standing, ...one }) => ({
      ...one,
      ...besideBaseline(standing, one.metricName),
      isCurrent: one.number === version?.number,
      makeTime: madeAt.toISOString(),
    })),
    current: version
      ? {
          number: version.number,
          estimator: version.estimator,
          seconds: version.seconds,
          rows: version.summary.rows,
          baseline: version.summary.baseline,
          threshold: version.summary.threshold,
          worth: toldWorth(context, version.summary),
          ...shown(version.summary, version.summary),
          importance: version.summary.importance.map(({ column, loss }) => ({
            name: column,
            title: titleOf(column),
            loss: Math.max(0, loss),
          })),
          leaderboard: version.summary.leaderboard.map((one, place) => ({ ...one, place: place + 1, settings: wordsOf(one.settings) })),
          telling: version.summary.telling.map(({ label, grams }) => ({ label, grams: grams.map(({ gram }) => gram) })),
          warnings: version.summary.warnings
            .filter(({ kind }) => kind !== 'notBetter')
            .map((warning) => toldWarning(context, warning, titleOf)),
          columns: version.columns.map((column) => ({ ...column, labels: column.labels ?? [], example: column.example ?? null })),
        }
      : null,
  };
}

/** Settings of a try, for experts: `leaves 31, rate 0.1`. */
function wordsOf(settings: Record<string, unknown>): string {
  return Object.entries(settings)
    .filter(([name]) => name !== 'order')
    .map(([name, value]) => `${name} ${String(value)}`)
    .join(', ');
}
