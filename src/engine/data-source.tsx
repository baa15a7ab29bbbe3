import { type ReactNode, useEffect, useLayoutEffect, useMemo } from 'react';
import { flushSync } from 'react-dom';
import { sourcesBefore } from '../core/plan/sources.ts';
import type { Compiled, PlanData } from '../core/types.ts';
import { useCall } from './calls.ts';
import { usePageModel } from './context.ts';
import { observer } from './observer.tsx';
import { resolveOption } from './options.ts';
import { isOutage } from './outage.ts';
import type { PageModel } from './page-model.ts';
import { childScope, plain, sameValue } from './scope.ts';
import { failureOf } from './source-failure.tsx';

/** Keeps data.<name> and status.<name> up to date. Only this renders when an answer arrives; readers are told by the observables. */
export const DataSource = observer(function DataSource({ source }: { source: PlanData }): ReactNode {
  const page = usePageModel();
  const { scope } = page;
  const { pollWhile } = source;
  const asked = useQuestion(page, source);
  const {
    data,
    error: failed,
    loading,
    outdated,
    stale,
    readAt,
    refresh,
    renew,
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
      ...{ loading: loading || asked.waits === true, error: failure, out: isOutage(error), outdated: outdated && isAsked, stale, readAt },
      ...(error?.settled ? { told: true } : {}),
    };
  }, [page, scope, source, name, select, data, error, failed, loading, outdated, stale, readAt, isAsked, asked.problem, asked.waits]);
  // Whoever waits for it finds the answer written above.
  useEffect(() => {
    // A page made anew in the same place, such as a part that is given something else, does not rest on what is old.
    renew();
    return page.onRefresh(name, () => refresh().then(() => flushSync(() => undefined)));
  }, [page, name, refresh, renew]);
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

function faultOf(problem: unknown): { code: string; message: string } {
  const { code, message } = problem as { code?: unknown; message?: unknown };
  return { code: typeof code === 'string' ? code : 'EXPRESSION_FAILED', message: String(message ?? problem) };
}

interface Question {
  call: string | undefined;
  args: { with?: Record<string, unknown>; body?: unknown };
  problem?: { code: string; message: string };
  /** What it is asked with is about to be something else. */
  waits?: true;
}

/**
 * What the source asks now. With answers of a source that keeps none of before (`keepPrevious: false`) nothing is asked once that asks something else,
 * neither by who reads them nor by who comes after those: they are withdrawn only when this was drawn. Reads expressions, so it belongs inside an observer.
 */
function useQuestion(page: PageModel, source: PlanData): Question {
  const { plan } = page;
  const read = useMemo(() => sourcesBefore(source, plan).filter(({ keepPrevious }) => !keepPrevious), [source, plan]);
  const question = ask(page, source);
  const isBehind = question.call !== undefined && read.some((other) => asksAnew(page, other));
  return isBehind ? { call: undefined, args: {}, waits: true } : question;
}

/** Whether a source asks something else than what `data` of the page answers. */
function asksAnew(page: PageModel, source: PlanData): boolean {
  const { call, args } = ask(page, source);
  return call !== undefined && !sameValue(page.asked[source.name], args);
}

function ask(page: PageModel, source: PlanData): Question {
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
