import { render } from '@testing-library/react';
import { App } from '../../src/app/App.tsx';
import { startApplication } from '../../src/app/start.ts';
import type { Bundle, CallContract, MenuRow } from '../../src/core/types.ts';
import { defineWidget, Outlet } from '../../src/engine/index.ts';
import { makeBundle, makeRegistry, manifest, settle } from '../engine/support.tsx';

export const row = (values: Partial<MenuRow> & { menuId: string }): MenuRow => ({
  parentId: '0',
  type: '1',
  name: values.menuId,
  ...values,
});

const OutletWidget = defineWidget(() => (
  <main>
    <Outlet />
  </main>
));

const call = (id: string, path: string, more: Partial<CallContract> = {}): CallContract => ({
  id,
  method: 'GET',
  path,
  access: 'public',
  auth: 'bearer',
  bodyType: 'json',
  envelope: 'standard',
  overlay: true,
  headers: {},
  ...more,
});
export const contracts: Record<string, CallContract> = {
  'login.stats': call('login.stats', '/api/stats'),
  'login.config': call('login.config', '/api/config'),
  'login.authProperties': call('login.authProperties', '/api/ways'),
  'login.logout': call('login.logout', '/api/logout', { method: 'POST' }),
  'login.user': call('login.user', '/api/user'),
  'user.menus': call('user.menus', '/api/menus'),
  'user.list': call('user.list', '/api/users'),
  'site.config': call('site.config', '/config/data.json', { envelope: 'none' }),
};

export interface World {
  stats: unknown;
  answers: Record<string, unknown>;
  requests: string[];
  /** The same with their queries. */
  addresses: string[];
  tokens: Set<string>;
  /** Changes the manifest before it is served. */
  manifest?: (manifest: Record<string, unknown>) => unknown;
}

const PAGES: Record<string, Parameters<typeof makeBundle>[0]> = {
  login: {
    title: 'login.title',
    body: [
      { widget: 'label', text: 'sign in here' },
      { widget: 'press', text: 'sign in', onClick: [{ session: 'start', with: { token: 'good' } }] },
    ],
  },
  home: {
    title: 'home.title',
    body: [
      { widget: 'label', text: 'home of {{ user.name }}' },
      { widget: 'press', text: 'go', onClick: [{ navigate: '/a' }] },
      { widget: 'press', text: 'outside', onClick: [{ navigate: 'https://evil.example/' }] },
      { widget: 'press', text: 'list', onClick: [{ call: 'user.list' }] },
      { widget: 'press', text: 'out', onClick: [{ session: 'end' }] },
    ],
  },
  a: { title: 'a.title', body: [{ widget: 'label', text: 'page a {{ navigation.activeKeys[0] }}' }] },
  record: {
    title: "{{ state.record == '' ? '' : page.title + ' of ' + state.record }}",
    state: { record: { initial: '' } },
    body: [
      { widget: 'press', text: 'load', onClick: [{ set: { 'state.record': 'Ann' } }] },
      { widget: 'press', text: 'go', onClick: [{ navigate: '/a' }] },
    ],
  },
  again: {
    title: 'again.title',
    body: [
      { widget: 'label', text: 'sign in over it' },
      { widget: 'press', text: 'sign in again', onClick: [{ session: 'renew', with: { token: 'new' } }] },
      { widget: 'press', text: 'not now', onClick: [{ session: 'later' }] },
    ],
  },
  unreachable: { title: 'unreachable.title', body: [{ widget: 'press', text: 'try again', onClick: [{ session: 'retry' }] }] },
  'not-found': { title: 'misc.notFound', body: [{ widget: 'label', text: 'nothing at {{ page.path }}' }] },
  'no-permission': { title: 'misc.noPermission', body: [{ widget: 'label', text: 'not for you' }] },
  broken: { title: 'misc.broken', body: [{ widget: 'label', text: 'broken: {{ problem.code }}' }] },
};
const outlet = { title: 'layout', body: [{ widget: 'label', text: 'frame' }, { widget: 'outlet' }] };

export const applicationMenus: MenuRow[] = [
  row({ menuId: 'root', url: '/', component: 'main#home', access: 'session' }),
  row({ menuId: 'home', url: '/home', component: 'main#home', access: 'session' }),
  row({ menuId: 'user-home', url: '/user/home', component: 'main#home', access: 'session' }),
  row({ menuId: 'login', url: '/login', component: 'bare#login', access: 'public' }),
];
export const userMenus: MenuRow[] = [
  row({ menuId: 'm1', type: '0', name: 'System', visible: '0' }),
  row({ menuId: 'm2', parentId: 'm1', url: '/a', component: 'main#a', visible: '0', name: '甲', nameEn: 'Page A' }),
  row({ menuId: 'm3', parentId: 'm1', url: '/lost', component: 'main#nowhere', visible: '0' }),
  row({ menuId: 'm4', parentId: 'm1', url: '/home', component: 'main#a', visible: '0' }),
  row({ menuId: 'm5', parentId: 'm1', url: '/record', component: 'main#record', name: '录', nameEn: 'Records' }),
];
export const signedIn = {
  login: true,
  principal: { username: 'ann', name: 'Ann', roles: [{ roleCode: 'admin' }] },
  menus: userMenus,
  applications: [],
  authProperties: { configs: [] },
};

/** A server of documents and calls in memory. */
export function serve(world: World): typeof fetch {
  const documents = (kind: string, entries: Record<string, Parameters<typeof makeBundle>[0]>): Record<string, Bundle> =>
    Object.fromEntries(
      Object.entries(entries).map(([id, page]) => [`/schemas/${kind}/${id}.h.json`, { ...makeBundle(page), document: `${kind}/${id}` }]),
    );
  const files: Record<string, unknown> = {
    '/schemas/manifest.json': {
      ...manifest,
      menus: applicationMenus,
      pages: Object.fromEntries(Object.keys(PAGES).map((id) => [id, { hash: 'h', access: 'session' }])),
      layouts: { main: { hash: 'h' }, bare: { hash: 'h' } },
      locales: { en: 'h', 'zh-Hans': 'h', 'zh-Hant': 'h' },
    },
    ...documents('pages', PAGES),
    ...documents('layouts', { main: outlet, bare: outlet }),
    '/schemas/locales/en.h.json': {
      'error.sessionExpired': 'session has expired',
      'error.duplicateLogin': 'session timed out or duplicate login',
      'error.tokenExpired': 'stage expired',
      'error.stateNotLoaded': 'state not loaded',
    },
    '/schemas/locales/zh-Hans.h.json': { 'login.title': '登录' },
  };
  return async (input, init) => {
    const url = String(input).split('?')[0] ?? '';
    world.requests.push(url);
    world.addresses.push(String(input));
    const json = (body: unknown, status = 200) =>
      new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
    if (url === '/schemas/manifest.json' && world.manifest)
      return json(world.manifest(structuredClone(files[url]) as Record<string, unknown>));
    if (url in files) return json(files[url]);
    const token = new Headers(init?.headers).get('authorization')?.replace('Bearer ', '');
    if (url === '/api/stats') {
      if (world.stats instanceof Response) return world.stats.clone();
      if (world.stats instanceof Error) return json({ code: 'INTERNAL', msg: 'down' }, 500);
      const known = token !== undefined && world.tokens.has(token);
      return json({
        code: '000000',
        data: known ? world.stats : { login: false, authProperties: { configs: [{ protocol: 'INTERNAL' }] } },
      });
    }
    if (url in world.answers) {
      const answer = world.answers[url];
      return answer instanceof Response ? answer.clone() : json({ code: '000000', data: answer });
    }
    return json({ code: 'NOT_FOUND' }, 404);
  };
}

/** What the application needs of its surroundings. */
export function optionsOf(world: World): Parameters<typeof startApplication>[0] {
  const registry = makeRegistry({ outlet: async () => ({ default: OutletWidget }) });
  registry.shapes = { ...registry.shapes, outlet: { kind: 'layout', options: {}, required: [] } };
  return { registry, contracts, credentials: btoa('targus:targus'), window, fetch: serve(world) };
}

/** The application of the test before, which goes on: it hears who signs out here, and would move this window. */
let former: Awaited<ReturnType<typeof startApplication>> | undefined;

export async function open(path: string, world: World) {
  former?.feedback.connect({ message: () => () => undefined, notification: () => undefined, dialog: async () => false });
  window.history.replaceState(null, '', path);
  const application = await startApplication(optionsOf(world));
  former = application;
  render(<App application={application} nonce={undefined} />);
  await settle();
  await settle();
  await settle();
  return application;
}

export function makeWorld(values: Partial<World> = {}): World {
  return {
    stats: signedIn,
    answers: { '/api/config': { sysTitle: 'Targus X' }, '/config/data.json': {}, '/api/logout': true, '/api/ways': { configs: [] } },
    requests: [],
    addresses: [],
    tokens: new Set(['good']),
    ...values,
  };
}
