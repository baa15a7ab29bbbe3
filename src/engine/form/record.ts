import type { PlanOption } from '../../core/types.ts';
import type { PageModel } from '../page-model.ts';
import { sourcesOf } from '../sources.ts';

/** How far the record of a form is here: what its first values read of the data sources of the page. */
export interface RecordState {
  /** Sources that gave nothing yet. */
  missing: string[];
  /** Sources that are asked, and whose answer is not the one that is wanted. */
  awaited: string[];
  /** Sources that failed, and show nothing or what was asked before. */
  failed: string[];
}

const known = new WeakMap<PlanOption, string[]>();

/** Reads observables: belongs inside an observer. */
export function recordState(option: PlanOption | undefined, { plan, data, status }: PageModel): RecordState {
  const state: RecordState = { missing: [], awaited: [], failed: [] };
  if (!option) return state;
  const names = known.get(option) ?? sourcesOf(option, plan, { awaited: true });
  known.set(option, names);
  for (const name of names) {
    const { error, loading, outdated } = status[name] ?? {};
    const isMissing = data[name] === undefined;
    if (isMissing) state.missing.push(name);
    if (error && (isMissing || outdated)) state.failed.push(name);
    else if (loading || outdated) state.awaited.push(name);
  }
  return state;
}
