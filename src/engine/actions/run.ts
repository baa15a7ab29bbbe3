import { isObject } from '../../core/json-object.ts';
import type { ActionOutcome, PlanBlock, PlanStep, Scope } from '../../core/types.ts';
import type { Engine } from '../context.ts';
import type { FieldError } from '../form/types.ts';
import type { Handle, NameSpace } from '../names.ts';
import type { PageModel } from '../page-model.ts';
import type { CallFailure, FormTarget } from '../types.ts';
import { areExplained, fieldErrors, isSettled, told } from './failures.ts';
import { runStep } from './steps.ts';

/** A running list of steps. */
export interface Run extends Wish, Stoppable {
  page: PageModel;
  engine: Engine;
  names: NameSpace;
  /** Scope of the steps; its own names are the locals: result, error, item ... */
  scope: Scope;
  /** The form that was validated last or that started the action: takes field errors, counts as saved afterwards. */
  form: FormTarget | undefined;
  /** The form the steps stand in. */
  own: FormTarget | undefined;
  /** Whether a call answered well: then leaving the page loses no changes. */
  called: boolean;
  /** While `onError` runs for a failure that was told already: its messages would tell it again. */
  isTold?: boolean;
}
/** Somebody ends an action by the step `stop`. */
export interface Stoppable {
  signal: AbortSignal;
  /** Whether a step of the page does. */
  isStoppable: boolean;
}
/** Somebody wants something: when, and what they saw. */
export interface Wish {
  /** Its number among all. */
  since: number;
  /** The nodes that were shown. */
  shown: ReadonlyMap<string, Handle>;
  /** It came from a page that was left already. */
  isLate?: boolean | undefined;
}
export interface BlockPlace extends Wish, Stoppable {
  page: PageModel;
  scope: Scope;
  names: NameSpace;
  form?: FormTarget | undefined;
  locals?: Record<string, unknown> | undefined;
}

/** Ends the list quietly: a refused confirmation, an invalid form, an unmet requirement, the step `stop`. */
export class Stop extends Error {}

/** Runs an action. Never rejects: the outcome says how it ended. */
export async function runBlock(block: PlanBlock, place: BlockPlace): Promise<ActionOutcome> {
  const run: Run = {
    ...place,
    engine: place.page.engine,
    scope: { names: { ...place.locals }, parent: place.scope },
    form: place.form,
    own: place.form,
    called: false,
  };
  const outcome = await attemptBlock(block, run, false);
  if (outcome.status !== 'failed') return { status: outcome.status };
  const { code, message, status } = outcome.failure;
  return { status: 'failed', error: { code, message, status } };
}

/** Runs an action as if its steps stood in the list of another: throws what ends it, so that it ends that list too. The step `stop` reaches it by its own name. */
export async function runWithin(block: PlanBlock, run: Run): Promise<void> {
  const { page } = run;
  const { signal, forget } = page.stops.begin(block, run.signal);
  const inner: Run = { ...run, signal, isStoppable: run.isStoppable || page.isStoppable(block) };
  const outcome = await attemptBlock(block, inner, true).finally(() => {
    forget();
    takeOver(run, inner);
  });
  if (outcome.status === 'stopped') throw new Stop();
  if (outcome.status === 'failed') throw outcome.failure;
}

/**
 * steps -> (failure: onError, or its message) -> finally, in every case.
 * The failures of an inner block are told by the block around; what its own onError dealt with counts as told.
 */
async function attemptBlock(block: PlanBlock, run: Run, isInner: boolean): Promise<Attempt> {
  let outcome = await attempt(block.steps, run);
  if (outcome.status === 'failed') {
    const { failure } = outcome;
    const left = block.onError ? await handle(block.onError, failure, run) : failure;
    if (isInner) outcome = { status: 'failed', failure: left ?? told(failure) };
    else if (left) report(run, left, block);
  }
  if (block.finally) {
    // Also what was stopped tidies up.
    const tidying: Run = { ...run, signal: new AbortController().signal };
    const last = await attempt(block.finally, tidying);
    takeOver(run, tidying);
    if (last.status === 'failed') {
      if (!isInner || outcome.status === 'failed') report(run, last.failure, block);
      if (outcome.status !== 'failed') outcome = last;
    }
  }
  return outcome;
}

/** What steps that ran beside a list have done counts for it: whether a call was answered, which form was validated last. */
export function takeOver(run: Run, beside: Run): void {
  run.called ||= beside.called;
  run.form = beside.form;
}

/** Runs onError; gives the failure of its own, where it has one. */
async function handle(onError: PlanStep[], failure: CallFailure, run: Run): Promise<CallFailure | undefined> {
  const { isTold } = run;
  run.scope.names.error = failure;
  run.isTold = isSettled(failure);
  const handled = await attempt(onError, run);
  run.isTold = isTold;
  return handled.status === 'failed' ? handled.failure : undefined;
}

type Attempt = { status: 'done' | 'stopped' } | { status: 'failed'; failure: CallFailure };

async function attempt(steps: PlanStep[], run: Run): Promise<Attempt> {
  try {
    await runSteps(steps, run);
    return { status: 'done' };
  } catch (error) {
    if (error instanceof Stop) return { status: 'stopped' };
    return { status: 'failed', failure: toFailure(error) };
  }
}

/** Runs steps one after the other; throws at the first that fails or stops. */
export async function runSteps(steps: PlanStep[], run: Run): Promise<void> {
  for (const step of steps) {
    if (run.signal.aborted) throw new Stop();
    try {
      await runStep(step, run);
    } catch (error) {
      // What a call that was given up says of it concerns nobody.
      if (run.signal.aborted) throw new Stop();
      if (!(error instanceof Stop) && !isCallFailure(error)) console.error(`${step.document}#${step.pointer} (${step.kind}):`, error);
      throw error;
    }
  }
}

function isCallFailure(error: unknown): error is CallFailure {
  return error instanceof Error && 'call' in error;
}

function toFailure(error: unknown): CallFailure {
  const source = error instanceof Error ? error : new Error(String(error));
  const code = 'code' in source && typeof source.code === 'string' ? source.code : 'ACTION_FAILED';
  return Object.assign(source, {
    code,
    status: 'status' in source ? (source.status as number) : undefined,
    call: 'call' in source ? String(source.call) : '',
  });
}

/** Shows a failure nobody handled: a conflict as a question, wrong values at the fields of the form, everything else as a message. */
function report(run: Run, failure: CallFailure, block: PlanBlock): void {
  if (isSettled(failure)) return;
  if (failure.code === 'CONFLICT' && isObject(failure.data) && run.form?.resolveConflict) {
    // What cannot be taken over is told as it is where there is no form.
    run.form.resolveConflict(failure.data).catch(() => run.engine.feedback.message('error', failure.message));
    return;
  }
  const errors = fieldErrors(failure.details);
  const left = errors.length > 0 && run.form?.showErrors ? run.form.showErrors(errors) : errors;
  if (errors.length > 0 && left.length === 0) return;
  // A fault of the document is for its author: people get a sentence, the console the place.
  const message = failure.call ? failure.message : run.engine.translate('engine.actionFailed', { reason: failure.message });
  if (!failure.call) console.error(`${block.document}#${block.pointer}:`, failure);
  const lines = left.map((error) => unshown(error, run));
  // The same words are said once.
  const reason = [...new Set(areExplained(left, failure) ? lines : [message, ...lines])].join('\n');
  run.engine.feedback.message('error', withDeed(failure, reason, run));
}

const DEED_TEXTS = { save: 'error.notSaved', delete: 'error.deleteFailed', stop: 'error.stopFailed', execute: 'error.executionFailed' };

/** ERR-11: what failed stands before why, where the contract of the call says what it is for. */
function withDeed({ deed }: CallFailure, reason: string, { engine }: Run): string {
  return deed === undefined ? reason : engine.translate('engine.told', { what: engine.translate(DEED_TEXTS[deed]), more: reason });
}

/** What is wrong with a field that cannot show it: one of another form, or one that is hidden. */
function unshown({ field, message }: FieldError, { form, names, engine }: Run): string {
  const targets: (FormTarget | undefined)[] = [form, ...[...names.shown().values()].map(({ current }) => current)];
  const label = targets.map((target) => target?.labelOf?.(field)).find((one) => one !== undefined);
  return label === undefined ? message : engine.translate('engine.conflictLine', { label, value: message });
}
