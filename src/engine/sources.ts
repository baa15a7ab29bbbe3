import { useCallback, useMemo } from 'react';
import type { Compiled, Plan, PlanOption } from '../core/types.ts';
import { usePageModel } from './context.ts';

/** The data sources an option reads, by itself or by way of computed values. The answer, called later, loads those anew that nobody has by then. */
export function useRenewal(option: PlanOption | undefined): () => () => Promise<unknown> {
  const page = usePageModel();
  const names = useMemo(() => (option?.kind === 'dynamic' ? [...sourcesOf(page.plan, option.value)] : []), [page, option]);
  return useCallback(() => {
    const before = names.map((name) => [name, page.repeats.get(name)] as const);
    return () => Promise.all(before.map(([name, count]) => (page.repeats.get(name) === count ? page.refresh(name) : undefined)));
  }, [page, names]);
}

function sourcesOf(plan: Plan, { heads }: Compiled, found = new Set<string>()): Set<string> {
  for (const { section, name } of heads?.values() ?? []) {
    if (section === 'data') found.add(name);
    const value = section === 'values' ? plan.values.find((one) => one.name === name)?.value : undefined;
    if (value) sourcesOf(plan, value, found);
  }
  return found;
}
