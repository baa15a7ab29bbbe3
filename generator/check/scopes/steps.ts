import { isObject, type JsonSchema, listAt, pointerPart, textAt } from '../../json.ts';
import { entries } from '../../read/walk.ts';
import type { Project } from '../project.ts';
import { type Context, type Spot, withCondition, withNames } from './context.ts';
import { inferTemplate } from './infer.ts';
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
  /** Paths a step writes, each at its key. */
  set?: (path: string, spot: Spot) => void;
}

const callWords = ['call', 'download', 'upload'];
const stepLists = ['then', 'else', 'do'];

/** Walks the steps of an action written in place; `result` and the names in `as` get the types of the answers before them. */
export function walkAction(action: unknown, spot: Spot, context: Context, project: Project, types: Types, visitor: StepVisitor): void {
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
    for (const [at] of entries(step.set, `${pointer}/set`)) visitor.set?.(lastPart(at), { source: spot.source, pointer: at });
    if (step.if !== undefined) {
      walk(step.then, `${pointer}/then`, withCondition(outer, step.if));
      walk(step.else, `${pointer}/else`, outer);
      // Which branch ran is not known.
      return callsInside(step) ? withNames(outer, { result: undefined }) : outer;
    }
    if (typeof step.each === 'string') {
      const item = types.element(inferTemplate(step.each, types, outer.lookup, () => undefined));
      walk(
        step.do,
        `${pointer}/do`,
        withNames(outer, { [textAt(step, 'as') ?? 'item']: item, ...(callsInside(step) && { result: undefined }) }),
      );
      return callsInside(step) ? withNames(outer, { result: undefined }) : outer;
    }
    for (const word of callWords) {
      const call = step[word];
      if (typeof call !== 'string') continue;
      visitor.call?.(call, step, own, outer);
      if (word === 'download') continue;
      const answer: Type | undefined = project.answerOf(call);
      const as = textAt(step, 'as');
      return withNames(outer, as === undefined ? { result: answer } : { [as]: answer });
    }
    return outer;
  };
  if (Array.isArray(action)) walk(action, spot.pointer, context);
  else if (isObject(action)) {
    walk(action.steps, `${spot.pointer}/steps`, context);
    for (const word of ['onError', 'finally']) walk(action[word], `${spot.pointer}/${word}`, withNames(context, { result: undefined }));
  }
}

function lastPart(pointer: string): string {
  return pointer.slice(pointer.lastIndexOf('/') + 1);
}

function callsInside(step: JsonSchema): boolean {
  return stepLists.some((word) =>
    listAt(step, word).some((inner) => isObject(inner) && (callWords.some((call) => inner[call] !== undefined) || callsInside(inner))),
  );
}
