import { isObject, type JsonSchema, listAt, pointerPart, textAt } from '../../json.ts';
import { entries } from '../../read/values.ts';
import type { Project } from '../project.ts';
import { type Context, type Spot, withCondition, withNames } from './context.ts';
import { inferTemplate } from './infer.ts';
import { failure } from './root-types.ts';
import type { Type, Types } from './types.ts';

/** What looks at the steps of an action. */
export interface StepVisitor {
  /** An argument of a step, with the names it can read. */
  value?: (value: unknown, spot: Spot, context: Context, step: JsonSchema) => void;
  /** A step that makes a call. */
  call?: (call: string, step: JsonSchema, spot: Spot, context: Context) => void;
  /** A step that opens a named node. */
  open?: (name: string, spot: Spot, context: Context, step: JsonSchema) => void;
  /** A step that closes one. */
  close?: (name: string, spot: Spot) => void;
  /** A step that runs an action of the page. */
  run?: (name: string, spot: Spot, context: Context) => void;
  /** Paths a step writes, each at its key. */
  set?: (path: string, spot: Spot, context: Context) => void;
}

/** The page around the steps. */
export interface StepPage {
  project: Project;
  types: Types;
  /** The answers an action of the page leaves to the steps that follow where it is run. */
  answersOf: (action: string) => Answers;
}
/** Names steps leave behind, with the types of the answers; undefined: not known. */
export type Answers = Record<string, Type | undefined>;

const callWords = ['call', 'download', 'upload'];
const stepLists = ['then', 'else', 'do'];

/** Walks the steps of an action written in place; `result` and the names in `as` get the types of the answers before them. */
export function walkAction(action: unknown, spot: Spot, context: Context, page: StepPage, visitor: StepVisitor): void {
  const { types } = page;
  const walk = (steps: unknown, at: string, outer: Context): Context => {
    let inner = outer;
    for (const [pointer, step] of entries(steps, at)) if (isObject(step)) inner = one(step, pointer, inner);
    return inner;
  };
  const one = (step: JsonSchema, pointer: string, outer: Context): Context => {
    const own = { source: spot.source, pointer };
    for (const [key, value] of Object.entries(step)) {
      if (!stepLists.includes(key)) visitor.value?.(value, { source: spot.source, pointer: `${pointer}/${pointerPart(key)}` }, outer, step);
    }
    if (typeof step.open === 'string') visitor.open?.(step.open, own, outer, step);
    if (typeof step.close === 'string') visitor.close?.(step.close, own);
    if (typeof step.run === 'string') visitor.run?.(step.run, own, outer);
    for (const [at] of entries(step.set, `${pointer}/set`)) visitor.set?.(lastPart(at), { source: spot.source, pointer: at }, outer);
    if (step.if !== undefined) {
      walk(step.then, `${pointer}/then`, withCondition(outer, step.if));
      walk(step.else, `${pointer}/else`, withCondition(outer, step.if, true));
    } else if (typeof step.each === 'string') {
      const item = types.element(inferTemplate(step.each, types, outer.lookup, () => undefined));
      walk(step.do, `${pointer}/do`, withNames(outer, { ...answersOfStep(step, page), [textAt(step, 'as') ?? 'item']: item }));
    }
    for (const word of callWords) if (typeof step[word] === 'string') visitor.call?.(step[word], step, own, outer);
    return withNames(outer, answersOfStep(step, page));
  };
  if (Array.isArray(action)) walk(action, spot.pointer, context);
  else if (isObject(action)) {
    walk(action.steps, `${spot.pointer}/steps`, context);
    const after = withNames(context, { result: undefined });
    walk(action.onError, `${spot.pointer}/onError`, withNames(after, { error: failure }));
    walk(action.finally, `${spot.pointer}/finally`, after);
  }
}

function lastPart(pointer: string): string {
  return pointer.slice(pointer.lastIndexOf('/') + 1);
}

/** The answers an action leaves when all its steps ran. */
export function answersOfAction(action: unknown, page: StepPage): Answers {
  const steps = isObject(action) ? action.steps : action;
  return answersOfSteps(Array.isArray(steps) ? steps : [], page);
}

function answersOfSteps(steps: unknown[], page: StepPage): Answers {
  return Object.assign({}, ...steps.filter(isObject).map((step) => answersOfStep(step, page)));
}

function answersOfStep(step: JsonSchema, page: StepPage): Answers {
  if (typeof step.run === 'string') return page.answersOf(step.run);
  const call = step.call ?? step.upload;
  if (typeof call === 'string') return { [textAt(step, 'as') ?? 'result']: page.project.answerOf(call, step) };
  if (typeof step.emit === 'string' && typeof step.as === 'string') return { [step.as]: undefined };
  // Which branch ran, and how often, is not known.
  const inside = stepLists.flatMap((word) => Object.keys(answersOfSteps(listAt(step, word), page)));
  return Object.fromEntries(inside.map((name) => [name, undefined]));
}
