import { didYouMean } from '../suggest.ts';
import type { Place, PlanAction, PlanBlock } from '../types.ts';
import { at, isObject, type PlanContext } from './context.ts';
import { compileSteps } from './steps.ts';

const BLOCK_WORDS = ['steps', 'onError', 'finally', 'whileBusy'];

/** An action: the name of one of the page, or its steps. */
export function compileAction(context: PlanContext, value: unknown, place: Place): PlanAction {
  if (typeof value !== 'string') return { kind: 'block', block: compileBlock(context, value, place) };
  if (!context.actions.has(value)) {
    context.break('UNKNOWN_ACTION', `this page has no action "${value}"`, place, didYouMean(value, context.actions));
  }
  return { kind: 'named', name: value, place };
}

/** Steps, or a block with steps, onError, finally and whileBusy. */
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
    whileBusy: value.whileBusy === 'queue' ? 'queue' : 'ignore',
  };
}
