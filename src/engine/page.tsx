import { type ReactNode, useContext, useEffect, useMemo, useRef } from 'react';
import { planPage } from '../core/index.ts';
import type { Bundle, Plan, PlanData, Scope } from '../core/types.ts';
import { ProblemNotice } from './boundary.tsx';
import { PageContext, useEngine, usePageModel } from './context.ts';
import { DataSource } from './data-source.tsx';
import { NamesContext } from './names.ts';
import { Nodes } from './nodes.tsx';
import { observer } from './observer.tsx';
import { resolveOption } from './options.ts';
import { OutletContext } from './outlet.tsx';
import { PageModel } from './page-model.ts';
import { titleOf } from './page-title.ts';
import { Here } from './place.tsx';
import { absent, failureText, SourceFailure } from './source-failure.tsx';
import type { PageTitle, RouteState } from './types.ts';
import { type Place as LeavePlace, useUnsavedGuard } from './unsaved.ts';
import { useCode, useCodeAhead } from './use-code.ts';
import { useVisible } from './visible.tsx';

export interface PageViewProps {
  bundle: Bundle;
  route: RouteState;
  /** Scope of the route: menu, navigation, page; its parent is the application's. */
  scope: Scope;
  /** What a layout surrounds. */
  outlet?: ReactNode;
  /** The layout around, for events. */
  outer?: PageModel | undefined;
  /** Told the title of the document, now and when it changes. */
  onTitle?: (title: PageTitle) => void;
}

/**
 * A page or layout from its bundle: plan -> data calls and widget code at the same moment -> body -> onOpen.
 * Shows the look's loading picture until the code is here; data arrive on their own.
 */
export function PageView({ bundle, route, scope, outlet, outer, onTitle }: PageViewProps): ReactNode {
  const engine = useEngine();
  const around = usePageAround();
  const model = useMemo(() => {
    const { registry, client } = engine;
    client.register(bundle.calls);
    return new PageModel(engine, planPage(bundle, registry.shapes), bundle, route, scope, outer ?? around);
  }, [engine, bundle, route, scope, outer, around]);
  const ready = useCode(model.plan.widgets);
  useCodeAhead(model.plan.deferred, ready);
  useEffect(() => model.stay(), [model]);
  useEffect(() => engine.dictionaries.want(bundle.dictionaries), [engine, bundle]);

  const { Loading } = engine.registry.look;
  const fatal = model.plan.problems.find((problem) => problem.severity === 'error' && problem.pointer === '');
  return (
    <PageContext.Provider value={model}>
      <NamesContext.Provider value={model.names}>
        <OutletContext.Provider value={outlet ?? null}>
          {model.plan.data.map((source) => (
            <DataSource key={source.name} source={source} />
          ))}
          {model.plan.data.map((source) => (source.watched ? null : <NotLoaded key={source.name} source={source} />))}
          {fatal ? (
            <ProblemNotice engine={engine} problem={fatal} />
          ) : ready ? (
            <Here>
              <Nodes nodes={model.plan.body} scope={model.scope} />
            </Here>
          ) : (
            <Loading />
          )}
          {ready && <Opened />}
          {onTitle && <Title onTitle={onTitle} />}
          {model.plan.unsaved && <Unsaved unsaved={model.plan.unsaved} />}
        </OutletContext.Provider>
      </NamesContext.Provider>
    </PageContext.Provider>
  );
}

function usePageAround(): PageModel | undefined {
  return useContext(PageContext);
}

/** Reports the title of the document. */
const Title = observer(function Title({ onTitle }: { onTitle: (title: PageTitle) => void }): ReactNode {
  const { text, isComputed } = titleOf(usePageModel());
  useEffect(() => onTitle({ text, isComputed }), [onTitle, text, isComputed]);
  return null;
});

/** Asks before the page is left while something of it would be lost. */
const Unsaved = observer(function Unsaved({ unsaved: { when, words } }: { unsaved: NonNullable<Plan['unsaved']> }): ReactNode {
  const page = usePageModel();
  const { scope, engine } = page;
  let isBlocking = false;
  try {
    isBlocking = Boolean(when?.evaluate(scope));
  } catch (error) {
    console.error(`${page.plan.document}#/unsaved:`, error);
  }
  const place = useMemo<LeavePlace>(() => {
    const context = { translate: engine.translate, run: async () => ({ status: 'ignored' as const }) };
    const said = () => Object.entries(words).map(([word, text]) => [word, String(resolveOption(text, scope, context, new Map()) ?? '')]);
    return { dirty: true, page, words: () => Object.fromEntries(said()) };
  }, [page, scope, engine, words]);
  useUnsavedGuard(isBlocking, place);
  return null;
});

/** Runs onOpen once, when the page is first shown. */
function Opened(): ReactNode {
  const page = usePageModel();
  const visible = useVisible();
  const opened = useRef<PageModel | undefined>(undefined);
  useEffect(() => {
    if (!visible || opened.current === page) return;
    opened.current = page;
    if (page.plan.onOpen) void page.run(page.plan.onOpen, { scope: page.scope, names: page.names });
  }, [page, visible]);
  return null;
}

/**
 * ERR-07: says that a source the document does not watch itself did not load. What a page is about stands at its top with another try; what is
 * polled beside it, or belongs to the layout, is a message.
 */
const NotLoaded = observer(function NotLoaded({ source }: { source: PlanData }): ReactNode {
  const page = usePageModel();
  const { engine, plan } = page;
  const { name } = source;
  const status = page.status[name];
  const error = page.data[name] === undefined && !status?.told ? status?.error : undefined;
  // A record that is not there is what the page is about, however often it is asked for.
  const isBeside = source.poll !== undefined && (source.optional === true || error?.code !== absent);
  const isAside = isBeside || plan.document.startsWith('layouts/');
  const text = error && failureText(page, name);
  useEffect(() => {
    if (isAside && text) engine.feedback.message('error', text);
  }, [engine, isAside, text]);
  if (isAside || !error) return null;
  // Sources about the same record miss it together: once is enough.
  const before = plan.data.slice(0, plan.data.indexOf(source)).filter(({ watched }) => !watched);
  if (error.code === absent && before.some((other) => page.status[other.name]?.error?.code === absent)) return null;
  return <SourceFailure page={page} name={name} />;
});
