import { observable } from '@formily/reactive';
import { act, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { vi } from 'vitest';
import { compileMenu } from '../../src/core/index.ts';
import type { Bundle, Manifest, PageDocument, RuleDocument, Scope } from '../../src/core/types.ts';
import {
  type AppState,
  DictionaryStore,
  type Engine,
  EngineProvider,
  LeaveGuard,
  PageView,
  type Registry,
  type RouteState,
  type Translate,
} from '../../src/engine/index.ts';
import type { Feedback } from '../../src/engine/types.ts';
import { emptyTexts } from '../support/i18n.ts';
import { makeRegistry } from './vocabulary.tsx';

export const manifest: Manifest = {
  revision: '1',
  app: {
    version: 1,
    name: 'Targus',
    apps: [],
    languages: [
      { code: 'en', label: 'English' },
      { code: 'zh-Hans', label: '简体中文' },
    ],
    defaultLanguage: 'en',
    fallbackLanguage: 'en',
    themes: ['theme-tw'],
    defaultTheme: 'theme-tw',
    routes: { root: '/', login: '/login', home: '/home', external: '/external-link', userHome: '/user/home' },
    pages: { notFound: 'not-found', noPermission: 'no-permission', broken: 'broken' },
    mainLayout: 'main',
    bareLayout: 'bare',
    calls: {},
  },
  menus: [],
  pages: {},
  layouts: {},
  themes: { 'theme-tw': { version: 1, code: 'theme-tw', label: 'TW', tone: 'light', tokens: {}, surfaces: {} } },
  locales: { en: 'e', 'zh-Hans': 's', 'zh-Hant': 't' },
};

export function makeState(): AppState {
  const menu = compileMenu([], { document: 'menus', mainLayout: 'main', externalRoute: '/external-link' });
  return observable.shallow<AppState>({
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
    user: { name: 'Ann' },
    config: {},
    language: 'en',
    theme: 'theme-tw',
    tone: 'light',
    variant: {},
    menu,
    permissions: new Set(['sys:dict:edit']),
    manifest,
  });
}

/** An engine on a fake client: `call` answers every call. */
export function makeEngine(
  call: (id: string, args?: { with?: Record<string, unknown>; body?: unknown; signal?: AbortSignal }) => unknown = () => undefined,
  registry: Registry = makeRegistry(),
) {
  const state = makeState();
  const translate: Translate = Object.assign(
    (key: string, values?: Record<string, unknown>) =>
      `${state.language === 'en' ? '' : `${state.language}:`}${key}${values?.label ? ` ${values.label}` : ''}`,
    {
      localized: (value: unknown) =>
        typeof value === 'string' ? value : String((value as Record<string, string> | undefined)?.[state.language] ?? ''),
      edition: () => state.language,
    },
  );
  const client = {
    call: vi.fn(async (id: string, args?: object) => call(id, args)),
    inThisName: () => client.call,
    isLocalized: (id: string) => id.startsWith('worded.'),
    largest: () => undefined,
    register: vi.fn(),
  };
  const feedback = { message: vi.fn(), notification: vi.fn(), dialog: vi.fn<Feedback['dialog']>(async () => true) };
  const session = {
    start: vi.fn(async () => undefined),
    end: vi.fn(async () => undefined),
    signOn: vi.fn(),
    signOnOver: vi.fn(async () => undefined),
    handOver: vi.fn(async () => undefined),
    setLanguage: vi.fn(async () => undefined),
    enter: vi.fn(async () => undefined),
    comeBack: vi.fn(async () => undefined),
    setTheme: vi.fn(),
    refreshSession: vi.fn(async () => undefined),
    refreshMenus: vi.fn(async () => undefined),
    renew: vi.fn(async () => undefined),
    later: vi.fn(),
    retry: vi.fn(async () => undefined),
    mayLeave: vi.fn(async () => true),
    actAs: vi.fn(),
  };
  const host = {
    functions: { t: (key: unknown) => translate(String(key)), can: (permission: unknown) => state.permissions.has(String(permission)) },
  };
  const engine = {
    app: state,
    client,
    registry,
    translate,
    i18n: emptyTexts(),
    feedback,
    session,
    dictionaries: new DictionaryStore(
      async (types) => client.call('dictionary.type', { with: { type: types.join(',') } }),
      translate,
      () => state.language,
    ),
    navigate: vi.fn(),
    leave: new LeaveGuard(),
    onForget: () => () => undefined,
    host,
    root: { names: { user: { name: 'Ann' } }, host } satisfies Scope,
  } satisfies Engine;
  return engine;
}

export function makeBundle(page: Partial<PageDocument> & Record<string, unknown>, rules: Record<string, RuleDocument> = {}): Bundle {
  return {
    document: 'pages/test',
    page: { version: 1, title: 'test.title', body: [], ...page } as PageDocument,
    forms: {},
    tables: {},
    rules,
    calls: contractsOf(JSON.stringify(page)),
    dictionaries: [],
  };
}
function contractsOf(text: string): Bundle['calls'] {
  const ids = new Set([...text.matchAll(/"(?:call|download|upload)":"([^"]+)"/g)].map((match) => match[1] ?? ''));
  return Object.fromEntries(
    [...ids].map((id) => [
      id,
      {
        id,
        method: 'GET',
        path: `/api/${id}`,
        access: 'session',
        auth: 'bearer',
        bodyType: 'json',
        envelope: 'standard',
        overlay: true,
        headers: {},
      },
    ]),
  );
}

export function makeRoute(values: Partial<RouteState> = {}): RouteState {
  return observable.shallow<RouteState>({
    path: '/test',
    query: {},
    params: {},
    title: '',
    menu: undefined,
    navigation: {},
    problem: undefined,
    ...values,
  });
}

/** Shows a page and waits until its code is loaded. */
export async function showPage(
  engine: Engine,
  page: Parameters<typeof makeBundle>[0],
  options: { route?: RouteState; rules?: Record<string, RuleDocument>; wrap?: (page: ReactNode) => ReactNode } = {},
) {
  const bundle = makeBundle(page, options.rules);
  const view = <PageView bundle={bundle} route={options.route ?? makeRoute()} scope={engine.root} />;
  const result = render(<EngineProvider engine={engine}>{options.wrap ? options.wrap(view) : view}</EngineProvider>);
  await settle();
  return result;
}

export async function settle(): Promise<void> {
  await act(async () => {
    for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setTimeout(resolve, 4));
  });
}

export { makeRegistry, renders, said } from './vocabulary.tsx';
