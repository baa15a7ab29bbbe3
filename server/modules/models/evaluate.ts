import { askerOf } from '../../caller.ts';
import type { WordedContext } from '../../context.ts';
import { signedIn } from '../../contracts.ts';
import { openSession } from '../../data-engine/index.ts';
import { openRelation } from '../data-mart/relation.ts';
import { requireTable } from '../data-mart/rights.ts';
import { answerIn, whileSomebodyWaits } from '../work/short.ts';
import { contentOf, requireModel } from './models.ts';
import { lostColumns, missing } from './predict.ts';
import { fileColumn, writeRows } from './source.ts';
import type { VersionSummary } from './tables.ts';
import { toldWorth } from './worth.ts';

/**
 * Measures a model (API-104): on a table that has its columns and its target, or, without one, on the rows that were kept apart when it was learned, whose
 * measures are kept with it. @throws ApiError NOT_FOUND, FORBIDDEN, MODEL_NOT_FITTED, PARAMETER_ERROR, DATA_BUSY, DATA_TIMEOUT
 */
export async function evaluateModel(context: WordedContext, { id, tableId }: { id: string; tableId?: string | undefined }) {
  const { db, services } = context;
  const user = signedIn(context);
  const { row } = await requireModel(db, user, id);
  const { version, content } = await contentOf(db, row);
  const { summary } = version;
  const about = { id, version: version.number, estimator: version.estimator, threshold: summary.threshold };
  if (tableId === undefined) {
    const { metrics, confusion, roc } = summary;
    const beside = { baseline: summary.baseline, worth: toldWorth(context, summary) };
    return { ...about, source: 'holdout' as const, leftOut: 0, isSample: false, ...beside, ...shown(summary, { metrics, confusion, roc }) };
  }
  const seen = await requireTable(db, user, tableId, 'reference');
  const lost = lostColumns(seen, [...version.columns, summary.target]);
  if (lost.length > 0) throw missing('tableId', lost);
  const asker = askerOf(context);
  return await whileSomebodyWaits(asker, async () => {
    const relation = await openRelation(db, services.files, services.settings.dataDir, seen);
    const session = await openSession(services.settings.dataDir, { files: relation.files, threads: 1 });
    try {
      const used = [...version.columns, summary.target].map(({ name, analysisType }) => ({ name, analysisType }));
      const { file, isSample } = await writeRows(session, relation, used, version.settings.seed);
      const job = { model: content, file, columns: used.map(fileColumn), target: summary.target.name };
      const found = await answerIn({ kind: 'evaluate', ...job }, asker);
      return { ...about, source: 'table' as const, leftOut: found.leftOut, isSample, ...shown(summary, found) };
    } finally {
      await session.close();
    }
  });
}

/** Measures as pages read them: classes by name, one object a cell and a point. */
export function shown(
  { task }: Pick<VersionSummary, 'task'>,
  {
    metrics,
    confusion,
    roc,
  }: { metrics: VersionSummary['metrics']; confusion: number[][] | null | undefined; roc: VersionSummary['roc'] | undefined },
) {
  const classes = task.kind === 'classes' ? [...task.classes] : [];
  return {
    task: task.kind,
    classes,
    positive: classes.length === 2 ? (classes[1] ?? null) : null,
    metrics,
    confusion: (confusion ?? []).flatMap((counts, actual) => {
      const whole = counts.reduce((sum, count) => sum + count, 0);
      return counts.map((count, taken) => {
        const share = whole > 0 ? count / whole : 0;
        const grade = actual === taken ? -1 : share;
        return { actual: classes[actual] ?? '', predicted: classes[taken] ?? '', count, share, grade };
      });
    }),
    roc: roc ?? [],
  };
}
