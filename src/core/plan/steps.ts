import { hasExpression } from '../expression/index.ts';
import { isObject } from '../json-object.ts';
import { didYouMean } from '../suggest.ts';
import type { Place, PlanOption, PlanStep } from '../types.ts';
import { at, MAX_PAGE_DEPTH, type PlanContext } from './context.ts';
import { compileText, compileValue, noteCall } from './options.ts';

/** How an argument of a step is compiled. `node` is the name of a node, `closable` that or the word window, `call` a call id, `action` an action of the page, `running` one that may be stopped, `word` stays as written. */
type ArgumentKind =
  | 'text'
  | 'value'
  | 'condition'
  | 'list'
  | 'word'
  | 'local'
  | 'node'
  | 'closable'
  | 'call'
  | 'action'
  | 'running'
  | 'targets'
  | 'paths';
interface StepShape {
  arguments: Readonly<Record<string, ArgumentKind>>;
  /** Keys that hold lists of steps. */
  steps?: readonly ('then' | 'else' | 'do')[];
  required?: readonly string[];
}

/** Every step; the key that names it is its first argument. */
const STEPS: Readonly<Record<string, StepShape>> = {
  call: { arguments: { call: 'call', with: 'value', body: 'value', as: 'local', optional: 'value' } },
  set: { arguments: { set: 'paths' } },
  validate: { arguments: { validate: 'node' } },
  reset: { arguments: { reset: 'node' } },
  confirm: { arguments: { confirm: 'text', title: 'text', okText: 'text', cancelText: 'text', danger: 'value', with: 'value' } },
  require: { arguments: { require: 'condition', message: 'text', level: 'word', with: 'value' }, required: ['message'] },
  fail: { arguments: { fail: 'value' } },
  until: { arguments: { until: 'condition' } },
  notify: { arguments: { notify: 'text', level: 'word', form: 'word', title: 'text', fixed: 'value', with: 'value' } },
  navigate: { arguments: { navigate: 'value', query: 'value', replace: 'value', window: 'word', reload: 'value' } },
  open: { arguments: { open: 'node', with: 'value' } },
  close: { arguments: { close: 'closable' } },
  refresh: { arguments: { refresh: 'targets' } },
  download: { arguments: { download: 'call', with: 'value', body: 'value', fileName: 'value' } },
  upload: { arguments: { upload: 'call', file: 'value', field: 'word', with: 'value', as: 'local' }, required: ['file'] },
  copy: { arguments: { copy: 'value', form: 'word' } },
  save: { arguments: { save: 'value', fileName: 'text' }, required: ['fileName'] },
  print: { arguments: { print: 'text' } },
  emit: { arguments: { emit: 'word', with: 'value', as: 'local' } },
  session: { arguments: { session: 'word', with: 'value' } },
  if: { arguments: { if: 'condition' }, steps: ['then', 'else'], required: ['then'] },
  each: { arguments: { each: 'list', as: 'local' }, steps: ['do'], required: ['do'] },
  run: { arguments: { run: 'action' } },
  stop: { arguments: { stop: 'running' } },
};

export const stepNames: readonly string[] = Object.keys(STEPS);

/** Compiles a list of steps. A faulty step stays in the list with its problem: an action that reaches it fails there. */
export function compileSteps(context: PlanContext, value: unknown, place: Place): PlanStep[] {
  if (!Array.isArray(value)) {
    context.break('BAD_STEP', 'expected a list of steps', place);
    return [];
  }
  if (context.depth > MAX_PAGE_DEPTH) {
    context.break('TOO_DEEP', `nested deeper than ${MAX_PAGE_DEPTH}`, place);
    return [];
  }
  context.depth += 1;
  try {
    return value.map((step, index) => compileStep(context, step, at(place, index)));
  } finally {
    context.depth -= 1;
  }
}

function compileStep(context: PlanContext, value: unknown, place: Place): PlanStep {
  const { result, problem } = context.guard(() => readStep(context, value, place));
  return problem ? { ...result, problem } : result;
}

function readStep(context: PlanContext, value: unknown, place: Place): PlanStep {
  const unreadable: PlanStep = { ...place, kind: 'broken', args: {} };
  if (!isObject(value)) {
    context.break('BAD_STEP', 'a step is an object such as {"call": "user.list"}', place);
    return unreadable;
  }
  const keys = Object.keys(value);
  const kind = stepKind(value);
  const shape = kind === undefined ? undefined : STEPS[kind];
  if (kind === undefined || !shape) {
    const hints = keys.map((key) => didYouMean(key, stepNames));
    const slip = hints.findIndex((found) => found !== undefined);
    const spot = keys[slip] === undefined ? place : at(place, keys[slip]);
    context.break('BAD_STEP', `none of ${keys.map((key) => `"${key}"`).join(', ') || 'its keys'} names a step`, spot, hints[slip]);
    return unreadable;
  }
  const step: PlanStep = { ...place, kind, args: {} };
  for (const key of keys) {
    const argument = Object.hasOwn(shape.arguments, key) ? shape.arguments[key] : undefined;
    const nested = shape.steps?.find((name) => name === key);
    if (argument) step.args[key] = argumentOption(context, value[key], argument, at(place, key));
    else if (nested) step[nested] = compileSteps(context, value[key], at(place, key));
    else
      context.break(
        'BAD_STEP',
        `the step "${kind}" knows no "${key}"`,
        at(place, key),
        didYouMean(key, [...Object.keys(shape.arguments), ...(shape.steps ?? [])]),
      );
  }
  for (const key of shape.required ?? []) {
    if (value[key] === undefined) context.break('BAD_STEP', `the step "${kind}" needs "${key}"`, place);
  }
  return step;
}

/** No argument of a step is named like another step, so the order of the keys does not matter. */
function stepKind(value: Record<string, unknown>): string | undefined {
  return Object.keys(value).find((key) => Object.hasOwn(STEPS, key));
}

function argumentOption(context: PlanContext, value: unknown, kind: ArgumentKind, place: Place): PlanOption {
  switch (kind) {
    case 'text':
      return compileText(context, value, place);
    case 'condition': {
      const condition = context.condition(value, place);
      // Also a constant expression is evaluated: its text would always count as true.
      return condition && typeof value !== 'boolean' ? { kind: 'dynamic', value: condition } : { kind: 'constant', value };
    }
    case 'list':
      if (typeof value !== 'string' || !hasExpression(value)) context.break('BAD_STEP', 'expected an expression that gives a list', place);
      return compileValue(context, value, place);
    case 'local':
      context.declareLocal(value);
      return { kind: 'constant', value };
    case 'node':
    case 'closable':
      if (typeof value === 'string') context.expectTarget(value, place, kind === 'closable' ? ['window'] : []);
      else context.break('BAD_STEP', 'expected the name of a node', place);
      return { kind: 'constant', value };
    case 'call':
      if (typeof value === 'string') noteCall(context, value, place);
      else context.break('BAD_STEP', 'expected a call such as "user.list"', place);
      return { kind: 'constant', value };
    case 'running':
      if (typeof value === 'string') context.stoppable.add(value);
      return argumentOption(context, value, 'action', place);
    case 'action':
      if (typeof value === 'string') expectAction(context, value, place);
      else context.break('BAD_STEP', 'expected the name of an action', place);
      return { kind: 'constant', value };
    case 'targets':
      return compileTargets(context, value, place);
    case 'paths':
      return compilePaths(context, value, place);
    case 'word':
      return { kind: 'constant', value };
    default:
      return compileValue(context, value, place);
  }
}

/** An action of the page is named; one it does not have is a problem. */
export function expectAction(context: PlanContext, name: string, place: Place): void {
  if (context.actions.has(name)) return;
  context.break('UNKNOWN_ACTION', `this page has no action "${name}"`, place, didYouMean(name, context.actions));
}

function compileTargets(context: PlanContext, value: unknown, place: Place): PlanOption {
  if (!Array.isArray(value) || value.length === 0) context.break('BAD_STEP', 'expected a list of names', place);
  else {
    value.forEach((name, index) => {
      if (typeof name === 'string') context.expectTarget(name, at(place, index), context.refreshTargets());
    });
  }
  return { kind: 'constant', value };
}

const SETTABLE_PATH = /^[a-z][A-Za-z0-9]*(\.[A-Za-z_][A-Za-z0-9_]*)+$/;

/** `set`: paths and their new values. The result is always an object of options, so that the engine finds every path. */
function compilePaths(context: PlanContext, value: unknown, place: Place): PlanOption {
  if (!isObject(value)) {
    context.break('BAD_STEP', 'expected an object such as {"state.mode": "edit"}', place);
    return { kind: 'object', value: {} };
  }
  const result: Record<string, PlanOption> = {};
  for (const path of Object.keys(value)) {
    const spot = at(place, path);
    result[path] = compileValue(context, value[path], spot);
    const [root = '', name = ''] = path.split('.', 2);
    const states = context.sections.get('state');
    if (!SETTABLE_PATH.test(path)) context.break('BAD_STEP', `"${path}" is no path such as state.mode`, spot);
    else if (root !== 'state') context.expectTarget(root, spot, ['form']);
    else if (states && !states.has(name)) {
      context.break('UNKNOWN_NAME', `this document declares no state "${name}"`, spot, didYouMean(name, states));
    }
  }
  return { kind: 'object', value: result };
}
