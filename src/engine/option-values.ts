import type { PlanOption, Scope } from '../core/types.ts';
import { type OptionContext, resolveOption, reuse } from './options.ts';
import type { Translate } from './types.ts';

type Options = Record<string, PlanOption>;

/** Options of a node as far as its document decides them, made ready once for all its drawings. */
interface Prepared {
  /** Values that are the same everywhere and always. */
  fixed: Record<string, unknown>;
  /** What the language alone decides, and what it came to be, for all drawings together: a questionnaire is hundreds of texts. */
  worded: [name: string, option: PlanOption][];
  words: { translate: Translate; edition: string; values: Record<string, unknown> } | undefined;
  /** What is evaluated in a scope. */
  moving: [name: string, option: PlanOption][];
  /** Whether an evaluation reads anything that can change. */
  reads: boolean;
}

const ready = new WeakMap<Options, Prepared>();
const nowhere: Scope = { names: {} };
const nothing: OptionContext = {
  translate: Object.assign(() => '', { localized: () => '', edition: () => '' }),
  run: () => Promise.resolve({ status: 'ignored' }),
};

/** What is known of options before they are evaluated. */
export function prepareOptions(options: Options): Prepared {
  const known = ready.get(options);
  if (known) return known;
  const prepared: Prepared = { fixed: {}, worded: [], words: undefined, moving: [], reads: false };
  for (const [name, option] of Object.entries(options)) {
    if (isFixed(option)) {
      const value = resolveOption(option, nowhere, nothing, new Map());
      if (value !== undefined) prepared.fixed[name] = value;
      continue;
    }
    if (isWorded(option)) prepared.worded.push([name, option]);
    else prepared.moving.push([name, option]);
    prepared.reads ||= doesRead(option);
  }
  ready.set(options, prepared);
  return prepared;
}

const isFixed = (option: PlanOption): boolean =>
  consistsOf(option, ({ kind }) => kind === 'constant' || kind === 'nodes' || kind === 'fields');

/** Made of texts without expressions, and of what is fixed. */
const isWorded = (option: PlanOption): boolean =>
  consistsOf(option, (part) => (part.kind === 'text' ? !('evaluate' in part.value) : isFixed(part)));

function consistsOf(option: PlanOption, holds: (part: PlanOption) => boolean): boolean {
  if (option.kind === 'object') return Object.values(option.value).every((part) => consistsOf(part, holds));
  if (option.kind === 'array') return option.value.every((part) => consistsOf(part, holds));
  return holds(option);
}

/** The options the language alone decides. Reads the edition of the texts, so that an observer follows it. */
function wordsOf(prepared: Prepared, { translate }: OptionContext): Record<string, unknown> {
  const edition = translate.edition();
  if (prepared.words?.translate === translate && prepared.words.edition === edition) return prepared.words.values;
  const values: Record<string, unknown> = {};
  for (const [name, option] of prepared.worded) values[name] = resolveOption(option, nowhere, { ...nothing, translate }, new Map());
  prepared.words = { translate, edition, values };
  return values;
}

/** Actions and lazy options read when they are called, which is later. */
function doesRead(option: PlanOption): boolean {
  switch (option.kind) {
    case 'dynamic':
    case 'text':
    case 'document':
      return true;
    case 'object':
      return Object.values(option.value).some(doesRead);
    case 'array':
      return option.value.some(doesRead);
    default:
      return false;
  }
}

/** The evaluated options of one node while it is drawn: parts that stay equal stay the same objects. */
export class OptionValues {
  private options: Options | undefined;
  private scope: Scope | undefined;
  private context: OptionContext | undefined;
  private functions = new Map<PlanOption, unknown>();
  private last: Record<string, unknown> | undefined;

  /** Evaluates; inside a Watch everything it reads is remembered. Throws what an expression throws. */
  evaluate(options: Options, scope: Scope, context: OptionContext): Record<string, unknown> {
    const prepared = prepareOptions(options);
    const { fixed, worded, moving } = prepared;
    const { last } = this;
    const isOther = this.options !== options;
    if (isOther || this.scope !== scope || this.context !== context) this.functions = new Map();
    this.options = options;
    this.scope = scope;
    this.context = context;
    const words = worded.length === 0 ? undefined : wordsOf(prepared, context);
    if (moving.length === 0 && words === undefined) {
      this.last = last === undefined ? fixed : (reuse(last, fixed) as Record<string, unknown>);
      return this.last;
    }
    const values: Record<string, unknown> = { ...fixed };
    let isSame = !isOther && last !== undefined;
    const take = (name: string, fresh: unknown): void => {
      const value = reuse(last?.[name], fresh);
      if (value !== undefined) values[name] = value;
      if (isSame && !Object.is(value, last?.[name])) isSame = false;
    };
    for (const name in words) take(name, words[name]);
    for (const [name, option] of moving) take(name, resolveOption(option, scope, context, this.functions));
    if (isSame && last) return last;
    this.last = isOther && last !== undefined ? (reuse(last, values) as Record<string, unknown>) : values;
    return this.last;
  }
}
