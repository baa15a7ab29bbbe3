import type { MenuSource } from '../core/menu.ts';
import type { AppDocument } from '../core/types.ts';
import type { TextStorage } from '../engine/browser-storage.ts';
import type { AppState, Client, Feedback } from '../engine/types.ts';
import type { SessionStore } from '../services/session-store.ts';
import type { Tabs } from '../services/tabs.ts';
import type { Texts } from './texts.ts';

/** What the session is made with: the rest of the application as it needs it. */
export interface SessionParts {
  app: AppDocument;
  client: Client;
  store: SessionStore;
  state: AppState;
  texts: Texts;
  feedback: Feedback;
  storage: TextStorage;
  sessionStorage: TextStorage;
  /** Tells other windows; of a setting that changed the frames of this one as well. */
  hints: Pick<Tabs, 'send'>;
  /** Tells the frames of this window that it signs out. */
  tellFrames: () => void;
  /** Tells the window around a sub-app that it should load its menus anew. */
  menusChanged: () => void;
  setMenus: (source?: MenuSource) => void;
  /** Forgets what was loaded for the user before. */
  forget: () => void;
  /** Goes to a path in place of the current one, without asking. */
  goTo: (path: string) => void;
  /** Path and query on show. */
  place: () => string;
  /** Whether the page on show opens without a session. */
  needsNobody: () => boolean;
  /** Asks while changes are unsaved. */
  mayLeave: () => Promise<boolean>;
  /** Whether leaving would lose something. */
  hasUnsaved: () => boolean;
  /** Whether sub-apps stand in this window in which something may be typed: they did not say that there is nothing. */
  mayFramesHoldInput: () => boolean;
  /** Whether the window around this one is of the same session and asks whether to leave. */
  isAskedAround: () => boolean;
  /** Whether something typed is sent nowhere yet. */
  hasEdits: () => boolean;
  /** The same person signed in again. */
  renewed: () => void;
  /** Another person takes over: nothing drawn for the one before stays. */
  newPerson: () => void;
  /** Loads the whole application anew at its root. */
  restart: () => void;
  /** Where a sign-in leads: the redirect parameter when it is a path of this application. */
  redirect: () => string;
  /** Leaves the application for an address of single sign-on. */
  leaveTo: (address: string) => void;
  /** Scheme, host and port of this application. */
  origin: string;
  window: Window;
}
