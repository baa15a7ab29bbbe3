import type { Access, Json, JsonObject, Language, TextSource } from './basics.ts';

/** What a configurator writes. */

export type Deed = 'save' | 'delete' | 'stop' | 'execute';

export interface CallContract {
  id: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  access: Access;
  auth: 'bearer' | 'basic' | 'none';
  bodyType: 'json' | 'form' | 'multipart' | 'bytes';
  envelope: 'standard' | 'none' | 'file' | 'redirect';
  overlay: boolean;
  headers: Record<string, string>;
  /** The answer is worded in the language of the caller. */
  localized?: boolean;
  /** What `msg` must be for the answer to count as a success. */
  successMsg?: string;
  /** Property of `data` that is false when the call failed although its code says success. */
  flag?: string;
  /** What it is for: people read by it what failed (ERR-11). */
  deed?: Deed;
  /** Not safe, as HTTP calls it: it may change something, and whoever gets no answer does not know whether it did. */
  unsafe?: boolean;
  /** Seconds a page waits for the answer. Default 30, and 600 for calls with a file. */
  waitSeconds?: number;
  /** Largest values of its parameters by which tables ask for a number of rows, by name: how many a page of a list may have. */
  maxima?: Record<string, number>;
  /** JSON Schema of the answer, without $ref: with calls whose answer no generated validator knows, those of an overlay. */
  response?: JsonObject;
}

export interface DataSourceDocument {
  call: string;
  with?: JsonObject;
  body?: Json;
  when?: boolean | string;
  poll?: number;
  /** Reads `result`, the last answer: asked again only while this is true. */
  pollWhile?: boolean | string;
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
  /** What is unusual about the value; keeps nobody from saving. */
  warning?: TextSource;
  required?: boolean | string;
  /** Message while a required field is empty. Default a general one with the label. */
  requiredText?: TextSource;
  /** False: no sign beside the label, such as where one of several fields is enough. */
  requiredSign?: boolean;
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
  queue?: string;
}
export type ActionDocument = string | StepDocument[] | ActionBlockDocument;

/** A page or a layout. */
export interface PageDocument {
  version: 1;
  title: TextSource;
  /** Of a layout: the layout it always stands in. */
  within?: string;
  access?: Access;
  /** refused: not shown in delegate mode (DELEG-05). */
  whileActing?: 'allowed' | 'refused';
  /** Menus that are not read here lead to it. */
  usedElsewhere?: boolean;
  query?: Record<string, ParameterDeclaration>;
  params?: Record<string, ParameterDeclaration>;
  data?: Record<string, DataSourceDocument>;
  state?: Record<string, StateDocument>;
  values?: Record<string, string>;
  actions?: Record<string, StepDocument[] | ActionBlockDocument>;
  onOpen?: ActionDocument;
  /** What would be lost where the page is left, besides what stands in forms. */
  unsaved?: { when: string | boolean; title?: TextSource; text?: TextSource; okText?: TextSource; cancelText?: TextSource };
  body: NodeDocument[];
}
export interface FormDocument {
  version: 1;
  fields: FieldDocument[];
  calculations?: Record<string, string>;
  checks?: { require: string; message: TextSource; field: string }[];
}
export type TableDocument = { version: 1; columns: JsonObject[] } & { [option: string]: unknown };
/** A list of texts that is too long for documents. */
export type TextList = 'common-passwords';
/** Whether a list has a text, in small letters: `commonTexts` of the server. */
export type IsListed = (list: TextList, text: string) => boolean;
/** Words a text must not be made of. */
export interface AvoidedWords {
  /** Whole texts; with digits and signs around them, too. */
  texts?: string[];
  /** Longer lists of such texts, which only the server has, by name. */
  lists?: TextList[];
  /** Rows of signs as people type them in order, such as those of a keyboard. */
  runs?: string[];
  /** Words that leave too little besides them. */
  words?: string[];
  /** The same of values beside the text, by their names. */
  values?: string[];
}
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
  avoid?: AvoidedWords;
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
  grownMenus?: GrownMenu[];
  languages: { code: Language; label: string }[];
  languageAliases?: Record<string, string>;
  defaultLanguage: Language;
  fallbackLanguage: Language;
  themes: string[];
  defaultTheme: string;
  defaultMenuStyle?: '1' | '2';
  routes: { root: string; login: string; home: string; external: string; userHome?: string };
  pages: {
    notFound: string;
    noPermission: string;
    broken: string;
    whileActing?: string;
    passwordDue?: string;
    factorDue?: string;
    subApp?: string;
    signInAgain?: string;
    unreachable?: string;
  };
  mainLayout: string;
  bareLayout?: string;
  calls: Record<string, string>;
  variants?: Record<string, { watermark?: boolean; captchaType?: 'gif' | 'png'; hideSettings?: string[] }>;
  designs?: Record<string, { width: number; height: number }>;
}

/** Entries of the navigation that a call lists, such as the boards below "Boards" (`grownMenus` of the app document). */
export interface GrownMenu {
  /** The entries they stand below: those whose meta has this topType or menuCustom, or with this name in any language. */
  under: { topType?: string; menuCustom?: string; name?: string };
  call: string;
  with?: JsonObject;
  body?: JsonObject;
  /** Expression over `result`: the list. */
  rows: string;
  /** Expressions over `row`. */
  id: string;
  text: string;
  url: string;
  icon?: string;
}

/** A menu row, from a menu document or from API-18. `meta` arrives as JSON text or as an object (MENU-01). */
export interface MenuRow {
  menuId: string;
  parentId: string;
  type: string;
  name: string;
  nameHans?: string | null;
  nameHant?: string | null;
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
