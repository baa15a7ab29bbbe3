import type { ComponentType, ReactNode } from 'react';
import type {
  AppDocument,
  Bundle,
  Language,
  LocalizedText,
  Manifest,
  PlanField,
  PlanNode,
  Scope,
  ThemeDocument,
  WidgetShapes,
} from '../core/types.ts';

export type * from './client.ts';

/** What a widget gets. Options arrive evaluated: texts translated, expressions computed, actions callable (see OptionKind). */
export interface WidgetProps<Options> {
  options: Options;
  node: PlanNode;
  /** Scope of this node; pass it (or childScope(scope, {row})) to <Nodes> and to lazy options. */
  scope: Scope;
  /** DOM id, unique in the window. */
  id: string;
  /** Offers names to expressions when the node has a name. Call it with the whole set whenever one changes; equal values do not notify. */
  expose: (names: Record<string, unknown>) => void;
}

/** What a field widget gets. The decorator (label, hint, error) is around it already. */
export interface FieldProps<Value, Options> {
  options: Options;
  node: PlanField;
  scope: Scope;
  /** Id the label points to: put it on the focusable control. */
  id: string;
  value: Value | undefined;
  onChange: (value: Value | undefined) => void;
  onBlur: () => void;
  disabled: boolean;
  readOnly: boolean;
  required: boolean;
  invalid: boolean;
  /** Space-separated ids of hint and error, for aria-describedby. */
  describedBy: string | undefined;
  label: string | undefined;
}

export type WidgetComponent = ComponentType<WidgetProps<never>>;
export type FieldComponent = ComponentType<FieldProps<never, never>>;
export type WidgetDefinition = { type: 'widget'; component: WidgetComponent } | { type: 'field'; component: FieldComponent };
/** One entry of renderers/index.ts: loads the widget's code. */
export type WidgetLoader = () => Promise<{ default: WidgetDefinition }>;

/** Draws the frame of a field: label, hint, warning, error, required mark. */
interface FieldDecoratorProps {
  id: string;
  label: string | undefined;
  hint: string | undefined;
  warning: string | undefined;
  errors: string[];
  required: boolean;
  /** Of 24 columns. */
  span: number;
  children: ReactNode;
}
/** The parts of the look the engine itself needs; renderers/index.ts provides them. */
export interface Look {
  /** Around a field. */
  FieldDecorator: ComponentType<FieldDecoratorProps>;
  /** Around fields that stand in a layout of their form: the same columns as the form itself has. */
  FieldGroup: ComponentType<{ children: ReactNode }>;
  /** Around a widget between fields: its share of the columns. */
  FieldSpace: ComponentType<{ span: number; children: ReactNode }>;
  /** In place of a node that cannot be shown. */
  Explanation: ComponentType<{
    code: string;
    /** Technical, in English. */
    message: string;
    /** For whoever meets it, in the language of the window. Default a general one. */
    sentence?: string;
    document: string;
    pointer: string;
    widget?: string;
    hint?: string;
    /** What was asked for is not there, or not open to who asks: nothing is wrong with the document. */
    gone?: boolean;
    retry?: () => void;
    /** Loads the whole page anew. */
    reload?: () => void;
  }>;
  /** While the code or the first data of a page loads. */
  Loading: ComponentType<{ text?: string }>;
  /** The full-screen indicator of STATE-07. */
  Overlay: ComponentType<{ shown: boolean }>;
  /** Theme, locale and style nonce of the component library, and the holder of messages and dialogs (registers `Feedback`). */
  Provider: ComponentType<{
    theme: ThemeDocument;
    /** The theme while the page is printed. Default the same. */
    onPaper?: ThemeDocument;
    language: Language;
    nonce: string | undefined;
    onFeedback: (feedback: Feedback) => void;
    children: ReactNode;
  }>;
}
/** What a dialog says. */
export interface DialogWords {
  title?: string;
  text: string;
  okText: string;
  /** One button when absent. */
  cancelText?: string;
}
export interface Feedback {
  /** Gives what takes it back, whether it was shown already or not. */
  message: (level: 'success' | 'info' | 'warning' | 'error', text: string) => () => void;
  notification: (level: 'success' | 'info' | 'warning' | 'error', title: string | undefined, text: string) => void;
  /** Resolves true on OK, false on cancel or Escape. */
  dialog: (options: {
    level: 'confirm' | 'info' | 'success' | 'warning' | 'error';
    /** What it says: asked for once, and again when the language changes while it is open. */
    words: () => DialogWords;
    danger?: boolean;
    /** Escape does not close it. */
    fixed?: boolean;
    /** Nothing of the page is shown or read out behind it. */
    alone?: boolean;
    /** Takes it away again, refused. */
    signal?: AbortSignal;
  }) => Promise<boolean>;
}

export interface Registry {
  widgets: Record<string, WidgetLoader>;
  shapes: WidgetShapes;
  look: Look;
}

/** What an action needs of the form it speaks of. */
export interface FormTarget {
  showErrors?: (errors: { field: string; message: string }[]) => { field: string; message: string }[];
  saved?: () => void;
  /** Writes values of its fields: `values` and the path of one, or all. */
  set?: (path: string[], value: unknown) => void;
  /** What a field of it is called; undefined when it has none of that name. */
  labelOf?: (path: string) => string | undefined;
  /** Tells, and gives true, while the record it shows is not here: what it holds must not be saved. */
  held?: (() => boolean) | undefined;
  /** Somebody else saved the record first; `current` is how it is now. Resolves when the user has decided. */
  resolveConflict?: (current: Record<string, unknown>) => Promise<void>;
}
/** What the document of a page says it is called. */
export interface PageTitle {
  text: string;
  /** An expression says it, such as the name of the record on show; empty while that is unknown. */
  isComputed: boolean;
}

/** The route on show, observable. Parameters as the address has them; pages read them through their declarations. */
export interface RouteState {
  path: string;
  query: Record<string, string>;
  /** The part of the address behind its path and query, with the `#`; empty or absent: there is none. */
  hash?: string;
  params: Record<string, string>;
  /** Title of the window in the current language. */
  title: string;
  /** The application runs in a frame of another one, which has the menus. */
  framed?: boolean;
  /** What the window was opened for before somebody signed in, until another page is opened; the title is empty where no menu entry leads to it. */
  asked?: { address: string; title: string } | null;
  menu: Record<string, unknown> | undefined;
  navigation: Record<string, unknown>;
  /** Why this route shows an explanation page. */
  problem: import('../core/types.ts').Problem | undefined;
}
/** Messages to and from the windows of frames (EMBED-02). */
export interface FrameLinks {
  /** Exchanges messages with the frame from now on, where its address allows it; `onReady` runs when it says that it has loaded. */
  register: (frame: Window, address: string, onReady: () => void) => FrameLink;
}
/** What is told of such a frame: that it has loaded a page, the first one or another, and that it is gone. */
export type FrameLink = Record<'loaded' | 'end', () => void>;
/** Page documents with all they refer to, loaded once. */
export interface PageLibrary {
  /** One that is here already. */
  ready: (id: string) => Bundle | undefined;
  /** Rejects with `code` and `message` when it does not come; can be tried again. */
  load: (id: string) => Promise<Bundle>;
}

/** One window's place among those that poll a call together. */
export interface PollSeat {
  /** Whether this window asks. */
  readonly leads: boolean;
  /** Milliseconds since the last answer, of whichever window; infinite before the first. */
  readonly age: number;
  /** Wants to be the one that asks. */
  compete: () => void;
  /** Leaves asking to the others. */
  yield: () => void;
  /** The answer another window has; nothing when this one leads or the others are silent. */
  known: () => Promise<{ data: unknown } | undefined>;
  /** An answer the others are told. */
  tell: (data: unknown) => void;
  onAnswer: (listener: (data: unknown) => void) => () => void;
  onLead: (listener: () => void) => () => void;
  /** Takes the place; the answer leaves it. */
  enter: () => () => void;
}
/** Calls that the windows of one user poll together. */
export interface SharedPolls {
  /** `key` tells apart what is asked. Undefined where windows cannot agree: then each asks for itself. */
  join: (call: string, key: string) => PollSeat | undefined;
}

/** The signed-in state of API-05 and API-12, observable. Expressions read it as session, user, config. */
export interface AppState {
  /** False until the stats were loaded or failed (STATE-01). */
  ready: boolean;
  /** Grows when another person takes over this window: nothing drawn for the one before stays. */
  person?: number;
  /** The session ended while something was typed: the sign-in stands over the page (asking) or was put off (waiting). */
  lapsed?: 'asking' | 'waiting' | undefined;
  /** Why the menus of a held session could not be loaded. */
  unreachable?: string | undefined;
  session: {
    login: boolean;
    ip?: string;
    menuStyle: '1' | '2';
    applications: { menuId: string; entry?: string; full?: boolean; [key: string]: unknown }[];
    authProperties: { configs: { protocol: string; title?: string; oauthAuthorizationUrl?: string; internalEnableCaptcha?: boolean }[] };
    delegate: unknown;
    /** The role this session views the product as, changing nothing: id, code, name. */
    viewing: Record<string, unknown> | null;
    userConfig: Record<string, unknown>;
  };
  user: Record<string, unknown> | null;
  config: Record<string, unknown>;
  language: Language;
  theme: string;
  tone: 'dark' | 'light';
  /** Logo variant's flags (THEME-03). */
  variant: NonNullable<AppDocument['variants']>[string];
  /** Compiled menu: what src/core/menu.ts returns. */
  menu: import('../core/menu.ts').CompiledMenu;
  permissions: ReadonlySet<string>;
  manifest: Manifest;
}

export interface Translate {
  (key: string, values?: Record<string, unknown>): string;
  /** Text from localized objects or i18n lists [{l,t,d}] (I18N-04), with its placeholders filled. */
  localized: (
    value: LocalizedText | { l: string; t: string; d?: boolean | string }[] | string | null | undefined,
    values?: Record<string, unknown>,
  ) => string;
  /** Changes whenever a text may be another one: another language is shown, or more of its texts are here. Observable. */
  edition: () => string;
}
