import { observable } from '@formily/reactive';
import { type ReactNode, useMemo } from 'react';
import { useEngine, usePageModel } from './context.ts';
import { BundleGate, type BundleSource } from './gate.tsx';
import { PageView } from './page.tsx';
import type { RouteState } from './types.ts';

/**
 * Another page as a part of this one: a document of its own with its own data, state and actions. It reads what it is given as `params`
 * and tells the page around of events with `emit`. The title stays that of the page around.
 */
export function PartView({ page: id, given }: { page: string; given: Record<string, unknown> }): ReactNode {
  const { pages } = useEngine();
  const page = usePageModel();
  const source = useMemo<BundleSource>(
    () => ({
      document: `pages/${id}`,
      ready: () => pages?.ready(id),
      load: () => pages?.load(id) ?? Promise.reject(new Error('This application has no library of pages')),
    }),
    [pages, id],
  );
  const serialized = JSON.stringify(given);
  const route = useMemo(() => {
    const texts = Object.entries(JSON.parse(serialized) as Record<string, unknown>).flatMap(([name, value]) =>
      value === null ? [] : [[name, String(value)] as const],
    );
    return observable.shallow<RouteState>({ ...page.route, params: Object.fromEntries(texts) });
  }, [page, serialized]);
  return (
    <BundleGate key={id} source={source}>
      {(bundle) => <PageView bundle={bundle} route={route} scope={page.routeScope} outer={page} />}
    </BundleGate>
  );
}
