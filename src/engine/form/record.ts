import { type Head, headsOf, sourcesOf } from '../../core/plan/sources.ts';
import type { PlanOption } from '../../core/types.ts';
import type { PageModel } from '../page-model.ts';
import { sameValue } from '../scope.ts';
import type { FormModel } from './model.ts';
import { isSame } from './rules.ts';

/** How far the record of a form is here, and which one it is: what its first values read of the page. */
export interface RecordState {
  /** Sources that gave nothing yet. */
  missing: string[];
  /** Sources that are asked, and whose answer is not the one that is wanted. */
  awaited: string[];
  /** Sources that failed, and show nothing or what was asked before. */
  failed: string[];
  which: Which;
}

/** What tells one record from another. */
export interface Which {
  /** What the sources were asked with last. */
  asked: Record<string, unknown>;
  /** By what it is chosen: the state, the address, what a window was opened with. */
  chosen: Record<string, unknown>;
}

interface Reads {
  sources: string[];
  telling: string[];
  choices: Head[];
}
const known = new WeakMap<PlanOption, Reads>();
const CHOOSING = new Set(['state', 'query', 'params']);

function readsOf(option: PlanOption, { plan }: PageModel): Reads {
  const before = known.get(option);
  if (before) return before;
  /** What somebody fills in here asks for no other record. */
  const followsForm = (source: string): boolean => {
    const { with: parameters, body } = plan.data.find(({ name }) => name === source) ?? {};
    const value = [parameters, body].filter((part) => part !== undefined);
    return headsOf({ kind: 'array', value }, plan, 'asked').some(({ section, name }) => name === 'values' && !CHOOSING.has(section));
  };
  const reads: Reads = {
    sources: sourcesOf(option, plan, 'awaited'),
    telling: sourcesOf(option, plan, 'asked').filter((name) => !followsForm(name)),
    choices: headsOf(option, plan, 'asked').filter(({ section, name }) => CHOOSING.has(section) || name === 'with'),
  };
  known.set(option, reads);
  return reads;
}

/** Reads observables: belongs inside an observer. */
export function recordState(option: PlanOption | undefined, page: PageModel): RecordState {
  const state: RecordState = { missing: [], awaited: [], failed: [], which: { asked: {}, chosen: {} } };
  if (!option) return state;
  const { data, status, asked, scope } = page;
  const { sources, telling, choices } = readsOf(option, page);
  for (const name of sources) {
    const { error, loading, outdated } = status[name] ?? {};
    const isMissing = data[name] === undefined;
    if (isMissing) state.missing.push(name);
    if (error && (isMissing || outdated)) state.failed.push(name);
    else if (loading || outdated) state.awaited.push(name);
  }
  for (const name of telling) if (asked[name] !== undefined) state.which.asked[name] = asked[name];
  for (const { section, name } of choices) {
    const from = scope.names[section] ?? scope.parent?.names[section];
    state.which.chosen[`${section}.${name}`] = (from as Record<string, unknown> | undefined)?.[name];
  }
  return state;
}

/** Whether this value at a path of the page, such as `state.id`, chooses another record. */
export function choosesOther(option: PlanOption | undefined, page: PageModel, form: FormModel, path: string, value: unknown): boolean {
  const [section, name, ...rest] = path.split('.');
  if (!option || !readsOf(option, page).choices.some((head) => head.section === section && head.name === name)) return false;
  const before = [name, ...rest].reduce<unknown>((owner, key) => (owner as Record<string, unknown> | undefined)?.[key ?? ''], page.state);
  return !sameValue(before, value) && !isTyped(form, value);
}

/** Whether it is another record than before. What is asked for the first time makes none, nor does what comes from the form itself. */
export function isOther(before: Which, now: Which, form: FormModel, initial: unknown): boolean {
  const isAsked = Object.entries(now.asked).some(([name, asked]) => name in before.asked && !sameValue(before.asked[name], asked));
  const chosen = Object.entries(now.chosen).filter(([name, value]) => !sameValue(before.chosen[name], value));
  if (chosen.length === 0) return isAsked;
  return !chosen.every(([, value]) => isTyped(form, value)) && (isAsked || !holds(form, initial));
}

/** The same record is chosen in another way: what it is asked with then is yet to come. */
export function follow(before: Which, now: Which): void {
  before.asked = sameValue(before.chosen, now.chosen) ? { ...before.asked, ...now.asked } : {};
  before.chosen = now.chosen;
}

/** Whether a value is what somebody made of the form, or of a field of it. */
function isTyped(form: FormModel, value: unknown): boolean {
  return holds(form, value) || Object.entries(form.values).some(([field, one]) => form.edits.has(field) && isSame(one, value));
}

function holds({ values }: FormModel, record: unknown): boolean {
  const parts = Object.entries(typeof record === 'object' ? (record ?? {}) : {});
  return parts.length > 0 && parts.every(([name, value]) => isSame(values[name], value));
}
