import { useCallback, useMemo } from 'react';
import type { Plan, PlanOption } from '../core/types.ts';
import { usePageModel } from './context.ts';

/**
 * Names of the data sources an option reads, by itself or by way of computed values. `awaited`: with those that these sources need for their
 * parameters.
 */
export function sourcesOf(option: PlanOption, { values, data }: Plan, { awaited = false } = {}): string[] {
  const found = new Set<string>();
  const seen = new Set<string>();
  const gather = (part: PlanOption | undefined): void => {
    if (part?.kind === 'object' || part?.kind === 'array') Object.values(part.value).forEach(gather);
    else if (part?.kind === 'dynamic') for (const { section, name } of part.value.heads?.values() ?? []) follow(section, name);
  };
  const follow = (section: string, name: string): void => {
    if (seen.has(`${section}.${name}`)) return;
    seen.add(`${section}.${name}`);
    const value = section === 'values' ? values.find((one) => one.name === name)?.value : undefined;
    if (value) gather({ kind: 'dynamic', value });
    const source = section === 'data' ? data.find((one) => one.name === name) : undefined;
    if (!source) return;
    found.add(name);
    if (!awaited) return;
    gather(source.with);
    gather(source.body);
    gather(source.when && { kind: 'dynamic', value: source.when });
  };
  gather(option);
  return [...found];
}

/** The data sources an option reads. The answer, called later, loads those anew that nobody has by then. */
export function useRenewal(option: PlanOption | undefined): () => () => Promise<unknown> {
  const page = usePageModel();
  const names = useMemo(() => (option ? sourcesOf(option, page.plan) : []), [page, option]);
  return useCallback(() => {
    const before = names.map((name) => [name, page.repeats.get(name)] as const);
    return () => Promise.all(before.map(([name, count]) => (page.repeats.get(name) === count ? page.refresh(name) : undefined)));
  }, [page, names]);
}
