import { observable } from '@formily/reactive';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useEngine, usePageModel } from './context.ts';
import { BundleGate, type BundleSource } from './gate.tsx';
import { PageView } from './page.tsx';
import type { PageModel } from './page-model.ts';
import type { RouteState } from './types.ts';
import type { Place } from './unsaved.ts';

/**
 * Another page as a part of this one: a document of its own with its own data, state and actions. It reads what it is given as `params`
 * and tells the page around of events with `emit`. The title stays that of the page around. Before it is given something else, or is another
 * page, unsaved changes in it are asked about; it stays as it is when somebody keeps them.
 */
export function PartView({ page: wantedPage, given }: { page: string; given: Record<string, unknown> }): ReactNode {
  const engine = useEngine();
  const { pages, leave } = engine;
  const page = usePageModel();
  const wanted = JSON.stringify([wantedPage, given]);
  const [shown, setShown] = useState(wanted);
  const [id, values] = useMemo(() => JSON.parse(shown) as [string, Record<string, unknown>], [shown]);
  const source = useMemo<BundleSource>(
    () => ({
      document: `pages/${id}`,
      ready: () => pages?.ready(id),
      load: () => pages?.load(id) ?? Promise.reject(new Error('This application has no library of pages')),
    }),
    [pages, id],
  );
  const route = useMemo(() => {
    return observable.shallow<RouteState>({ ...page.route, params: textsOf(values) });
  }, [page, values]);
  useEffect(() => {
    if (wanted === shown) return;
    let isWanted = true;
    void leave.confirm(engine, (place) => standsIn(place, route)).then((agreed) => agreed && isWanted && setShown(wanted));
    return () => {
      isWanted = false;
    };
  }, [engine, leave, route, wanted, shown]);
  if (standsWithin(page, id, values)) {
    const { Explanation } = engine.registry.look;
    const message = `pages/${id} is a part of itself`;
    return <Explanation code="REFERENCE_CYCLE" message={message} document={page.plan.document} pointer="" />;
  }
  return (
    <BundleGate key={id} source={source}>
      {(bundle) => <PageView bundle={bundle} route={route} scope={page.routeScope} outer={page} />}
    </BundleGate>
  );
}

function textsOf(given: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(Object.entries(given).flatMap(([name, value]) => (value === null ? [] : [[name, String(value)] as const])));
}

/** Parts within parts; what goes on further goes on for ever. */
const deepest = 16;

/** Whether a page is a part of itself, given the same. */
function standsWithin(page: PageModel, id: string, given: Record<string, unknown>): boolean {
  const same = JSON.stringify(textsOf(given));
  let depth = 0;
  for (let model: PageModel | undefined = page; model; model = model.outer) {
    depth += 1;
    if (depth > deepest) return true;
    if (model.plan.document === `pages/${id}` && JSON.stringify(model.route.params) === same) return true;
  }
  return false;
}

function standsIn({ page }: Place, route: RouteState): boolean {
  for (let model = page; model; model = model.outer) if (model.route === route) return true;
  return false;
}
