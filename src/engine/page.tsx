import { type ReactNode, useContext, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { flushSync } from 'react-dom';
import { planPage } from '../core/index.ts';
import type { Bundle, Compiled, Plan, PlanData, Scope } from '../core/types.ts';
import { ProblemNotice } from './boundary.tsx';
import { useCall } from './calls.ts';
import { PageContext, useEngine, usePageModel } from './context.ts';
import { NamesContext } from './names.ts';
import { Nodes } from './nodes.tsx';
import { observer } from './observer.tsx';
import { resolveOption } from './options.ts';
import { isOutage } from './outage.ts';
import { OutletContext } from './outlet.tsx';
import { PageModel } from './page-model.ts';
import { Here } from './place.tsx';
import { childScope, plain, sameValue } from './scope.ts';
import { absent, failureOf, failureText, SourceFailure } from './source-failure.tsx';
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
  const { plan, scope, engine } = usePageModel();
  let title = '';
  try {
    title = String(
      resolveOption(plan.title, scope, { translate: engine.translate, run: async () => ({ status: 'ignored' }) }, new Map()) ?? '',
    );
  } catch (error) {
    console.error(`${plan.document}#/title:`, error);
  }
  const isComputed = plan.title.kind === 'text' && 'evaluate' in plan.title.value;
  useEffect(() => onTitle({ text: title, isComputed }), [onTitle, title, isComputed]);
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

/** Keeps data.<name> and status.<name> up to date. Only this renders when an answer arrives; readers are told by the observables. */
const DataSource = observer(function DataSource({ source }: { source: PlanData }): ReactNode {
  const page = usePageModel();
  const { scope } = page;
  const { pollWhile } = source;
  const asked = ask(page, source);
  const {
    data,
    error: failed,
    loading,
    outdated,
    stale,
    readAt,
    refresh,
  } = useCall(asked.call, asked.args, {
    keepPrevious: source.keepPrevious,
    ...(source.poll === undefined ? {} : { poll: source.poll }),
    ...(pollWhile && { pollWhile: (answer: unknown) => hasMore(page, source.name, pollWhile, answer) }),
    ...(source.shared ? { shared: true } : {}),
  });
  const { name, select } = source;
  const isAsked = Boolean(asked.call ?? asked.problem);
  const error = source.optional && failed?.status === 404 ? undefined : failed;

  useLayoutEffect(() => {
    if (asked.call && !sameValue(page.asked[name], asked.args)) page.asked[name] = asked.args;
  });
  useLayoutEffect(() => {
    let value = data;
    let failure = asked.problem ?? (error && failureOf(page, source, error));
    if (data !== undefined && select) {
      try {
        value = select.evaluate(childScope(scope, { result: data }));
      } catch (problem) {
        value = undefined;
        failure = faultOf(problem);
        console.error(`${page.plan.document}#/data/${name}/select:`, problem);
      }
    }
    // What nobody offers is nothing to wait for.
    page.data[name] = error === failed ? value : null;
    page.status[name] = {
      ...{ loading, error: failure, out: isOutage(error), outdated: outdated && isAsked, stale, readAt },
      ...(error?.settled ? { told: true } : {}),
    };
  }, [page, scope, source, name, select, data, error, failed, loading, outdated, stale, readAt, isAsked, asked.problem]);
  // Whoever waits for it finds the answer written above.
  useEffect(() => page.onRefresh(name, () => refresh().then(() => flushSync(() => undefined))), [page, name, refresh]);
  useEffect(() => {
    if (error && !error.settled) console.error(`${page.plan.document}#/data/${name}: ${error.code} ${error.message}`);
  }, [page, name, error]);
  return null;
});

/** Whether a source is to be asked again. One that cannot tell goes on. */
function hasMore({ scope, plan }: PageModel, name: string, pollWhile: Compiled, result: unknown): boolean {
  try {
    return Boolean(pollWhile.evaluate(childScope(scope, { result })));
  } catch (problem) {
    console.error(`${plan.document}#/data/${name}/pollWhile:`, problem);
    return true;
  }
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

function faultOf(problem: unknown): { code: string; message: string } {
  const { code, message } = problem as { code?: unknown; message?: unknown };
  return { code: typeof code === 'string' ? code : 'EXPRESSION_FAILED', message: String(message ?? problem) };
}

/** What the source asks now. Reads expressions, so it belongs inside an observer. */
function ask(
  page: PageModel,
  source: PlanData,
): { call: string | undefined; args: { with?: Record<string, unknown>; body?: unknown }; problem?: { code: string; message: string } } {
  const context = { translate: page.engine.translate, run: async () => ({ status: 'ignored' as const }) };
  if (source.problem) return { call: undefined, args: {}, problem: { code: source.problem.code, message: source.problem.message } };
  try {
    if (source.when && !source.when.evaluate(page.scope)) return { call: undefined, args: {} };
    const parameters = source.with && plain(resolveOption(source.with, page.scope, context, new Map()));
    const body = source.body && plain(resolveOption(source.body, page.scope, context, new Map()));
    return {
      call: source.call,
      args: { ...(parameters ? { with: parameters as Record<string, unknown> } : {}), ...(body === undefined ? {} : { body }) },
    };
  } catch (problem) {
    return { call: undefined, args: {}, problem: faultOf(problem) };
  }
}
