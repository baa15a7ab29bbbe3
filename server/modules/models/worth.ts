import { sql } from 'kysely';
import { type Worth, worthByMetrics } from '../../../src/core/learning/index.ts';
import type { WordedContext } from '../../context.ts';
import type { VersionSummary } from './tables.ts';
import { wordsFor } from './words.ts';

/** What is kept with a version of how it stands beside the baseline. */
export type Standing = Pick<VersionSummary, 'task' | 'metrics' | 'baseline' | 'worth'>;

/** The standing of the version `alias`, null where there is none. */
export function standingColumn(alias: string) {
  const summary = sql.ref(`${alias}.summary`);
  return sql<Standing | null>`case when ${summary} is not null then jsonb_build_object('task', ${summary} -> 'task', 'metrics', ${summary} -> 'metrics',
    'baseline', ${summary} -> 'baseline') || case when ${summary} ? 'worth' then jsonb_build_object('worth', ${summary} -> 'worth') else '{}'::jsonb end end`;
}

/** Of versions from before it was kept their metrics tell it, without its error. */
function worthIn({ task, metrics, baseline, worth }: Standing): Worth {
  return worth ?? worthByMetrics(metrics, baseline, task);
}

/** For lists: what the baseline reaches by the metric that is shown, and whether the model is better. */
export function besideBaseline(standing: Standing | null, metricName: string | null) {
  if (standing === null || metricName === null) return { baselineValue: null, worth: null };
  return { baselineValue: standing.baseline[metricName as Worth['metric']] ?? null, worth: worthIn(standing).verdict };
}

/** What a model is worth in words (DATA-02): better than the baseline, not better, or by no more than its standard error. */
export function toldWorth(context: WordedContext, standing: Standing) {
  const say = wordsFor(context);
  const { verdict, metric, gain, error } = worthIn(standing);
  // As many digits as tell the difference from nothing.
  const digits = Math.min(8, Math.max(3, 2 - Math.floor(Math.log10(Math.abs(gain) || 1))));
  const values = {
    metric: say.text(`aimodel.metric.${metric}`),
    value: say.number(standing.metrics[metric] ?? 0, digits),
    baseline: say.number(standing.baseline[metric] ?? 0, digits),
    gain: say.number(Math.abs(gain), digits),
    error: say.number(error ?? 0, digits),
    rows: say.number(standing.metrics.rows),
  };
  const isWithin = error !== undefined && Math.abs(gain) <= error;
  const key = standing.metrics.rows === 0 ? 'unmeasured' : verdict === 'notBetter' && isWithin ? 'notBetterUnsure' : verdict;
  return { verdict, metric, gain, error: error ?? null, text: say.text(`aimodel.worth.${key}`, values) };
}
