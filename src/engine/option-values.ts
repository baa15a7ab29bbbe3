import type { PlanOption, Scope } from '../core/types.ts';
import { type OptionContext, resolveOption, reuse } from './options.ts';

type Options = Record<string, PlanOption>;

/** Options of a node as far as its document decides them, made ready once for all its drawings. */
interface Prepared {
  /** Values that are the same everywhere and always. */
  fixed: Record<string, unknown>;
  /** What is evaluated in a scope. */
  moving: [name: string, option: PlanOption][];
  /** Whether an evaluation reads anything that can change. */
  reads: boolean;
}

const ready = new WeakMap<Options, Prepared>();
const nowhere: Scope = { names: {} };
const nothing: OptionContext = {
  translate: Object.assign(() => '', { localized: () => '' }),
  run: () => Promise.resolve({ status: 'ignored' }),
};

/** What is known of options before they are evaluated. */
export function prepareOptions(options: Options): Prepared {
  const known = ready.get(options);
  if (known) return known;
  const prepared: Prepared = { fixed: {}, moving: [], reads: false };
  for (const [name, option] of Object.entries(options)) {
    if (isFixed(option)) {
      const value = resolveOption(option, nowhere, nothing, new Map());
      if (value !== undefined) prepared.fixed[name] = value;
      continue;
    }
    prepared.moving.push([name, option]);
    prepared.reads ||= doesRead(option);
  }
  ready.set(options, prepared);
  return prepared;
}

function isFixed(option: PlanOption): boolean {
  switch (option.kind) {
    case 'constant':
    case 'nodes':
    case 'fields':
      return true;
    case 'object':
      return Object.values(option.value).every(isFixed);
    case 'array':
      return option.value.every(isFixed);
    default:
      return false;
  }
}

/** Actions and lazy options read when they are called, which is later. */
function doesRead(option: PlanOption): boolean {
  switch (option.kind) {
    case 'dynamic':
    case 'text':
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
    const { fixed, moving } = prepareOptions(options);
    const { last } = this;
    const isOther = this.options !== options;
    if (isOther || this.scope !== scope || this.context !== context) this.functions = new Map();
    this.options = options;
    this.scope = scope;
    this.context = context;
    if (moving.length === 0) {
      this.last = last === undefined ? fixed : (reuse(last, fixed) as Record<string, unknown>);
      return this.last;
    }
    const values = { ...fixed };
    let isSame = !isOther && last !== undefined;
    for (const [name, option] of moving) {
      const value = reuse(last?.[name], resolveOption(option, scope, context, this.functions));
      if (value !== undefined) values[name] = value;
      if (isSame && !Object.is(value, last?.[name])) isSame = false;
    }
    if (isSame && last) return last;
    this.last = isOther && last !== undefined ? (reuse(last, values) as Record<string, unknown>) : values;
    return this.last;
  }
}
