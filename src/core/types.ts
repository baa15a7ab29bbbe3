import type { QuestionnaireDocument } from './matrix/document.ts';
import type { StatementDocument } from './statement/document.ts';

/**
 * The shapes that the parts of the house share. Documents are what a configurator writes; a plan is what the core
 * makes of them once, so that the engine never looks at raw JSON again.
 */

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

export type Language = 'zh-Hans' | 'zh-Hant' | 'en';
export type LocalizedText = Partial<Record<Language, string>>;
/** Text as written in a document: a key, an expression, or one wording a language. */
export type TextSource = string | LocalizedText;

export type Access = 'public' | 'session' | { permission: string | string[] };

/** Where something stands: document `pages/system/dictionary`, JSON pointer `/body/0/columns/1`. */
export interface Place {
  document: string;
  pointer: string;
}

/** Something wrong with a document or an answer: never thrown, always collected and shown where it belongs. */
export interface Problem extends Place {
  /** Stable code, documented in docs/reference/problems.md: UNKNOWN_WIDGET, EXPRESSION_SYNTAX ... */
  code: string;
  severity: 'error' | 'warning';
  /** What is wrong, in plain English. */
  message: string;
  /** What to do: `did you mean "table"?` */
  hint?: string;
}

// ---------------------------------------------------------------------------------------------- widget vocabulary

/**
 * How the engine treats one option of a widget, generated from options.schema.json (`x-targus`):
 * - text:    translated; the widget gets a string
 * - nodes:   the widget gets PlanNode[] and renders them with <Nodes>
 * - fields:  the widget gets PlanField[] (forms and array tables)
 * - action:  the widget gets (locals?) => Promise<ActionOutcome>
 * - lazy:    an expression the widget evaluates itself with more names (row, index): (locals?) => unknown
 * - literal: never interpreted
 * - value:   strings with {{ }} are evaluated, at any depth; everything else as written
 * - questionnaire | statement: the widget gets the document with its texts translated
 * - call | form | table | dictionary | rule | page | menu | icon | path: a reference, as `value` for the engine, resolved by `check` and the bundler
 * Nested shapes describe objects and the items of arrays.
 */
export type OptionKind =
  | 'text'
  | 'nodes'
  | 'fields'
  | 'action'
  | 'lazy'
  | 'literal'
  | 'value'
  | 'call'
  | 'form'
  | 'table'
  | 'dictionary'
  | 'rule'
  | 'page'
  | 'questionnaire'
  | 'statement'
  | 'icon'
  | 'path';
export type OptionShape = OptionKind | { properties: Record<string, OptionShape> } | { items: OptionShape } | { entries: OptionShape };

export interface WidgetShape {
  kind: 'layout' | 'display' | 'field' | 'widget';
  options: Record<string, OptionShape>;
  required: string[];
  /** Names a named node of this widget offers to expressions. */
  exposes: string[];
  /** Names besides row, index, item, value ... that its lazy options, actions and nodes can read (`x-locals`). */
  locals?: string[];
}
export type WidgetShapes = Record<string, WidgetShape>;

// ---------------------------------------------------------------------------------------------- documents

export interface CallContract {
  id: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  access: Access;
  auth: 'bearer' | 'basic' | 'none';
  bodyType: 'json' | 'form' | 'multipart';
  envelope: 'standard' | 'none' | 'file' | 'redirect';
  overlay: boolean;
  headers: Record<string, string>;
  /** Property of `data` that is false when the call failed although its code says success. */
  flag?: string;
}

export interface DataSourceDocument {
  call: string;
  with?: JsonObject;
  body?: Json;
  when?: boolean | string;
  poll?: number;
  /** One window of the browser polls for all of them. */
  shared?: boolean;
  /** Status 404 is no failure: the back end need not know the call. */
  optional?: boolean;
  keepPrevious?: boolean;
  select?: string;
}
export interface StateDocument {
  initial?: Json;
  persist?: 'local' | 'session';
  key?: string;
}
export interface ParameterDeclaration {
  type: 'string' | 'number' | 'integer' | 'boolean';
  enum?: (string | number | boolean)[];
  default?: string | number | boolean;
  required?: boolean;
  pattern?: string;
}

/** A node of a body: `widget`, the words every node knows, and the options of its widget. */
export interface NodeDocument {
  widget: string;
  /** Makes the node readable for expressions under this name. */
  name?: string;
  /** Shown only while true. */
  when?: boolean | string;
  /** Shown once per item of this list; the item is `item` (or `as`), its position `index`. */
  each?: string;
  as?: string;
  /** Shown only to users who hold one of these permissions. */
  permission?: string | string[];
  [option: string]: unknown;
}
/** A field of a form: a node with a value. */
export interface FieldDocument extends NodeDocument {
  name: string;
  label?: TextSource;
  hint?: TextSource;
  required?: boolean | string;
  /** Message while a required field is empty. Default a general one with the label. */
  requiredText?: TextSource;
  rules?: string[];
  default?: Json;
  disabled?: boolean | string;
  readOnly?: boolean | string;
  /** Columns of 24 the field takes. */
  span?: number;
  onChange?: ActionDocument;
}

export type StepDocument = { [key: string]: Json };
export interface ActionBlockDocument {
  steps: StepDocument[];
  onError?: StepDocument[];
  finally?: StepDocument[];
  whileBusy?: 'ignore' | 'queue';
}
export type ActionDocument = string | StepDocument[] | ActionBlockDocument;

/** A page or a layout. */
export interface PageDocument {
  version: 1;
  title: TextSource;
  /** Of a layout: the layout it always stands in. */
  within?: string;
  access?: Access;
  query?: Record<string, ParameterDeclaration>;
  params?: Record<string, ParameterDeclaration>;
  data?: Record<string, DataSourceDocument>;
  state?: Record<string, StateDocument>;
  values?: Record<string, string>;
  actions?: Record<string, StepDocument[] | ActionBlockDocument>;
  onOpen?: ActionDocument;
  body: NodeDocument[];
}
export interface FormDocument {
  version: 1;
  fields: FieldDocument[];
  calculations?: Record<string, string>;
  checks?: { require: string; message: TextSource; field: string }[];
}
export type TableDocument = { version: 1; columns: JsonObject[] } & { [option: string]: unknown };
export interface RuleDocument {
  version: 1;
  type?: 'string' | 'number' | 'integer' | 'array' | 'file';
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  width?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  extensions?: string[];
  maxBytes?: number;
  check?: string;
  message: TextSource | Record<string, TextSource>;
}
export interface ThemeDocument {
  version: 1;
  code: string;
  label: TextSource;
  tone: 'dark' | 'light';
  tokens: Record<string, string | number>;
  surfaces: Record<string, string>;
}
export interface AppDocument {
  version: 1;
  name: TextSource;
  apps: { id: string; entry: string; frame?: boolean }[];
  embedding?: { base?: string; origins?: string[]; refresh?: Record<string, string[]> };
  languages: { code: Language; label: string }[];
  languageAliases?: Record<string, string>;
  defaultLanguage: Language;
  fallbackLanguage: Language;
  themes: string[];
  defaultTheme: string;
  defaultMenuStyle?: '1' | '2';
  routes: { root: string; login: string; home: string; external: string; userHome?: string };
  pages: { notFound: string; noPermission: string; broken: string; subApp?: string; signInAgain?: string; unreachable?: string };
  mainLayout: string;
  bareLayout?: string;
  calls: Record<string, string>;
  variants?: Record<string, { watermark?: boolean; captchaType?: 'gif' | 'png'; hideSettings?: string[] }>;
  designs?: Record<string, { width: number; height: number }>;
}

/** A menu row, from a menu document or from API-18. `meta` arrives as JSON text or as an object (MENU-01). */
export interface MenuRow {
  menuId: string;
  parentId: string;
  type: string;
  name: string;
  nameHans?: string | null;
  nameEn?: string | null;
  url?: string | null;
  component?: string | null;
  redirect?: string | null;
  icon?: string | null;
  visible?: string | number | null;
  isFrame?: string | number | null;
  sort?: number | null;
  meta?: string | JsonObject | null;
  perms?: string | null;
  access?: Access;
  children?: MenuRow[];
}

/**
 * One page or layout with everything it refers to, served as one immutable file: /schemas/<kind>s/<id>.<hash>.json.
 */
export interface Bundle {
  /** pages/system/dictionary or layouts/main */
  document: string;
  page: PageDocument;
  forms: Record<string, FormDocument>;
  tables: Record<string, TableDocument>;
  rules: Record<string, RuleDocument>;
  /** Absent when the page shows none. */
  questionnaires?: Record<string, QuestionnaireDocument>;
  statements?: Record<string, StatementDocument>;
  calls: Record<string, CallContract>;
  /** Dictionary types the page reads, to load in one call. */
  dictionaries: string[];
}

/** /schemas/manifest.json: what exists and under which hash. */
export interface Manifest {
  /** Hash of everything: changes when any document changes. */
  revision: string;
  app: AppDocument;
  /** Contracts of the calls the application itself makes (`calls` of the app document); pages bring their own. */
  calls?: Record<string, CallContract>;
  /** Menu rows of documents with use=application. */
  menus: MenuRow[];
  pages: Record<string, { hash: string; access: Access }>;
  /** `within`: the layout it always stands in. */
  layouts: Record<string, { hash: string; within?: string }>;
  themes: Record<string, ThemeDocument>;
  /** Hash of the texts of each language: /schemas/locales/<language>.<hash>.json holds { key: text }. */
  locales: Record<Language, string>;
}

// ---------------------------------------------------------------------------------------------- plan

/** A compiled expression or a constant. `reads` are the root names it reads. */
export interface Compiled {
  readonly source: string;
  readonly constant: boolean;
  readonly reads: readonly string[];
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

export type PlanOption =
  | { kind: 'constant'; value: unknown }
  | { kind: 'dynamic'; value: Compiled }
  | { kind: 'text'; value: Compiled | { key: string } | { localized: LocalizedText } }
  | { kind: 'nodes'; value: PlanNode[] }
  | { kind: 'fields'; value: PlanField[] }
  | { kind: 'action'; value: PlanAction }
  | { kind: 'lazy'; value: Compiled }
  | { kind: 'object'; value: Record<string, PlanOption> }
  | { kind: 'array'; value: PlanOption[] };

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
  requiredText?: PlanOption;
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
  error?: { code: string; message: string };
}

export interface PlanData {
  name: string;
  call: string;
  with?: PlanOption;
  body?: PlanOption;
  when?: Compiled;
  poll?: number;
  /** One window of the browser polls for all of them. */
  shared?: boolean;
  /** Status 404 is no failure: the back end need not know the call. */
  optional?: boolean;
  keepPrevious: boolean;
  select?: Compiled;
  /** Whether the document reads its status itself; otherwise the engine shows its failure (ERR-07). */
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
  onOpen?: PlanAction;
  body: PlanNode[];
  /** Every widget key used anywhere, to load their code at once. */
  widgets: string[];
  problems: Problem[];
}
