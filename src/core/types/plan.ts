import type { Access, LocalizedText, Place, Problem } from './basics.ts';
import type { ParameterDeclaration } from './documents.ts';

/** What the core makes of a document once, so that the engine never looks at raw JSON again. */

/** A compiled expression or a constant. `reads` are the root names it reads. */
export interface Compiled {
  readonly source: string;
  readonly constant: boolean;
  readonly reads: readonly string[];
  /** The first two parts of what it reads, such as `data` and `paper`, where they are written out. */
  readonly heads?: ReadonlyMap<string, { readonly section: string; readonly name: string }>;
  /** Evaluates against a scope object. Errors: ExpressionError with code, position and source. */
  evaluate(scope: Scope): unknown;
}
/** Names an expression can read: own enumerable properties of a plain (or observable) object, then its parents. */
export interface Scope {
  readonly names: Record<string, unknown>;
  readonly parent?: Scope;
  /** Only on the outermost scope: the functions the host adds to the pure ones (t, dict, can ...). */
  readonly host?: ExpressionHost;
}
export interface ExpressionHost {
  readonly functions: Readonly<Record<string, (...args: unknown[]) => unknown>>;
}

/** A text as it is written: an expression, a key, or one wording a language. */
export type PlanText = Compiled | { key: string } | { localized: LocalizedText };

export type PlanOption =
  | { kind: 'constant'; value: unknown }
  | { kind: 'dynamic'; value: Compiled }
  | { kind: 'text'; value: PlanText }
  | { kind: 'nodes'; value: PlanNode[] }
  | { kind: 'fields'; value: PlanField[] }
  | { kind: 'action'; value: PlanAction }
  | { kind: 'lazy'; value: Compiled }
  | { kind: 'lazyText'; value: PlanText }
  | { kind: 'object'; value: Record<string, PlanOption> }
  | { kind: 'array'; value: PlanOption[] }
  /** One of several whole documents, which one an expression says. */
  | { kind: 'document'; value: { id: Compiled; of: string; documents: Record<string, PlanOption> } };

export interface PlanNode extends Place {
  /** Unique within the plan, stable between two plans of the same document: the pointer. */
  key: string;
  widget: string;
  name?: string;
  when?: Compiled;
  each?: Compiled;
  as: string;
  permission?: string[];
  options: Record<string, PlanOption>;
  /** Widgets of the nodes inside, of a widget that shows them only once it is opened (`deferred` of its shape). */
  deferred?: string[];
  /** Set when this node cannot be rendered: the engine shows the explanation in its place. */
  problem?: Problem;
}
export interface PlanField extends PlanNode {
  /** Name of the value; of a widget between the fields its name as a node, empty without one. */
  name: string;
  /** A widget between the fields: without a value, and the fields among its nodes belong to the form too (`fieldsWithin`). */
  between?: true;
  label?: PlanOption;
  hint?: PlanOption;
  warning?: PlanOption;
  requiredText?: PlanOption;
  requiredSign?: boolean;
  required?: Compiled | boolean;
  disabled?: Compiled | boolean;
  readOnly?: Compiled | boolean;
  rules: string[];
  default?: PlanOption;
  span?: number;
  onChange?: PlanAction;
}

export type PlanAction = { kind: 'named'; name: string; place: Place } | { kind: 'block'; block: PlanBlock };
export interface PlanBlock extends Place {
  steps: PlanStep[];
  onError?: PlanStep[];
  finally?: PlanStep[];
  whileBusy: 'ignore' | 'queue';
  /** Actions of a page that name the same queue run one after the other. */
  queue?: string;
}
/** A step: its kind is its key in the document (call, set, confirm ...); arguments compiled like options. */
export interface PlanStep extends Place {
  kind: string;
  args: Record<string, PlanOption>;
  /** Nested lists of if and each. */
  then?: PlanStep[];
  else?: PlanStep[];
  do?: PlanStep[];
  /** Set when this step cannot run: an action that reaches it fails with this message. */
  problem?: Problem;
}

/**
 * How a run of an action ended: done; stopped (refused confirmation, invalid form, unmet requirement); failed; ignored (it was still running).
 */
export interface ActionOutcome {
  status: 'done' | 'stopped' | 'failed' | 'ignored';
  /** `status` is that of the answer, where a call had one. */
  error?: { code: string; message: string; status?: number | undefined };
}

export interface PlanData {
  name: string;
  call: string;
  with?: PlanOption;
  body?: PlanOption;
  when?: Compiled;
  poll?: number;
  /** Reads `result`, the last answer: asked again only while this is true. */
  pollWhile?: Compiled;
  /** One window of the browser polls for all of them. */
  shared?: boolean;
  /** Status 404 is no failure: the back end need not know the call. */
  optional?: boolean;
  keepPrevious: boolean;
  select?: Compiled;
  /** Whether the document reads its failure itself; otherwise the engine shows it (ERR-07). */
  watched?: true;
  /** Set when this source cannot run: its status shows this message. */
  problem?: Problem;
}

export interface Plan {
  document: string;
  title: PlanOption;
  access: Access;
  query: Record<string, ParameterDeclaration>;
  params: Record<string, ParameterDeclaration>;
  data: PlanData[];
  state: { name: string; initial: PlanOption; persist?: 'local' | 'session'; key: string }[];
  /** In dependency order. */
  values: { name: string; value: Compiled }[];
  actions: Record<string, PlanBlock>;
  /** Those that a step may stop. */
  stoppable: string[];
  onOpen?: PlanAction;
  /** While `when` is true leaving asks, with these words where there are any. */
  unsaved?: { when: Compiled | undefined; words: Partial<Record<'title' | 'text' | 'okText' | 'cancelText', PlanOption>> } | undefined;
  body: PlanNode[];
  /** Every widget that can stand on the page at first, to load their code at once. */
  widgets: string[];
  /** Those that only stand in what is opened later. */
  deferred: string[];
  problems: Problem[];
}
