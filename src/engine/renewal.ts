import { useCallback, useMemo } from 'react';
import { sourcesOf } from '../core/plan/sources.ts';
import type { PlanOption } from '../core/types.ts';
import { usePageModel } from './context.ts';

/** The data sources an option reads. The answer, called later, loads those anew that nobody has by then. */
export function useRenewal(option: PlanOption | undefined): () => () => Promise<unknown> {
  const page = usePageModel();
  const names = useMemo(() => (option ? sourcesOf(option, page.plan) : []), [page, option]);
  return useCallback(() => {
    const before = names.map((name) => [name, page.repeats.get(name)] as const);
    return () => Promise.all(before.map(([name, count]) => (page.repeats.get(name) === count ? page.refresh(name) : undefined)));
  }, [page, names]);
}
