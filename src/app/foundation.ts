import { detectLanguage } from '../core/index.ts';
import type { CallContract, Language, Manifest } from '../core/types.ts';
import { type BrowserStorage, storagesOf } from '../engine/browser-storage.ts';
import type { Registry } from '../engine/types.ts';
import { widgetCode } from '../engine/widgets.ts';
import { createClient, type JudgingClient } from '../services/client.ts';
import type { ContractCheck } from '../services/contract-check.ts';
import { OverlayCounter } from '../services/overlay.ts';
import { SessionStore } from '../services/session-store.ts';
import { Documents } from './documents.ts';
import type { Texts } from './texts.ts';

export interface ApplicationOptions {
  registry: Registry;
  contracts: Record<string, CallContract>;
  check?: ContractCheck;
  /** Client of the basic authentication, `id:secret` in base 64. */
  credentials: string;
  window: Window;
  fetch: typeof fetch;
}

/** What is there before the manifest: enough to make the first calls. */
export class Foundation {
  readonly overlay = new OverlayCounter();
  /** What the browser keeps for the next visit, and as long as the window is open. */
  readonly kept: BrowserStorage;
  readonly keptHere: BrowserStorage;
  readonly store: SessionStore;
  readonly documents: Documents;
  readonly client: JudgingClient;
  texts: Texts | undefined;
  onSessionEnd: (token: string, code: string) => void = () => undefined;
  onStranger: (quiet: boolean) => boolean = () => false;
  onDue: () => void = () => undefined;

  constructor(readonly options: ApplicationOptions) {
    const { window, fetch, contracts, credentials, check, registry } = options;
    const { local, session } = storagesOf(window);
    this.kept = local;
    this.keptHere = session;
    this.store = new SessionStore(this.keptHere);
    this.documents = new Documents(fetch, this.kept, ({ widgets = [] }) => void widgetCode(registry).loadAll(widgets));
    this.client = createClient({
      contracts,
      credentials,
      fetch,
      overlay: this.overlay,
      token: this.store.token,
      language: () => this.texts?.language ?? this.storedLanguage ?? 'zh-Hans',
      text: (key, values) => this.texts?.find(key, values),
      onSessionEnd: (token, { code }) => this.onSessionEnd(token, code),
      onStranger: (quiet) => this.onStranger(quiet),
      onDue: () => this.onDue(),
      ...(check ? { check } : {}),
    });
  }

  get storedLanguage(): string | undefined {
    return this.kept.getItem('language') ?? undefined;
  }

  /** I18N-02, I18N-03: stored, else the browser's, else the default. */
  language(app: Manifest['app']): Language {
    return detectLanguage({
      ...(this.storedLanguage ? { stored: this.storedLanguage } : {}),
      browser: this.options.window.navigator.languages,
      app,
    });
  }
}
