import { autorun, observable, untracked } from '@formily/reactive';
import type { ActionOutcome, Bundle, Plan, PlanAction, PlanBlock, Scope } from '../core/types.ts';
import { runBlock, Stop } from './actions/run.ts';
import { Stops } from './actions/stops.ts';
import type { Engine } from './context.ts';
import { NameSpace, placesFor } from './names.ts';
import { resolveOption } from './options.ts';
import { readParameters } from './parameters.ts';
import { plain } from './scope.ts';
import { readStored, store } from './stored-state.ts';
import type { FormTarget, RouteState } from './types.ts';

/** Where an action starts. */
export interface RunPlace {
  scope: Scope;
  names: NameSpace;
  form?: FormTarget | undefined;
  locals?: Record<string, unknown> | undefined;
  /** The number of the wish it serves, where that is older. */
  since?: number;
  isLate?: boolean;
}
/** How often somebody wanted something. */
let wishes = 0;
/** Why a source has no data; `details`: what is wrong with what it was asked, by field. */
export interface SourceError {
  code: string;
  message: string;
  details?: readonly { field: string; message: string }[];
}
export interface DataStatus {
  loading: boolean;
  error: SourceError | undefined;
  /** The failure says nothing about what was asked: another try may give it. */
  out?: boolean;
  /** What `data` shows answers the parameters of before. */
  outdated?: boolean;
  /** What `data` shows could not be read anew since: the server was out of reach. */
  stale?: boolean;
  /** When what `data` shows was answered, in milliseconds since 1970. */
  readAt?: number | undefined;
  /** The user knows of the failure already. */
  told?: true;
}

/**
 * A page or layout while it is shown: its data, state, computed values, named nodes and running actions.
 * Scopes, from the inside: named nodes -> query, params, data, status, state, values -> route (menu, navigation, page) -> application.
 */
export class PageModel {
  readonly scope: Scope;
  readonly names: NameSpace;
  readonly data: Record<string, unknown>;
  readonly status: Record<string, DataStatus>;
  /** What each data source was asked with last. */
  readonly asked: Record<string, unknown>;
  readonly state: Record<string, unknown>;
  private readonly refreshers = new Map<string, () => Promise<unknown>>();
  private readonly renewals = new Set<Promise<unknown>>();
  /** How often each data source was repeated. */
  readonly repeats = new Map<string, number>();
  /** What runs or waits for its turn, in this order, and for which row or form: of an action, or of all that share a queue. */
  private readonly busy = new Map<PlanBlock | string, Map<Promise<ActionOutcome>, unknown>>();
  /** What of the actions can be stopped. */
  readonly stops = new Stops();
  /** Ends what waits for something of this page. */
  private readonly waits = new Set<() => void>();
  /** Whether somebody has left the page. */
  isLeft = false;
  private starting: FormTarget | undefined;
  /** Parameters of the address that people were told of. */
  private readonly misfits = new Set<string>();

  constructor(
    readonly engine: Engine,
    readonly plan: Plan,
    readonly bundle: Bundle,
    readonly route: RouteState,
    /** Scope of the route: menu, navigation, page; its parent is the application's. */
    readonly routeScope: Scope,
    /** The layout around. */
    readonly outer?: PageModel,
  ) {
    const empty = Object.fromEntries(plan.data.map(({ name }) => [name, undefined]));
    this.data = observable.shallow({ ...empty });
    this.asked = observable.shallow({ ...empty });
    this.status = observable.shallow(Object.fromEntries(plan.data.map(({ name }) => [name, { loading: true, error: undefined }])));
    this.state = observable.shallow<Record<string, unknown>>(Object.fromEntries(plan.state.map(({ name }) => [name, undefined])));
    const places = observable.shallow<Record<string, unknown>>(placesFor(plan.body));
    const base: Scope = { names: this.ownNames(), parent: routeScope };
    this.scope = { names: places, parent: base };
    this.names = new NameSpace(places);
    untracked(() => this.initState());
  }

  /** ERR-11: an address somebody mistyped is told as that, once, and not while something is drawn. */
  private readonly tellMisfit = (name: string, text: string): void => {
    const misfit = `${name}=${text}`;
    if (this.misfits.has(misfit)) return;
    this.misfits.add(misfit);
    const { feedback, translate } = this.engine;
    queueMicrotask(() => feedback.message('warning', translate('engine.told', { what: translate('error.pageParameter'), more: name })));
  };

  private ownNames(): Record<string, unknown> {
    const { plan, route } = this;
    const query = observable.computed(() => readParameters(plan.query, route.query, plan.document, this.tellMisfit));
    const params = observable.computed(() => readParameters(plan.params, route.params, plan.document));
    return {
      get query() {
        return query.value;
      },
      get params() {
        return params.value;
      },
      data: this.data,
      status: this.status,
      state: this.state,
      values: this.computedValues(),
    };
  }

  /** Values as computed observables: each runs again only when something it reads changed, and throws its own failure to its readers only. */
  private computedValues(): Record<string, unknown> {
    const values: Record<string, unknown> = {};
    for (const { name, value } of this.plan.values) {
      const computed = observable.computed((): { result: unknown } | { failure: unknown } => {
        try {
          return { result: value.evaluate(this.scope) };
        } catch (failure) {
          return { failure };
        }
      });
      Object.defineProperty(values, name, {
        enumerable: true,
        get: () => {
          const outcome = computed.value;
          if (outcome === undefined) return undefined;
          if ('failure' in outcome) throw outcome.failure;
          return outcome.result;
        },
      });
    }
    return values;
  }

  private initState(): void {
    const context = { translate: this.engine.translate, run: async () => ({ status: 'ignored' as const }) };
    for (const { name, initial, persist, key } of this.plan.state) {
      const first = plain(resolveOption(initial, this.scope, context, new Map()));
      this.state[name] = (persist ? readStored(persist, key, typeof first === 'string') : undefined) ?? first;
    }
  }

  /** Writes `state.a.b`: the parts on the way are copied, so that readers of `state.a` are told. */
  setState(path: string[], value: unknown): void {
    const [name, ...rest] = path;
    const declared = this.plan.state.find((state) => state.name === name);
    if (!name || !declared) throw Object.assign(new Error(`There is no state "${path.join('.')}"`), { code: 'NOT_SETTABLE' });
    this.state[name] = replaceIn(this.state[name], rest, plain(value));
    if (declared.persist) store(declared.persist, declared.key, this.state[name]);
  }

  onRefresh(name: string, refresh: () => Promise<unknown>): () => void {
    this.refreshers.set(name, refresh);
    return () => void this.refreshers.delete(name);
  }

  /** Repeats a data source; undefined when there is none of that name. */
  refresh(name: string): Promise<unknown> | undefined {
    const renewal = this.refreshers.get(name)?.();
    if (renewal) {
      this.repeats.set(name, (this.repeats.get(name) ?? 0) + 1);
      this.renewals.add(renewal);
      void renewal.finally(() => this.renewals.delete(renewal));
    }
    return renewal;
  }

  /** Resolves once no data source is being repeated: of two repeats of one the earlier answer counts for nothing. Undefined when none is. */
  renewed(): Promise<unknown> | undefined {
    return this.renewals.size > 0 ? Promise.allSettled(this.renewals).then(() => this.renewed()) : undefined;
  }

  /** Resolves as soon as `holds` gives what counts as true. Fails as it does, and stops the list of steps when the page goes, or the action is stopped, before. */
  async until(holds: () => unknown, signal: AbortSignal): Promise<void> {
    // While it is developed, React takes every page away once and brings it back in the same moment.
    await undefined;
    if (this.isLeft) throw new Stop();
    let leave = (): void => {};
    let forget = leave;
    try {
      await new Promise<void>((resolve, reject) => {
        leave = () => reject(new Stop());
        this.waits.add(leave);
        signal.addEventListener('abort', leave, { once: true });
        forget = autorun(() => {
          try {
            if (holds()) resolve();
          } catch (failure) {
            reject(failure);
          }
        });
      });
    } finally {
      this.waits.delete(leave);
      signal.removeEventListener('abort', leave);
      forget();
    }
  }

  /** The page is shown; the answer says that it is no longer. */
  stay(): () => void {
    this.isLeft = false;
    return () => {
      this.isLeft = true;
      for (const leave of this.waits) leave();
    };
  }

  /** Runs what a submit of this form starts: its actions place field errors there. */
  startedBy<Result>(form: FormTarget, start: () => Result): Result {
    this.starting = form;
    try {
      return start();
    } finally {
      this.starting = undefined;
    }
  }

  /** Runs an action. While it runs, a second start is ignored or queued as the block says; for another row, item or form it waits. Never rejects. */
  run(action: PlanAction, place: RunPlace): Promise<ActionOutcome> {
    const block = action.kind === 'block' ? action.block : this.plan.actions[action.name];
    const form = this.starting ?? place.form;
    if (!block) {
      const message = `There is no action "${action.kind === 'named' ? action.name : ''}"`;
      console.error(`${this.plan.document}:`, message);
      this.engine.feedback.message('error', message);
      return Promise.resolve({ status: 'failed', error: { code: 'UNKNOWN_ACTION', message } });
    }
    const line = block.queue ?? block;
    const turns = this.busy.get(line) ?? new Map<Promise<ActionOutcome>, unknown>();
    this.busy.set(line, turns);
    const row = place.locals?.row ?? place.locals?.item ?? form;
    if (block.whileBusy === 'ignore' && [...turns.values()].includes(row)) return Promise.resolve({ status: 'ignored' });
    const before = [...turns.keys()].at(-1);
    wishes += 1;
    const wish = { since: wishes, shown: place.names.shown() };
    const { signal, forget } = this.stops.begin(block);
    const isStoppable = this.isStoppable(block);
    const start = async (): Promise<ActionOutcome> =>
      signal.aborted ? { status: 'stopped' } : await runBlock(block, { page: this, ...wish, ...place, form, signal, isStoppable });
    const run = (before ? before.then(start) : start()).finally(() => {
      turns.delete(run);
      forget();
    });
    turns.set(run, row);
    return run;
  }

  /** Whether a step of the page stops this action, whichever way it was started. */
  isStoppable(block: PlanBlock): boolean {
    return this.plan.stoppable.some((name) => this.plan.actions[name] === block);
  }

  /** Ends an action that runs or waits for its turn, however often it does, also one the step `run` started. */
  stop(name: string): void {
    const block = this.plan.actions[name];
    if (!block) throw Object.assign(new Error(`There is no action "${name}"`), { code: 'UNKNOWN_ACTION' });
    this.stops.stop(block);
  }

  /** An event for the layouts around: the nearest that has an action of this name runs it, and how it ended is told; its steps read `event`. */
  async emit(name: string, values: Record<string, unknown>, since: number): Promise<ActionOutcome | undefined> {
    for (let model = this.outer; model; model = model.outer) {
      const block = model.plan.actions[name];
      if (!block) continue;
      const { scope, names } = model;
      return await model.run({ kind: 'block', block }, { scope, names, locals: { event: values }, since, isLate: this.isLeft });
    }
    return undefined;
  }
}

function replaceIn(owner: unknown, path: string[], value: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  const copy: Record<string, unknown> = { ...(owner as Record<string, unknown> | undefined) };
  copy[key] = replaceIn(copy[key], rest, value);
  return copy;
}
