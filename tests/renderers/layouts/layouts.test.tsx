import { act, fireEvent, screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { compileMenu, leftMenu, topMenu } from '../../../src/core/index.ts';
import type { MenuRow } from '../../../src/core/types.ts';
import { layoutOf, pageNamed, settled, showNodes, type World, type WorldOptions, world } from '../world.tsx';

const row = (menuId: string, parentId: string, more: Partial<MenuRow> = {}): MenuRow => ({
  menuId,
  parentId,
  type: '1',
  name: menuId,
  nameEn: `The ${menuId}`,
  url: `/${menuId}`,
  component: 'later',
  ...more,
});
const rows = [
  row('app', '0', { type: '0', component: null }),
  row('risk', 'app', { type: '0', component: null, icon: 'safety' }),
  row('exam', 'risk'),
  row('paper', 'risk'),
  row('audit', 'app', { type: '0', component: null, icon: 'audit' }),
  row('finding', 'audit'),
  ...Array.from({ length: 11 }, (_, index) => row(`plan${index}`, 'audit')),
  row('site', 'app', { url: 'https://other.example/x', isFrame: '0', component: null }),
];
const menu = compileMenu(rows, { document: 'menus/test', mainLayout: 'main', externalRoute: '/external-link' });
const navigation = { left: leftMenu(menu), top: topMenu(menu), tabs: [], activeKeys: ['app', 'risk', 'exam'] };

/** A media query list that says `matches` for these queries. */
function media(...matching: string[]) {
  vi.stubGlobal('matchMedia', (query: string) => Object.assign(new EventTarget(), { matches: matching.includes(query), media: query }));
}
const before = globalThis.matchMedia;
afterEach(() => {
  vi.stubGlobal('matchMedia', before);
  localStorage.clear();
});

async function main(options: WorldOptions = {}) {
  const made = await world({ ...options, route: { path: '/exam', navigation, ...options.route } });
  const result = made.show(layoutOf('main'), <p>The page</p>);
  await settled();
  return { ...made, ...result };
}

/** The main layout where it stands: in the layout of signed-in people. */
async function framed(options: WorldOptions = {}, page: (made: World) => ReactNode = () => <p>The page</p>) {
  const made = await world({ ...options, route: { path: '/exam', navigation, ...options.route } });
  const result = made.show(layoutOf('session'), made.view(layoutOf('main'), page(made)));
  await settled();
  return { ...made, ...result };
}

describe('the main layout', () => {
  it('[LAYOUT-01] shows the left menu for style 1: landmarks, brand, collapse toggle, user, version, page', async () => {
    await main({ menuStyle: '1', config: { sysTitle: 'Risk house' } });
    const header = screen.getByRole('banner');
    expect(within(header).getByRole('link', { name: 'Risk house' })).toBeTruthy();
    expect(within(header).getByRole('button', { name: 'Collapse the menu' })).toBeTruthy();
    expect(within(header).getByRole('button', { name: 'Menu of Ada Example' })).toBeTruthy();
    expect(within(header).queryByRole('navigation')).toBeNull();
    expect(screen.getByRole('navigation', { name: 'Main menu' }).className).toContain('tg-side');
    expect(screen.getByRole('main').textContent).toBe('The page');
    expect(screen.getByText(/Targus version \d/)).toBeTruthy();
  });

  it('[LAYOUT-01] [LAYOUT-11] shows the top menu for style 2, without a docked side', async () => {
    const { container } = await main({ menuStyle: '2' });
    expect(within(screen.getByRole('banner')).getByRole('navigation', { name: 'Main menu' })).toBeTruthy();
    expect(container.querySelector('.tg-shell-side')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Collapse the menu' })).toBeNull();
  });

  it('[LAYOUT-03] the logo title goes to the site root', async () => {
    const { navigate } = await main({ config: { sysTitle: 'Risk house' } });
    fireEvent.click(screen.getByRole('link', { name: 'Risk house' }));
    expect(navigate).toHaveBeenCalledWith('/', undefined);
  });

  it('[LAYOUT-04] keeps the collapse state locally as 1 or 0 and restores it', async () => {
    const first = await main({ menuStyle: '1' });
    fireEvent.click(screen.getByRole('button', { name: 'Collapse the menu' }));
    await settled();
    expect(localStorage.getItem('menu-collapsed')).toBe('1');
    expect(first.container.querySelector('.tg-shell-collapsed .tg-side-collapsed')).not.toBeNull();
    first.unmount();
    const second = await main({ menuStyle: '1' });
    expect(second.container.querySelector('.tg-shell-collapsed')).not.toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Expand the menu' }));
    await settled();
    expect(localStorage.getItem('menu-collapsed')).toBe('0');
  });

  it.each([[{ query: { inIframe: '' } }], [{ query: { from: 'inIframe' } }], [{ hash: '#/inIframe' }], [{ path: '/a/inIframe' }]])(
    '[LAYOUT-05] is headless when the address contains inIframe: %j',
    async (route) => {
      await main({ route });
      expect(screen.queryByRole('banner')).toBeNull();
      expect(screen.queryByRole('navigation')).toBeNull();
      expect(screen.getByRole('main').textContent).toBe('The page');
    },
  );

  it('[LAYOUT-01] shows the watermark only for the variant that has one', async () => {
    const plain = await main();
    expect(plain.container.querySelector('.tg-watermark')).toBeNull();
    plain.unmount();
    const marked = await main({ variant: { watermark: true } });
    expect(marked.container.querySelector('.tg-watermark')).not.toBeNull();
    expect(screen.getByRole('main').textContent).toBe('The page');
  });

  it.each([
    ['en', 'Menu of Administrator'],
    ['zh-Hans', '管理员的菜单'],
    ['zh-Hant', '管理员的選單'],
  ] as const)('[LAYOUT-01] [I18N-04] calls the user by the English name in English only: %s', async (language, name) => {
    const user = { name: '管理员', nameEn: 'Administrator', username: 'admin', userCode: 'T00001' };
    await main({ language, user });
    expect(within(screen.getByRole('banner')).getByRole('button', { name })).toBeTruthy();
  });

  it('[I18N-04] calls a user without an English name by the name they have, else by the account', async () => {
    const named = await main({ user: { name: '管理员', nameEn: null, username: 'admin' } });
    expect(screen.getByRole('button', { name: 'Menu of 管理员' })).toBeTruthy();
    named.unmount();
    await main({ user: { username: 'admin' } });
    expect(screen.getByRole('button', { name: 'Menu of admin' })).toBeTruthy();
  });

  it.each([
    ['en', 'Administrator'],
    ['zh-Hans', '管理员'],
  ] as const)('[HOME-02] greets the user in the language of the page: %s', async (language, name) => {
    const made = await world({ language, user: { name: '管理员', nameEn: 'Administrator', username: 'admin' } });
    made.show(pageNamed('home'));
    await settled();
    expect((await screen.findByRole('heading', { level: 2, name: new RegExp(name) })).textContent).toContain(name);
  });

  it('[TOPBAR-05] [TOPBAR-06] names oneself and the people one may act as in English, and by name who has no English one', async () => {
    const delegators = [
      { id: '1', username: 'wang', name: '王伟', nameEn: 'Wang Wei' },
      { id: '2', username: 'lin', name: '林娜', nameEn: null },
    ];
    await main({ user: { name: '管理员', nameEn: 'Administrator', username: 'admin' }, calls: { 'delegate.sources': () => delegators } });
    fireEvent.click(await screen.findByRole('button', { name: 'Menu of Administrator' }));
    const choices = screen.getAllByRole('menuitemradio').map(({ textContent }) => textContent);
    expect(choices).toEqual([expect.stringContaining('Administrator'), 'Wang Wei', '林娜']);
    expect(screen.getByRole('menuitemradio', { checked: true }).textContent).toContain('Administrator');
    expect(screen.queryByRole('menuitem', { name: 'Leave delegate mode' })).toBeNull();
  });

  it('[TOPBAR-07] leads to the management of authorizations, which delegate mode hides for the way out [TOPBAR-05]', async () => {
    const user = { name: '管理员', nameEn: 'Administrator', username: 'admin' };
    const entries = () => screen.getAllByRole('menuitem').map(({ textContent }) => textContent);
    const own = await framed({ user });
    fireEvent.click(screen.getByRole('button', { name: 'Menu of Administrator' }));
    fireEvent.click(screen.getByRole('menuitem', { name: 'Authorization management' }));
    expect(own.navigate).toHaveBeenCalledWith('/author', undefined);
    own.unmount();
    await framed({ user, delegate: { username: 'admin', agent: { username: 'auditor', name: '陈静', nameEn: 'Chen Jing' } } });
    fireEvent.click(screen.getByRole('button', { name: 'Menu of Administrator' }));
    expect(entries()).toContain('Leave delegate mode');
    expect(entries()).not.toContain('Authorization management');
  });

  it('[DELEG-05] the page in the place of one about the person names whom the agent stands for, and leads out', async () => {
    const delegate = { name: '王伟', nameEn: 'Wang Wei', username: 'wang' };
    const calls = { 'delegate.exit': () => ({ access_token: 'own' }) };
    const { session } = await framed({ delegate, calls }, (made) => made.view(pageNamed('while-acting')));
    const page = within(screen.getByRole('main'));
    expect(page.getByText(/Wang Wei/)).toBeTruthy();
    fireEvent.click(page.getByRole('button', { name: 'Leave delegate mode' }));
    await settled();
    expect(session.actAs).toHaveBeenCalledWith('own');
  });

  it('[HOME-11] [DELEG-05] home leads to the own authorizations, and an agent nowhere', async () => {
    const links = () =>
      ['My authorizations', 'My agencies', 'Authorization management'].filter((name) => screen.queryByRole('link', { name }));
    const shown = async (delegate: Record<string, unknown> | null) => {
      const made = await world(delegate === null ? {} : { delegate });
      const { unmount } = made.show(pageNamed('home'));
      await screen.findByRole('heading', { level: 2 });
      await settled();
      const found = links();
      unmount();
      return found;
    };
    expect(await shown(null)).toHaveLength(3);
    expect(await shown({ username: 'wang', name: '王伟' })).toEqual([]);
  });

  it.each([
    ['en', 'In English'],
    ['zh-Hans', '简体'],
    ['zh-Hant', '简体'],
  ] as const)('[I18N-05] describes the system in the language of the page, else in the default one: %s', async (language, text) => {
    const sysDescrition = [
      { l: 'zh-Hans', t: '简体', d: true },
      { l: 'en', t: 'In English' },
    ];
    const made = await world({ language, login: false, user: null, config: { sysDescrition } });
    const { container } = made.show(layoutOf('entry'), <p>The page</p>);
    await settled();
    expect(container.querySelector('.tg-typing')?.textContent).toContain(text);
  });

  it('[THEME-04] shows the default logo where none is configured, also for the name of a variant', async () => {
    const logo = (container: HTMLElement) => container.querySelector('header .tg-brand')?.firstElementChild;
    for (const sysLogo of [undefined, null, '', 'huadian']) {
      const { container, unmount } = await main({ config: { sysTitle: 'Risk house', sysLogo } });
      expect(logo(container)?.tagName.toLowerCase(), String(sysLogo)).toBe('svg');
      unmount();
    }
    const { container } = await main({ config: { sysTitle: 'Risk house', sysLogo: '/files/logo.png' } });
    expect(logo(container)?.getAttribute('src')).toBe('/files/logo.png');
  });

  it('[THEME-03] hides language and theme for the variant that hides them', async () => {
    const plain = await main();
    expect(screen.getByRole('button', { name: /^Language/ })).toBeTruthy();
    plain.unmount();
    await main({ variant: { hideSettings: ['language', 'theme'] } });
    expect(screen.queryByRole('button', { name: /^Language/ })).toBeNull();
    expect(screen.queryByRole('button', { name: /^Theme/ })).toBeNull();
  });

  it('[SET-12] signs out only after a confirmation', async () => {
    const { dialog, session } = await framed();
    const signOut = async () => {
      fireEvent.click(screen.getByRole('button', { name: 'Menu of Ada Example' }));
      fireEvent.click(screen.getByRole('menuitem', { name: 'Sign out' }));
      await settled();
    };
    dialog.mockResolvedValueOnce(false);
    await signOut();
    expect(session.end).not.toHaveBeenCalled();
    await signOut();
    expect(session.end).toHaveBeenCalledTimes(1);
  });

  it('[SET-09] saves the language and the theme, and shows them', async () => {
    const save = vi.fn(async () => ({ result: true }));
    const { session } = await framed({ calls: { 'user.saveConfig': save } });
    const languages = screen.getByRole('button', { name: 'Language: English' });
    // The name of a language is said in its voice, the word for it in that of the page.
    expect(within(languages).getByText('English').getAttribute('lang')).toBe('en');
    expect(within(languages).getByText('Language:').closest('[lang]')).not.toBe(languages.querySelector('[lang]'));
    expect(languages.getAttribute('aria-label')).toBeNull();
    fireEvent.click(languages);
    expect(screen.getByRole('menu', { name: 'Language' })).toBeTruthy();
    expect(screen.getByRole('menuitemradio', { name: 'English' }).getAttribute('aria-checked')).toBe('true');
    fireEvent.click(screen.getByRole('menuitemradio', { name: '繁體中文' }));
    await settled();
    expect(session.setLanguage).toHaveBeenCalledWith('zh-Hant');
    fireEvent.click(screen.getByRole('button', { name: 'Theme: Dark green' }));
    fireEvent.click(screen.getByRole('menuitemradio', { name: 'Mint' }));
    await settled();
    expect(session.setTheme).toHaveBeenCalledWith('theme-mint');
    expect(save.mock.calls).toMatchObject([[{ body: { language_config: 'zh-Hant' } }], [{ body: { theme_config: 'theme-mint' } }]]);
  });

  it('has a link that skips to the content', async () => {
    await main();
    fireEvent.click(screen.getByRole('link', { name: 'Skip to content' }));
    expect(document.activeElement).toBe(screen.getByRole('main'));
  });

  it('opens no drawer by itself where the window is narrow again', async () => {
    const narrow = Object.assign(new EventTarget(), { matches: true, media: '' });
    vi.stubGlobal('matchMedia', () => narrow);
    const turn = (matches: boolean) =>
      act(async () => {
        narrow.matches = matches;
        narrow.dispatchEvent(new Event('change'));
      });
    await showNodes([{ widget: 'shell', header: [], tools: [], side: [{ widget: 'text', text: { en: 'Side' } }], body: [] }]);
    fireEvent.click(screen.getByRole('button', { name: /menu/i }));
    await settled();
    expect(screen.queryByRole('dialog')).not.toBeNull();
    await turn(false);
    await turn(true);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('puts the menu into a drawer of a narrow window; Escape closes it and gives the focus back', async () => {
    media('(max-width: 899.98px)');
    await main({ menuStyle: '2' });
    const open = screen.getByRole('button', { name: 'Open the menu' });
    fireEvent.click(open);
    const drawer = screen.getByRole('dialog', { name: 'Main menu' });
    expect(drawer.contains(document.activeElement)).toBe(true);
    expect(within(drawer).getByRole('navigation')).toBeTruthy();
    fireEvent.keyDown(drawer, { key: 'Escape' });
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(open);
    fireEvent.click(open);
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('link', { name: 'The exam' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('the side menu', () => {
  const side = (more: object = {}) =>
    showNodes([{ widget: 'menu-side', items: '{{ navigation.left }}', activeKeys: '{{ navigation.activeKeys }}', ...more }], {
      route: { navigation },
    });

  it('[MENU-08] opens the branch of the current path, and one submenu at a time', async () => {
    await side();
    expect(screen.getByRole('link', { name: 'The exam' }).getAttribute('aria-current')).toBe('page');
    fireEvent.click(screen.getByRole('button', { name: 'The audit' }));
    expect(screen.getByRole('link', { name: 'The finding' })).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'The exam' })).toBeNull();
    expect(screen.getByRole('button', { name: 'The risk' }).getAttribute('aria-expanded')).toBe('false');
    fireEvent.click(screen.getByRole('button', { name: 'The audit' }));
    expect(screen.queryByRole('link', { name: 'The finding' })).toBeNull();
  });

  it('[MENU-07] external entries lead to the frame route, others to their path', async () => {
    const { navigate } = await side();
    expect(screen.getByRole('link', { name: 'The site' }).getAttribute('href')).toMatch(/^\/external-link\?/);
    fireEvent.click(screen.getByRole('link', { name: 'The exam' }));
    expect(navigate).toHaveBeenLastCalledWith('/exam', undefined);
  });

  it('is walked with arrow keys', async () => {
    await side();
    screen.getByRole('button', { name: 'The risk' }).focus();
    fireEvent.keyDown(document.activeElement as Element, { key: 'ArrowDown' });
    expect(document.activeElement?.textContent).toBe('The exam');
    fireEvent.keyDown(document.activeElement as Element, { key: 'End' });
    expect(document.activeElement?.textContent).toBe('The site');
  });

  it('collapsed: icons only, the submenu opens beside the icon and closes on Escape', async () => {
    const { container } = await side({ collapsed: true });
    expect(container.querySelector('.tg-side-flyout')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'The risk' }));
    expect(container.querySelector('.tg-side-flyout')?.textContent).toContain('The exam');
    fireEvent.keyDown(document, { key: 'Escape' });
    expect(container.querySelector('.tg-side-flyout')).toBeNull();
  });
});

describe('an entry with a page of its own and others below it', () => {
  const pages = compileMenu(
    [
      { menuId: 'a', parentId: '0', type: '0', name: 'Audit', visible: '0' },
      { menuId: 'p', parentId: 'a', type: '1', name: 'Projects', url: '/projects', visible: '0' },
      { menuId: 'p/1', parentId: 'p', type: '1', name: 'Client', url: '/projects/1', visible: '0' },
    ],
    { document: 'menus', mainLayout: 'main', externalRoute: '/external-link' },
  );
  const route = { navigation: { left: leftMenu(pages), top: topMenu(pages), tabs: [], activeKeys: ['a', 'p'] } };
  const hrefs = () => screen.getAllByRole('link').map((link) => link.getAttribute('href'));

  it('[MENU-04] leads to it from the side, as the first entry of its submenu', async () => {
    await showNodes([{ widget: 'menu-side', items: '{{ navigation.left }}', activeKeys: '{{ navigation.activeKeys }}' }], { route });
    expect(screen.getByRole('button', { name: 'Projects' }).getAttribute('aria-expanded')).toBe('true');
    expect(hrefs()).toEqual(['/projects', '/projects/1']);
  });

  it('[MENU-04] leads to it from the top, as the heading of those below it', async () => {
    await showNodes([{ widget: 'menu-top', items: '{{ navigation.top }}', activeKeys: '{{ navigation.activeKeys }}' }], { route });
    fireEvent.click(screen.getByRole('button', { name: 'Audit' }));
    expect(hrefs()).toEqual(['/projects', '/projects/1']);
    expect(screen.getByRole('link', { name: 'Projects' }).getAttribute('aria-current')).toBe('page');
  });
});

describe('the top menu', () => {
  const top = () =>
    showNodes([{ widget: 'menu-top', items: '{{ navigation.left }}', activeKeys: '{{ navigation.activeKeys }}' }], {
      route: { navigation },
    });

  it('[LAYOUT-11] opens on hover after a moment, in two columns above 10 children', async () => {
    const { container } = await top();
    const panel = () => container.querySelector('.tg-top-panel');
    const entry = screen.getByRole('button', { name: 'The audit' });
    fireEvent.pointerEnter(entry.parentElement as Element, { pointerType: 'mouse' });
    expect(panel()).toBeNull();
    await act(async () => new Promise((resolve) => setTimeout(resolve, 120)));
    expect(panel()?.getAttribute('data-columns')).toBe('2');
    fireEvent.click(screen.getByRole('button', { name: 'The risk' }));
    expect(panel()?.getAttribute('data-columns')).toBe('1');
    expect(container.querySelectorAll('.tg-top-panel')).toHaveLength(1);
  });

  it('lays groups of entries side by side; arrow keys walk through all of them', async () => {
    const { container } = await showNodes([{ widget: 'menu-top', items: '{{ navigation.top }}', activeKeys: [] }], {
      route: { navigation },
    });
    const entry = screen.getByRole('button', { name: 'The app' });
    entry.focus();
    fireEvent.keyDown(entry, { key: 'ArrowDown' });
    expect(container.querySelector('.tg-top-panel')?.getAttribute('data-groups')).toBe('2');
    const walked = [document.activeElement?.textContent];
    for (let step = 0; step < 2; step += 1) {
      fireEvent.keyDown(document.activeElement as Element, { key: 'ArrowDown' });
      walked.push(document.activeElement?.textContent);
    }
    expect(walked).toEqual(['The exam', 'The paper', 'The finding']);
  });

  it('a click keeps what the pointer has opened; leaving one entry never closes another', async () => {
    const { container } = await top();
    const wait = (time: number) => act(async () => new Promise((resolve) => setTimeout(resolve, time)));
    const audit = screen.getByRole('button', { name: 'The audit' });
    const risk = screen.getByRole('button', { name: 'The risk' });
    fireEvent.pointerEnter(audit.parentElement as Element, { pointerType: 'mouse' });
    await wait(120);
    fireEvent.click(audit);
    expect(audit.getAttribute('aria-expanded')).toBe('true');
    fireEvent.pointerLeave(audit.parentElement as Element, { pointerType: 'mouse' });
    fireEvent.click(risk);
    await wait(280);
    expect(risk.getAttribute('aria-expanded')).toBe('true');
    fireEvent.click(risk);
    expect(container.querySelector('.tg-top-panel')).toBeNull();
  });

  it('opens by keyboard, moves with arrows, and Escape gives the focus back', async () => {
    const { container } = await top();
    const entry = screen.getByRole('button', { name: 'The risk' });
    entry.focus();
    fireEvent.keyDown(entry, { key: 'ArrowDown' });
    expect(document.activeElement?.textContent).toBe('The exam');
    fireEvent.keyDown(document.activeElement as Element, { key: 'ArrowDown' });
    expect(document.activeElement?.textContent).toBe('The paper');
    fireEvent.keyDown(document.activeElement as Element, { key: 'Escape' });
    expect(container.querySelector('.tg-top-panel')).toBeNull();
    expect(document.activeElement).toBe(entry);
  });
});

describe('the home layout', () => {
  const home = async (options: WorldOptions = {}) => {
    const made = await world(options);
    const result = made.show(layoutOf('home'), <p>The page</p>);
    await settled();
    return { ...made, ...result };
  };
  const description = [{ l: 'en', t: 'All risks\nin one place', d: 'true' }];

  it('[LAYOUT-07] [LAYOUT-08] shows the system title, the typed description and the page on the 1920 x 1354 design', async () => {
    const { container } = await home({ config: { sysTitle: 'Risk house', sysDescrition: description } });
    expect(screen.getByRole('heading', { level: 1, name: 'Risk house' })).toBeTruthy();
    expect(container.querySelector('.tg-typing .tg-hidden')?.textContent).toBe('All risks\nin one place');
    expect(container.querySelector('[data-design]')?.getAttribute('data-design')).toBe('1920x1354');
    expect(screen.getByRole('main').textContent).toBe('The page');
  });

  it('[LAYOUT-07] shows the user info only when it is configured', async () => {
    const shown = await home({ config: { sysHomeLayoutUserInfo: true } });
    expect(screen.getByRole('button', { name: 'Menu of Ada Example' })).toBeTruthy();
    shown.unmount();
    await home({ config: { sysHomeLayoutUserInfo: false } });
    expect(screen.queryByRole('button', { name: 'Menu of Ada Example' })).toBeNull();
  });

  it('[HOME-12] shows the watermark for the variant that has one', async () => {
    const { container } = await home({ variant: { watermark: true } });
    expect(container.querySelector('.tg-watermark')).not.toBeNull();
  });

  it('[HOME-12] draws the watermark anew in the colour of another theme', async () => {
    const { container, engine } = await showNodes([{ widget: 'watermark', text: { en: 'Ada' }, body: [] }]);
    const before = container.querySelector('.tg-watermark-layer');
    await act(async () => {
      engine.app.theme = 'theme-light';
    });
    const after = container.querySelector('.tg-watermark-layer');
    expect(before).not.toBeNull();
    expect(after).not.toBeNull();
    expect(after).not.toBe(before);
  });

  it.each([
    ['home', home],
    ['the main layout', main],
  ])(
    '[HOME-12] [LAYOUT-01] [DELEG-05] the watermark of an agent on %s names both: whose data it is and who looks at it',
    async (_, frame) => {
      const agent = { id: '9', username: 'bo', name: 'Bo Example', usercode: 'T9' };
      const { container } = await frame({ variant: { watermark: true }, delegate: { name: 'Ada Example', agent } });
      expect(container.querySelector<HTMLElement>('.tg-watermark-layer')?.dataset.text).toBe('Ada Example a001 / Bo Example T9');
    },
  );
});

describe('other layouts', () => {
  it('a grid has no more columns in a narrow window than in a wide one', async () => {
    const columns = async (more: object) => {
      const { container, unmount } = await showNodes([{ widget: 'grid', body: [], ...more }]);
      const style = container.querySelector<HTMLElement>('.tg-grid')?.style;
      unmount();
      return ['', '-middle', '-narrow'].map((name) => style?.getPropertyValue(`--tg-columns${name}`));
    };
    expect(await columns({ columns: 6 })).toEqual(['6', '2', '1']);
    expect(await columns({ narrowColumns: 4 })).toEqual(['2', '2', '2']);
  });

  it.each([
    [3, '3'],
    [5, '3'],
    [6, '3'],
    [8, '4'],
    [9, '3'],
  ])('a grid of %i short figures has rows of one length in a middle window: %s each', async (parts, columns) => {
    const body = Array.from({ length: parts }, (_, index) => ({ widget: 'text', text: { en: `Figure ${index}` } }));
    const { container } = await showNodes([{ widget: 'grid', columns: 6, narrowColumns: 2, body }]);
    expect(container.querySelector<HTMLElement>('.tg-grid')?.style.getPropertyValue('--tg-columns-middle')).toBe(columns);
  });

  it('a grid of as many figures as a list has has twice as many columns in a middle window as in a narrow one', async () => {
    const body = [{ widget: 'text', each: '{{ [1, 2, 3, 4, 5] }}', text: { en: 'Figure' } }];
    const { container } = await showNodes([{ widget: 'grid', columns: 6, narrowColumns: 2, body }]);
    expect(container.querySelector<HTMLElement>('.tg-grid')?.style.getPropertyValue('--tg-columns-middle')).toBe('4');
  });

  it('[LAYOUT-06] blank shows the page only; bare has its landmark but no header', async () => {
    const made = await world({ login: false, user: null });
    const blank = made.show(layoutOf('blank'), <p>The page</p>);
    await settled();
    expect(blank.container.innerHTML).toBe('<p>The page</p>');
    blank.unmount();
    made.show(layoutOf('bare'), <p>The page</p>);
    await settled();
    expect(screen.getByRole('main').textContent).toBe('The page');
    expect(screen.queryByRole('banner')).toBeNull();
  });
});

describe('scaled', () => {
  it('[CONST-01] follows the window 300 ms after the last resize', async () => {
    const { container } = await showNodes([{ widget: 'scaled', width: 1024, height: 768, body: [] }]);
    const scale = () => container.querySelector('.tg-scaled-content')?.getAttribute('data-scale');
    expect(scale()).toBe('1');
    vi.useFakeTimers();
    try {
      vi.stubGlobal('innerWidth', 1536);
      vi.stubGlobal('innerHeight', 1152);
      fireEvent(window, new Event('resize'));
      act(() => void vi.advanceTimersByTime(200));
      fireEvent(window, new Event('resize'));
      act(() => void vi.advanceTimersByTime(299));
      expect(scale()).toBe('1');
      act(() => void vi.advanceTimersByTime(1));
      expect(scale()).toBe('1.5');
    } finally {
      vi.useRealTimers();
      vi.stubGlobal('innerWidth', 1024);
      vi.stubGlobal('innerHeight', 768);
    }
  });
});

describe('tabs', () => {
  const tabs = {
    widget: 'tabs',
    name: 'views',
    items: [
      { key: 'one', label: { en: 'One' }, body: [{ widget: 'text', text: { en: 'First panel' } }] },
      { key: 'two', label: { en: 'Two' }, badge: 120, body: [{ widget: 'text', text: '{{ state.count }}' }] },
      { key: 'off', label: { en: 'Off' }, disabled: true },
    ],
    onChange: [{ set: { 'state.last': '{{ value }}' } }],
  };

  it('make a panel when it is first shown, keep it, and tell the page', async () => {
    const body = [tabs, { widget: 'text', text: '{{ views.active + "/" + state.last }}' }];
    const { container } = await showNodes(body, {}, { state: { last: { initial: '-' }, count: { initial: 7 } } });
    expect(container.querySelectorAll('[role="tabpanel"]')).toHaveLength(1);
    expect(screen.getByText('one/-')).toBeTruthy();
    fireEvent.click(screen.getByRole('tab', { name: 'Two 99+' }));
    await settled();
    expect(screen.getByRole('tabpanel').textContent).toBe('7');
    expect(screen.getByText('two/two')).toBeTruthy();
    expect(container.querySelectorAll('[role="tabpanel"]')).toHaveLength(2);
    fireEvent.click(screen.getByRole('tab', { name: 'Off' }));
    expect(screen.getByRole('tab', { name: 'Two 99+' }).getAttribute('aria-selected')).toBe('true');
  });

  it('follow the arrow keys with one stop for the Tab key', async () => {
    await showNodes([tabs], {}, { state: { last: {}, count: {} } });
    const [one, two] = screen.getAllByRole('tab');
    expect([one?.tabIndex, two?.tabIndex]).toEqual([0, -1]);
    one?.focus();
    fireEvent.keyDown(one as Element, { key: 'ArrowRight' });
    expect(document.activeElement).toBe(two);
    expect(two?.tabIndex).toBe(0);
    await settled();
  });

  it('[LOGIN-12] with a menu open it instead of being chosen; with activation manual arrow keys only move', async () => {
    const ways = {
      widget: 'tabs',
      activation: 'manual',
      active: 'one',
      items: [
        { key: 'one', label: { en: 'One' } },
        { key: 'two', label: { en: 'Two' } },
        {
          key: 'more',
          label: { en: 'More' },
          menu: {
            items: [
              { id: 'a', name: [{ l: 'en', t: 'Alpha', d: true }] },
              { id: 'b', name: 'Beta' },
            ],
            valueField: 'id',
            textField: 'name',
          },
        },
      ],
      onChange: [{ set: { 'state.last': "{{ value + ' ' + (item ?? '') }}" } }],
    };
    const body = [ways, { widget: 'text', text: "{{ 'last: ' + state.last }}" }];
    await showNodes(body, {}, { state: { last: { initial: '-' } } });
    const [one, two, more] = screen.getAllByRole('tab');
    one?.focus();
    fireEvent.keyDown(one as Element, { key: 'ArrowRight' });
    expect(document.activeElement).toBe(two);
    expect(screen.getByText('last: -')).toBeTruthy();
    fireEvent.click(two as Element);
    await settled();
    expect(screen.getByText(/^last: two/)).toBeTruthy();
    expect(one?.getAttribute('aria-selected')).toBe('true');
    expect(more?.getAttribute('aria-haspopup')).toBe('menu');
    fireEvent.click(more as Element);
    expect(screen.getAllByRole('menuitem').map((entry) => entry.textContent)).toEqual(['Alpha', 'Beta']);
    fireEvent.click(screen.getByRole('menuitem', { name: 'Beta' }));
    await settled();
    expect(screen.getByText('last: more b')).toBeTruthy();
  });
});

describe('section', () => {
  it('says what it is about without a heading, too', async () => {
    await showNodes([
      { widget: 'section', description: { en: 'Submitted ones only' }, body: [{ widget: 'text', text: { en: 'Inside' } }] },
    ]);
    expect(screen.getByText('Submitted ones only')).toBeTruthy();
    expect(screen.queryByRole('heading')).toBeNull();
  });

  it('folds by its heading and tells expressions', async () => {
    await showNodes([
      { widget: 'section', name: 'more', title: { en: 'More' }, collapsible: true, body: [{ widget: 'text', text: { en: 'Inside' } }] },
      { widget: 'text', text: "{{ more.collapsed ? 'folded' : 'open' }}" },
    ]);
    const toggle = within(screen.getByRole('heading', { level: 2 })).getByRole('button', { name: 'More' });
    expect(screen.getByText('open')).toBeTruthy();
    fireEvent.click(toggle);
    await settled();
    expect(screen.getByText('Inside').closest('[hidden]')).toBeTruthy();
    expect(screen.getByText('folded')).toBeTruthy();
    expect(toggle.getAttribute('aria-expanded')).toBe('false');
  });

  it('makes its content when it is first shown, and keeps what is typed in a form there while it is folded', async () => {
    await showNodes([
      {
        widget: 'section',
        title: { en: 'More' },
        collapsible: true,
        collapsed: true,
        body: [{ widget: 'form', name: 'edit', fields: [{ widget: 'input', name: 'it', label: { en: 'It' } }] }],
      },
    ]);
    const input = () => screen.queryByLabelText<HTMLInputElement>('It');
    const fold = async () => {
      fireEvent.click(screen.getByRole('button', { name: 'More' }));
      await settled();
    };
    expect(input()).toBeNull();
    await fold();
    fireEvent.change(input() as HTMLInputElement, { target: { value: 'typed' } });
    await fold();
    expect(input()?.closest('[hidden]')).toBeTruthy();
    await fold();
    expect(input()?.closest('[hidden]')).toBeNull();
    expect(input()?.value).toBe('typed');
  });
});
