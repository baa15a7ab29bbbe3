import type { i18n } from 'i18next';
import { createContext, useContext } from 'react';
import type { ExpressionHost, Scope } from '../core/types.ts';
import type { DictionaryStore } from './dictionary.ts';
import type { PageModel } from './page-model.ts';
import type { AppState, Client, Feedback, FormTarget, FrameLinks, PageLibrary, Registry, SharedPolls, Translate } from './types.ts';
import type { LeaveGuard } from './unsaved.ts';

export interface NavigateOptions {
  query?: Record<string, unknown>;
  replace?: boolean;
  window?: 'same' | 'new';
  /** Load the whole application anew. */
  reload?: boolean;
}

/** What the application does when actions speak of the session; the engine only passes it on. */
export interface SessionServices {
  start: (token: string, protocol?: string) => Promise<void>;
  end: () => Promise<void>;
  /** Goes on after the session ended: the same person keeps the page. */
  renew: (token: string, protocol?: string) => Promise<void>;
  /** Stays on the page without a session for now. */
  later: () => void;
  /** Asks again for what could not be loaded at the start. */
  retry: () => Promise<void>;
  /** Goes on with another session of the same person, such as the view of a role, and keeps the own one. */
  enter: (token: string) => Promise<void>;
  /** Ends it and goes back to the own one. */
  comeBack: () => Promise<void>;
  /** Asks while changes are unsaved; false: the user stays. */
  mayLeave: () => Promise<boolean>;
  /** Goes on with another token of the same session: the application is loaded anew at its root. */
  actAs: (token: string) => void;
  /** Goes to the address of a way of single sign-on. Throws a refusal with code SSO_UNAVAILABLE. */
  signOn: (protocol: string) => void;
  /** The same in a window of its own: the page stays, and goes on when the same person comes back. Rejects also with code POPUP_BLOCKED. */
  signOnOver: (protocol: string) => Promise<void>;
  /** In that window: what the provider sent (state, code, error, iss) goes to the window that waits for it. */
  handOver: (sent: Record<string, unknown>) => Promise<void>;
  setLanguage: (code: string) => Promise<void>;
  setTheme: (code: string) => void;
  refreshSession: () => Promise<void>;
  refreshMenus: () => Promise<void>;
}

/** Everything the engine needs from the application around it. */
export interface Engine {
  app: AppState;
  client: Client;
  registry: Registry;
  translate: Translate;
  /** What `translate` reads: tells React of another language and of texts that arrive. */
  i18n: i18n;
  feedback: Feedback;
  session: SessionServices;
  dictionaries: DictionaryStore;
  /** Goes to a path of this application or back (-1). Throws a refusal with code EXTERNAL_ADDRESS for other origins. */
  navigate: (to: string | -1, options?: NavigateOptions) => void;
  /** The address a path of the application has in the browser. Default the path itself. */
  addressOf?: (path: string) => string;
  /** Frames with apps of their own; absent where there are none. */
  frames?: FrameLinks;
  /** Calls the listener when answers of these calls are out of date. */
  onStale?: (listener: (calls: readonly string[]) => void) => () => void;
  /** Unsaved changes. */
  leave: LeaveGuard;
  /** Calls the listener when another user takes over this window: answers of calls are forgotten. */
  onForget: (listener: () => void) => () => void;
  /** Calls the listener when the same user signed in again: what failed in the meantime is asked again. */
  onRenew?: (listener: () => void) => () => void;
  host: ExpressionHost;
  /** Absent: every window polls for itself. */
  polls?: SharedPolls;
  /** The pages a page can show as a part of itself. */
  pages?: PageLibrary;
  /** session, user, config, variant, app, language, theme, tone. */
  root: Scope;
}

export const EngineContext = createContext<Engine | undefined>(undefined);
export const PageContext = createContext<PageModel | undefined>(undefined);
/** False inside pages and tabs that are not shown: they neither poll nor react. */
export const VisibleContext = createContext(true);

/** The engine of this application. */
export function useEngine(): Engine {
  const engine = useContext(EngineContext);
  if (!engine) throw new Error('useEngine needs an EngineProvider above it');
  return engine;
}

/** The page or layout this node belongs to. */
export function usePageModel(): PageModel {
  const page = useContext(PageContext);
  if (!page) throw new Error('usePageModel needs a PageView above it');
  return page;
}

/** What a named node does for the steps open, close, refresh, validate, reset and set. */
export interface NodeController extends FormTarget {
  open?: (values: Record<string, unknown>) => void;
  close?: () => void;
  refresh?: () => unknown;
  /** Resolves false when an error is shown. */
  validate?: () => Promise<boolean>;
  reset?: () => void;
  /** Writes an exposed path: set(['values', 'code'], ''). */
  set?: (path: string[], value: unknown) => void;
}
