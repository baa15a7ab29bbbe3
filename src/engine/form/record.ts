import type { Plan, PlanOption } from '../../core/types.ts';
import type { PageModel } from '../page-model.ts';

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

/** Names of the data sources an option reads: itself, through `values`, and those its sources wait for. */
function sourcesOf(option: PlanOption, plan: Plan): string[] {
  const found = new Set<string>();
  const gather = (part: PlanOption | undefined): void => {
    if (part?.kind === 'object' || part?.kind === 'array') Object.values(part.value).forEach(gather);
    else if (part?.kind === 'dynamic') for (const { section, name } of part.value.heads?.values() ?? []) follow(section, name);
  };
  const follow = (section: string, name: string): void => {
    const value = section === 'values' && plan.values.find((one) => one.name === name)?.value;
    if (value) gather({ kind: 'dynamic', value });
    const source = section === 'data' && !found.has(name) && plan.data.find((one) => one.name === name);
    if (!source) return;
    found.add(name);
    gather(source.with);
    gather(source.body);
    gather(source.when && { kind: 'dynamic', value: source.when });
  };
  gather(option);
  return [...found];
}

/** Reads observables: belongs inside an observer. */
export function recordState(option: PlanOption | undefined, { plan, data, status }: PageModel): RecordState {
  const state: RecordState = { missing: [], awaited: [], failed: [] };
  if (!option) return state;
  const names = known.get(option) ?? sourcesOf(option, plan);
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
