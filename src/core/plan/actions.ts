import { orderByReads } from '../calculation.ts';
import { isObject } from '../json-object.ts';
import { didYouMean } from '../suggest.ts';
import type { Place, PlanAction, PlanBlock, PlanStep } from '../types.ts';
import { at, type PlanContext } from './context.ts';
import { compileSteps, expectAction } from './steps.ts';

const BLOCK_WORDS = ['steps', 'onError', 'finally', 'whileBusy', 'queue'];

/** An action: the name of one of the page, or its steps. */
export function compileAction(context: PlanContext, value: unknown, place: Place): PlanAction {
  if (typeof value !== 'string') return { kind: 'block', block: compileBlock(context, value, place) };
  expectAction(context, value, place);
  return { kind: 'named', name: value, place };
}

/** Steps, or a block with steps, onError, finally, whileBusy and queue. */
export function compileBlock(context: PlanContext, value: unknown, place: Place): PlanBlock {
  if (Array.isArray(value)) return { ...place, steps: compileSteps(context, value, place), whileBusy: 'ignore' };
  if (!isObject(value) || !Array.isArray(value.steps)) {
    context.break('BAD_STEP', 'expected the name of an action, a list of steps, or {"steps": [...]}', place);
    return { ...place, steps: [], whileBusy: 'ignore' };
  }
  for (const key of Object.keys(value)) {
    if (!BLOCK_WORDS.includes(key))
      context.report('UNKNOWN_OPTION', `"${key}" is not known here`, at(place, key), didYouMean(key, BLOCK_WORDS));
  }
  return {
    ...place,
    steps: compileSteps(context, value.steps, at(place, 'steps')),
    ...(value.onError !== undefined && { onError: compileSteps(context, value.onError, at(place, 'onError')) }),
    ...(value.finally !== undefined && { finally: compileSteps(context, value.finally, at(place, 'finally')) }),
    whileBusy: value.whileBusy === 'queue' || value.queue ? 'queue' : 'ignore',
    ...(value.queue !== undefined && { queue: String(value.queue) }),
  };
}

/** Actions that run each other in a circle: whatever steps of actions run one of them get the problem, so that nothing runs without an end. */
export function breakCircles(context: PlanContext, actions: Readonly<Record<string, PlanBlock>>): void {
  const runs = new Map(Object.entries(actions).map(([name, block]) => [name, runsOf(block)]));
  const { cycles } = orderByReads([...runs.keys()], (name) => (runs.get(name) ?? []).map(nameRun));
  for (const cycle of cycles) {
    const [first = '', next = first] = cycle;
    const start = runs.get(first)?.find((step) => nameRun(step) === next);
    if (!start) continue;
    const problem = context.report(
      'ACTION_CYCLE',
      `actions run each other: ${[...cycle, first].join(' > ')}`,
      at(start, 'run'),
      'break the circle',
    );
    for (const step of [...runs.values()].flat()) if (cycle.includes(nameRun(step))) step.problem ??= problem;
  }
}

function runsOf({ steps, onError = [], finally: last = [] }: PlanBlock): PlanStep[] {
  const within = (list: PlanStep[]): PlanStep[] =>
    list.flatMap((step) => [
      ...(step.kind === 'run' ? [step] : []),
      ...[step.then, step.else, step.do].flatMap((inner) => within(inner ?? [])),
    ]);
  return [steps, onError, last].flatMap(within);
}

function nameRun({ args: { run } }: PlanStep): string {
  return run?.kind === 'constant' ? String(run.value) : '';
}
