import { sql } from 'kysely';
import { comparedBy } from '../../../src/core/learning/index.ts';
import { truthWordsOf } from '../../truth-words.ts';
import { openRelation } from '../data-mart/relation.ts';
import { requireTable } from '../data-mart/rights.ts';
import { requireEvery } from '../data-runs/columns.ts';
import { type RunContext, RunFailure, type RunKind } from '../data-runs/kinds.ts';
import { doInRun } from '../work/in-run.ts';
import { failures } from './failures.ts';
import { type ModelRow, requireModel } from './models.ts';
import { fileColumn, labelText, writeRows } from './source.ts';
import type { ModelColumn, VersionSummary } from './tables.ts';
import type { FitJob } from './work/fit.ts';

/** Most bytes of a kept model. */
const mostBytes = 50_000_000;
/** Characters of a label that is told in a failure. */
const mostOfLabel = 60;
const quoted = (label: string): string => `"${label.length > mostOfLabel ? `${label.slice(0, mostOfLabel)}…` : label}"`;
/** Versions of a model that stay. */
const keptVersions = 10;

/**
 * Fits a model (DATA-02, DATA-21): its table as whoever started the run may use it -> the rows it needs as a file -> learned in a thread of its own, for as many
 * seconds as the settings say -> a new version, which counts in the transaction that finishes the run.
 */
export const fitRun: RunKind = {
  async work(context) {
    const { db, reader, run } = context;
    const modelId = Number(run.input.modelId);
    const isThere = await db.selectFrom('ai_model').select('id').where('id', '=', modelId).executeTakeFirst();
    if (!isThere) throw new RunFailure('aimodel.failure.gone');
    const { row: model } = await requireModel(db, reader, String(modelId), 'mayChange');
    const { settings } = model;
    await context.plan([
      { id: 'read', title: 'aimodel.step.read' },
      { id: 'learn', title: 'aimodel.step.learn' },
    ]);
    const begun = performance.now();
    const { job, columns, revision, isSample, target } = await readTable(context, model);
    const result = await context.step('learn', async () => {
      // A thread has its time, and a little for what it cannot interrupt.
      const found = await doInRun(context, job, job.milliseconds * 2 + 60_000, { failures });
      if ('unknown' in found)
        throw new RunFailure('aimodel.failure.positive', { value: settings.positive ?? '', labels: found.unknown.map(quoted).join(', ') });
      return { ...found, rows: found.rows.learned + found.rows.apart, counted: found.rows };
    });
    const content = result.model && Buffer.from(result.model);
    if (!content || content.length > mostBytes) throw new RunFailure('aimodel.failure.tooLarge');
    const { task, metrics, baseline, worth } = result;
    const warnings = isSample ? [...result.warnings, { kind: 'sampled' as const, rows: result.rows }] : result.warnings;
    const summary: VersionSummary = {
      task,
      target,
      metrics,
      baseline,
      worth,
      confusion: result.confusion ?? null,
      roc: result.roc ?? null,
      importance: result.importance,
      leaderboard: result.leaderboard,
      telling: result.telling,
      warnings,
      rows: result.counted,
      threshold: result.threshold,
    };
    const hints = new Map(result.inputs.map(({ name, ...hint }) => [name, hint]));
    const metricName = comparedBy(metrics, task);
    await db.transaction().execute(async (transaction) => {
      const found = await transaction.selectFrom('ai_model').select('id').where('id', '=', modelId).forUpdate().executeTakeFirst();
      if (!found) throw new RunFailure('aimodel.failure.gone');
      const last = await transaction
        .selectFrom('ai_model_version')
        .select(({ fn }) => fn.max('number').as('number'))
        .where('model_id', '=', modelId)
        .executeTakeFirst();
      const { id } = await transaction
        .insertInto('ai_model_version')
        .values({
          model_id: modelId,
          number: Number(last?.number ?? 0) + 1,
          estimator: result.estimator,
          content,
          table_revision: revision,
          settings: JSON.stringify(settings),
          columns: JSON.stringify(columns.map((column): ModelColumn => ({ ...column, ...hints.get(column.name) }))),
          summary: JSON.stringify(summary),
          metric_name: metricName,
          metric_value: metrics[metricName] ?? null,
          seconds: Math.round((performance.now() - begun) / 100) / 10,
          made_by: run.requestedName,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await transaction.updateTable('ai_model').set({ current_id: id, updated_at: sql<Date>`now()` }).where('id', '=', modelId).execute();
      await transaction
        .deleteFrom('ai_model_version')
        .where('model_id', '=', modelId)
        .where('number', '<=', Number(last?.number ?? 0) + 1 - keptVersions)
        .execute();
      await context.finish(transaction, { rows: result.rows });
    });
    return undefined;
  },
};

/** The rows of the table in the folder of a session, and the job that learns from them. */
async function readTable(context: RunContext, { kind, settings, tableBizId }: ModelRow) {
  const { db, files, reader, documents } = context;
  return await context.step('read', async () => {
    const seen = await requireTable(db, reader, tableBizId, 'reference');
    const [target, ...features] = await requireEvery(db, seen, [settings.target, ...settings.features]);
    const used = [...features, target];
    const relation = await openRelation(db, files, context.settings.dataDir, seen);
    if (relation.rows === 0) throw new RunFailure('aimodel.failure.empty');
    const session = await context.session({ files: relation.files });
    // Texts are classified by the labels of their target, numbers among them.
    const asked = used.map((column) => {
      if (kind !== 'text') return column;
      return {
        ...column,
        analysisType:
          column !== target ? ('text' as const) : column.analysisType === 'numeric' ? ('category' as const) : column.analysisType,
      };
    });
    const { file, isSample } = await writeRows(session, relation, asked, settings.seed);
    const words = truthWordsOf(documents);
    const { positive } = settings;
    const asTarget = asked.at(-1) ?? target;
    const job: FitJob = {
      kind: kind === 'text' ? 'fitText' : 'fit',
      file,
      columns: asked.map(fileColumn),
      target: settings.target,
      positive: positive === null ? undefined : await labelText((text) => session.query(text), asTarget, positive, words),
      words,
      estimators: settings.estimators,
      seed: settings.seed,
      milliseconds: settings.budget * 1_000,
    };
    return {
      job,
      isSample,
      revision: relation.revision,
      columns: asked.slice(0, -1),
      // As it was read: so are rows it is measured on.
      target: { name: target.name, title: target.title, analysisType: asTarget.analysisType },
      rows: relation.rows,
    };
  });
}
