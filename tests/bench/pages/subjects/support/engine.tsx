import { observable } from '@formily/reactive';
import { createRoot } from 'react-dom/client';
import { registry } from '../../../../../renderers/index.ts';
import app from '../../../../../schemas/app/targus.app.json';
import theme from '../../../../../schemas/themes/theme-tw.theme.json';
import { localizedText } from '../../../../../src/core/index.ts';
import type { AppDocument, Bundle, Scope, ThemeDocument } from '../../../../../src/core/types.ts';
import {
  type AppState,
  DictionaryStore,
  type Engine,
  EngineProvider,
  type Feedback,
  LeaveGuard,
  PageView,
  type Registry,
  type RouteState,
  type Translate,
} from '../../../../../src/engine/index.ts';
import { emptyTexts } from '../../../../support/i18n.ts';

interface LocaleFile {
  texts: Record<string, string>;
}
const files = import.meta.glob<LocaleFile>('../../../../../schemas/locales/en/*.locale.json', { eager: true, import: 'default' });
const texts = Object.fromEntries(
  Object.entries(files).flatMap(([path, file]) => {
    const area = path.replace(/^.*\/|\.locale\.json$/g, '');
    return Object.entries(file.texts).map(([key, text]) => [`${area}.${key}`, text]);
  }),
);
const themeDocument = theme as unknown as ThemeDocument;

/** Shows a page in the real engine with the real vocabulary, without server or session: what is measured is the drawing. */
export function renderPage(
  root: HTMLElement,
  bundle: Bundle,
  options: { config?: Record<string, unknown>; registry?: Registry } = {},
): void {
  const engine = createEngine(options.registry ?? registry, options.config ?? {});
  const { Provider } = engine.registry.look;
  const takeFeedback = (feedback: Feedback) => {
    engine.feedback = feedback;
  };
  createRoot(root).render(
    <EngineProvider engine={engine}>
      <Provider theme={themeDocument} language="en" nonce={undefined} onFeedback={takeFeedback}>
        <PageView bundle={bundle} route={route} scope={engine.root} />
      </Provider>
    </EngineProvider>,
  );
}

/** Loads the code of widgets, so that the network has no part in what is measured. */
export async function loadWidgets(keys: readonly string[]): Promise<void> {
  await Promise.all(
    keys.map((key) => {
      const load = registry.widgets[key];
      if (!load) throw new Error(`No widget ${key}`);
      return load();
    }),
  );
}

const route: RouteState = { path: '/bench', query: {}, params: {}, title: 'Bench', menu: undefined, navigation: {}, problem: undefined };

function createEngine(used: Registry, config: Record<string, unknown>): Engine {
  const state = appState(config);
  const nothing = async () => undefined;
  const root: Scope = {
    names: {
      session: state.session,
      user: {},
      config,
      variant: {},
      app: state.manifest.app,
      language: 'en',
      theme: state.theme,
      tone: state.tone,
    },
    host: {
      functions: { t: (key: unknown, values: unknown) => translate(String(key), values as Record<string, unknown>), can: () => true },
    },
  };
  const refuse = (id: string) => Promise.reject(new Error(`The page of a benchmark makes no calls: ${id}`));
  return {
    app: state,
    client: { call: refuse, inThisName: () => refuse, isLocalized: () => false, largest: () => undefined, register: () => undefined },
    registry: used,
    translate,
    i18n: emptyTexts(),
    feedback: { message: () => () => undefined, notification: () => undefined, dialog: async () => true },
    session: {
      start: nothing,
      end: nothing,
      signOn: () => undefined,
      signOnOver: async () => undefined,
      handOver: async () => undefined,
      setLanguage: nothing,
      enter: nothing,
      comeBack: nothing,
      setTheme: () => undefined,
      refreshSession: nothing,
      refreshMenus: nothing,
      renew: nothing,
      later: () => undefined,
      retry: nothing,
      mayLeave: async () => true,
      actAs: () => undefined,
    },
    dictionaries: new DictionaryStore(
      () => refuse('dictionary'),
      translate,
      () => 'en',
    ),
    navigate: () => undefined,
    leave: new LeaveGuard(),
    onForget: () => () => undefined,
    host: root.host ?? { functions: {} },
    root,
  };
}

function appState(config: Record<string, unknown>): AppState {
  return observable.shallow({
    ready: true,
    session: {
      login: true,
      menuStyle: '2',
      applications: [],
      authProperties: { configs: [] },
      delegate: null,
      viewing: null,
      userConfig: {},
    },
    user: {},
    config,
    language: 'en',
    theme: themeDocument.code,
    tone: themeDocument.tone,
    variant: {},
    menu: { routes: [], roots: [], byId: new Map(), permissions: new Set(), problems: [] },
    permissions: new Set(),
    manifest: {
      revision: 'bench',
      app: app as unknown as AppDocument,
      menus: [],
      pages: {},
      layouts: {},
      themes: { [themeDocument.code]: themeDocument },
      locales: { en: '', 'zh-Hans': '', 'zh-Hant': '' },
    },
  } satisfies AppState);
}

const translate: Translate = Object.assign(
  (key: string, values: Record<string, unknown> = {}) =>
    (texts[key] ?? key).replace(/\{\{?(\w+)\}?\}/g, (_, name: string) => String(values[name] ?? '')),
  { localized: (value: Parameters<Translate['localized']>[0]) => localizedText(value, 'en'), edition: () => 'en' },
);
