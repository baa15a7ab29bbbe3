import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { observable } from '@formily/reactive';
import { act, type RenderResult, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { vi } from 'vitest';
import { registry } from '../../renderers/index.ts';
import { createHost, rootScope } from '../../src/app/host.ts';
import { routeScope } from '../../src/app/route-store.ts';
import { Texts } from '../../src/app/texts.ts';
import { buildBundle, createDocumentSet, mergeTexts } from '../../src/core/index.ts';
import type { AppDocument, Bundle, Language, NodeDocument, PageDocument, ThemeDocument } from '../../src/core/types.ts';
import type { Engine } from '../../src/engine/context.ts';
import { DictionaryStore, EngineProvider, LeaveGuard, PageView, type RouteState } from '../../src/engine/index.ts';
import { contracts } from '../../src/generated/contracts.ts';
import { shapes } from '../../src/generated/widgets.ts';

const root = join(import.meta.dirname, '../../schemas');
const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.json') && !path.startsWith('meta'))
  .map((path) => ({ path: path.replaceAll('\\', '/'), value: JSON.parse(readFileSync(join(root, path), 'utf8')) as unknown }));

/** Every shipped document. */
export const documents = createDocumentSet(files);
const appDocument = documents.get('app', 'targus') as AppDocument;
export const themes = Object.fromEntries(
  documents.ids('theme').map((id) => {
    const theme = documents.get('theme', id) as ThemeDocument;
    return [theme.code, theme];
  }),
);

export interface WorldOptions {
  language?: Language;
  menuStyle?: '1' | '2';
  delegate?: Record<string, unknown>;
  login?: boolean;
  user?: Record<string, unknown> | null;
  config?: Record<string, unknown>;
  variant?: Record<string, unknown>;
  route?: Partial<RouteState>;
  calls?: Record<string, (args: unknown) => unknown>;
}
export interface World {
  engine: Engine;
  navigate: ReturnType<typeof vi.fn>;
  session: Record<'start' | 'end' | 'setLanguage' | 'setTheme' | 'actAs', ReturnType<typeof vi.fn>>;
  dialog: ReturnType<typeof vi.fn>;
  route: RouteState;
  /** Shows another language. */
  speak: (language: Language) => Promise<void>;
  /** A layout or page to be shown in another layout. */
  view: (bundle: Bundle, outlet?: ReactNode) => ReactNode;
  show: (bundle: Bundle, outlet?: ReactNode) => RenderResult;
}

/** An application with real texts, widgets and documents, whose calls and navigation are watched. */
export async function world(options: WorldOptions = {}): Promise<World> {
  const language = options.language ?? 'en';
  const texts = new Texts(async (code) => mergeTexts(documents, code), language, 'en');
  await texts.load('en');
  await texts.show(language);
  const app = observable.shallow({
    ready: true,
    session: {
      login: options.login ?? true,
      menuStyle: options.menuStyle ?? '2',
      applications: [],
      authProperties: { configs: [] },
      delegate: options.delegate ?? null,
      userConfig: {},
    },
    user: options.user === undefined ? { name: 'Ada Example', userCode: 'a001', email: 'ada@example.org' } : options.user,
    config: options.config ?? {},
    language,
    theme: 'theme-tw',
    tone: 'dark',
    variant: options.variant ?? {},
    menu: { routes: [], roots: [], byId: new Map(), permissions: new Set(), problems: [] },
    permissions: new Set<string>(),
    manifest: { revision: '1', app: appDocument, menus: [], pages: {}, layouts: {}, themes, locales: {} },
  }) as unknown as Engine['app'];
  const client = {
    inThisName: () => client.call,
    isLocalized: () => false,
    largest: () => undefined,
    register: () => {},
    call: async (id: string, args?: unknown) => {
      const answer = options.calls?.[id];
      if (!answer) throw new Error(`No answer for ${id}`);
      return answer(args);
    },
  };
  const dictionaries = new DictionaryStore(
    async (types) => client.call('dictionary.type', { with: { types } }),
    texts.translate,
    () => app.language,
  );
  const host = createHost({ state: app, translate: texts.translate, dictionaries });
  const navigate = vi.fn();
  const dialog = vi.fn(async () => true);
  const session = {
    start: vi.fn(),
    end: vi.fn(),
    signOn: vi.fn(),
    setLanguage: vi.fn(),
    setTheme: vi.fn(),
    refreshSession: vi.fn(),
    refreshMenus: vi.fn(),
    mayLeave: vi.fn(async () => true),
    actAs: vi.fn(),
    renew: vi.fn(),
    later: vi.fn(),
    retry: vi.fn(),
  };
  const engine = {
    app,
    client,
    registry,
    translate: texts.translate,
    i18n: texts.i18n,
    feedback: { message: vi.fn(() => () => undefined), notification: vi.fn(), dialog },
    session,
    dictionaries,
    navigate,
    leave: new LeaveGuard(),
    onForget: () => () => {},
    pages: { ready: pageNamed, load: async (id: string) => pageNamed(id) },
    host,
    root: rootScope(app, host),
  } as unknown as Engine;
  const route = observable.shallow<RouteState>({
    path: '/',
    query: {},
    params: {},
    title: 'Test',
    menu: undefined,
    navigation: { left: [], top: [], tabs: [], activeKeys: [] },
    problem: undefined,
    ...options.route,
  });
  const scope = routeScope(route, engine.root);
  const view = (bundle: Bundle, outlet?: ReactNode) => <PageView bundle={bundle} route={route} scope={scope} outlet={outlet} />;
  const show = (bundle: Bundle, outlet?: ReactNode) => render(<EngineProvider engine={engine}>{view(bundle, outlet)}</EngineProvider>);
  const speak = async (code: Language) => {
    await texts.show(code);
    (app as { language: Language }).language = code;
  };
  return { engine, navigate, session, dialog, route, speak, view, show };
}

/** A page of these nodes. */
export function pageOf(body: NodeDocument[], more: Partial<PageDocument> = {}): Bundle {
  return {
    document: 'pages/test',
    page: { version: 1, title: 'test', ...more, body },
    forms: {},
    tables: {},
    rules: {},
    calls: contracts,
    dictionaries: [],
  };
}

/** A shipped page as it is served. */
export function pageNamed(id: string): Bundle {
  return buildBundle(documents, 'page', id, shapes, contracts).bundle;
}

/** A shipped layout as it is served. */
export function layoutOf(id: string): Bundle {
  const { bundle, problems } = buildBundle(documents, 'layout', id, shapes, contracts);
  const errors = problems.filter(({ severity }) => severity === 'error');
  if (!bundle || errors.length > 0) throw new Error(`Layout ${id}: ${JSON.stringify(errors)}`);
  return bundle;
}

/** Shows nodes and waits until their code is here. */
export async function showNodes(
  body: NodeDocument[],
  options: WorldOptions = {},
  more: Partial<PageDocument> = {},
): Promise<World & RenderResult> {
  const made = await world(options);
  const result = made.show(pageOf(body, more));
  await settled();
  return { ...made, ...result };
}

/** Lets loaded code, answers and effects arrive. */
export async function settled(): Promise<void> {
  for (let round = 0; round < 4; round += 1) await act(async () => new Promise((resolve) => setTimeout(resolve, 0)));
  await vi.waitFor(
    () => {
      if (document.querySelector('[aria-busy="true"].tg-loading')) throw new Error('still loading');
    },
    { timeout: 15_000 },
  );
  await act(async () => new Promise((resolve) => setTimeout(resolve, 0)));
}
