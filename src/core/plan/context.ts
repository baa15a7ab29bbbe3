import { type CompiledSource, compileTemplate, constantCompiled, ExpressionError, hasExpression } from '../expression/index.ts';
import { pointerPart } from '../json-pointer.ts';
import { didYouMean, fieldHint } from '../suggest.ts';
import type { Compiled, Place, Problem, WidgetShapes } from '../types.ts';
import { type Library, noReferences, type References } from './library.ts';
import { APPLICATION_TARGETS, ROOT_NAMES } from './names.ts';

/** Bounds of one page. */
export const MAX_PAGE_NODES = 5_000;
export const MAX_PAGE_DEPTH = 64;

/** Parts of a page that declare names one level down: `data.paper`. */
export type Section = 'data' | 'status' | 'state' | 'values' | 'query' | 'params';

type Use = { compiled: CompiledSource; place: Place };

/** What one planning collects: problems, names, references. Nothing here throws for a faulty document. */
export class PlanContext {
  readonly problems: Problem[] = [];
  /** Widgets the page waits for, and those that only stand in what is opened later. */
  readonly widgets = new Set<string>();
  readonly deferredWidgets = new Set<string>();
  /** Where the widgets of the nodes being compiled go. */
  #gathered = this.widgets;
  readonly references: References = noReferences();
  readonly actions = new Set<string>();
  /** Actions that steps `stop`. */
  readonly stoppable = new Set<string>();
  readonly sections = new Map<Section, ReadonlySet<string>>();
  /** Documents being inlined, to notice one that contains itself. */
  readonly open: string[] = [];
  readonly shapes: WidgetShapes;
  readonly library: Library;
  /** Names of the fields so far of the form whose fields are being compiled; undefined where no field may stand. */
  fieldNames: Set<string> | undefined;
  nodes = 0;
  /** Nodes where a layout shows its page. */
  outlets = 0;
  depth = 0;
  /** Prefix of node keys: nodes of one form document used twice on a page must differ. */
  keyPrefix = '';
  readonly #nodeNames = new Map<string, Place>();
  readonly #locals = new Set<string>();
  readonly #uses: Use[] = [];
  readonly #targets: { name: string; place: Place; allowed: readonly string[] }[] = [];
  #broken: { problem?: Problem } = {};

  constructor(shapes: WidgetShapes, library: Library) {
    this.shapes = shapes;
    this.library = library;
  }

  report(code: string, message: string, place: Place, hint?: string, severity: Problem['severity'] = 'error'): Problem {
    const problem: Problem = {
      document: place.document,
      pointer: place.pointer,
      code,
      severity,
      message,
      ...(hint !== undefined && { hint }),
    };
    this.problems.push(problem);
    return problem;
  }

  /** A problem that keeps whatever encloses it from working: a node, a step, a data source. */
  break(code: string, message: string, place: Place, hint?: string): Problem {
    const problem = this.report(code, message, place, hint);
    this.#broken.problem ??= problem;
    return problem;
  }

  /** Runs `work` and gives its result with the first breaking problem inside, which then does not reach further out. */
  guard<Result>(work: () => Result): { result: Result; problem?: Problem } {
    const outer = this.#broken;
    const own: { problem?: Problem } = {};
    this.#broken = own;
    try {
      const result = work();
      return own.problem ? { result, problem: own.problem } : { result };
    } finally {
      this.#broken = outer;
    }
  }

  uses(widget: string): void {
    this.#gathered.add(widget);
  }

  /** Runs `work` and gives the widgets of the nodes it compiles, which the page does not wait for. */
  defer(work: () => void): string[] {
    const outer = this.#gathered;
    const inner = new Set<string>();
    this.#gathered = inner;
    try {
      work();
    } finally {
      this.#gathered = outer;
    }
    for (const widget of inner) this.deferredWidgets.add(widget);
    return [...inner].sort();
  }

  /** Compiles text with `{{ }}`. A broken one is a breaking problem and gives undefined everywhere. */
  template(source: string, place: Place): CompiledSource {
    try {
      const compiled = compileTemplate(source);
      if (!compiled.constant) this.#uses.push({ compiled, place });
      return compiled;
    } catch (cause) {
      if (!(cause instanceof ExpressionError)) throw cause;
      this.break(cause.code, cause.message, place, cause.hint);
      return constantCompiled(undefined, source);
    }
  }

  /** true, false or an expression. */
  condition(value: unknown, place: Place): Compiled | undefined {
    if (value === undefined) return undefined;
    if (typeof value === 'boolean') return constantCompiled(value);
    if (typeof value === 'string' && hasExpression(value)) return this.template(value, place);
    this.break('BAD_OPTION', 'expected true, false or an expression in {{ }}', place);
    return undefined;
  }

  /** Makes a node's name readable; a second node of the same name is a problem. */
  declareNode(name: string, place: Place): void {
    const first = this.#nodeNames.get(name);
    if (first)
      this.report('DUPLICATE_NAME', `the name "${name}" is taken by ${first.pointer} of ${first.document}`, place, 'give it another name');
    else if (ROOT_NAMES.includes(name)) this.report('RESERVED_NAME', `"${name}" is a name of the dialect`, place, 'give it another name');
    else this.#nodeNames.set(name, place);
  }

  declareLocal(name: unknown): void {
    if (typeof name === 'string') this.#locals.add(name);
  }

  /** A step names a node (or one of `allowed`); checked when every name is known. */
  expectTarget(name: string, place: Place, allowed: readonly string[]): void {
    this.#targets.push({ name, place, allowed });
  }

  /** Checks every name read or targeted so far against everything declared. Call once, at the end. */
  checkNames(): void {
    const known = new Set([...ROOT_NAMES, ...this.#nodeNames.keys(), ...this.#locals]);
    for (const use of this.#uses) this.#checkUse(use, known);
    for (const { name, place, allowed } of this.#targets) {
      if (this.#nodeNames.has(name) || allowed.includes(name)) continue;
      const candidates = [...this.#nodeNames.keys(), ...allowed];
      this.report('UNKNOWN_NAME', `nothing on this page is named "${name}"`, place, didYouMean(name, candidates));
    }
  }

  /** Whether an expression of the document reads `status.<name>.error`, or `status` in a way that may mean it. Whoever reads `loading` alone says nothing of a failure. */
  readsFailure(name: string): boolean {
    return this.#uses.some(({ compiled: { findings } }) => {
      if (!findings.names.has('status')) return false;
      if (![...findings.heads.values()].some(({ section }) => section === 'status')) return true;
      const path = `status.${name}`;
      const parts = [...findings.paths].filter((one) => one.startsWith(`${path}.`));
      return parts.length === 0 ? findings.paths.has(path) : parts.some((one) => `${one}.`.startsWith(`${path}.error.`));
    });
  }

  refreshTargets(): string[] {
    return [...(this.sections.get('data') ?? []), ...APPLICATION_TARGETS];
  }

  #checkUse({ compiled, place }: Use, known: ReadonlySet<string>): void {
    const { names, heads, literalCalls } = compiled.findings;
    for (const [name, position] of names) {
      if (known.has(name)) continue;
      this.report('UNKNOWN_NAME', `nothing is named "${name}" (character ${position + 1})`, place, didYouMean(name, known));
    }
    for (const [head, { section, name, position }] of heads) {
      const declared = this.sections.get(section as Section);
      if (!declared || declared.has(name) || this.#locals.has(section)) continue;
      const own = section === 'status' ? 'data' : section;
      const missing = declared.size === 0 ? `it has no "${own}" at all` : fieldHint(name, [...declared]);
      const hint = section === 'values' ? `what a form holds is form.values.${name}` : missing;
      this.report(
        'UNKNOWN_NAME',
        `this document declares no ${head} (character ${position + 1})`,
        place,
        didYouMean(name, declared) ?? hint,
      );
    }
    for (const { name, argument } of literalCalls) {
      if (name === 'dict' || name === 'dictEntries') this.references.dictionaries.add(argument);
    }
  }
}

/** The place of a child. */
export function at(place: Place, key: string | number): Place {
  return { document: place.document, pointer: `${place.pointer}/${pointerPart(key)}` };
}
