import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { settled, showNodes } from '../world.tsx';

const before = globalThis.matchMedia;
afterEach(() => {
  vi.useRealTimers();
  vi.stubGlobal('matchMedia', before);
});

describe('tile grid', () => {
  const items = [
    {
      menuId: 'system',
      name: 'System',
      description: 'Settings',
      descriptionDetails: ['Users', 'Roles', 'Logs', 'Fourth'],
      userHomeIcon: 'setting',
      status: '0',
    },
    { menuId: 'audit', name: 'Audit', description: 'Reviews', descriptionDetails: 'One\nTwo', userHomeIcon: 'audit', status: '1' },
  ];
  const grid = {
    widget: 'tile-grid',
    items: '{{ state.items }}',
    badge: "{{ item.menuId == 'system' ? 120 : 0 }}",
    badgeLabel: { en: 'pending' },
    onClick: [{ set: { 'state.used': "{{ state.used + item.menuId + ' ' }}" } }],
  };
  const show = () =>
    showNodes(
      [grid, { widget: 'text', element: 'pre', text: '{{ state.used }}' }],
      {},
      { state: { items: { initial: items }, used: { initial: '>' } } },
    );

  it('[HOME-02] [HOME-07] shows icon, name, three detail lines and a badge of 99+', async () => {
    const { container } = await show();
    const tile = screen.getByRole('button', { name: /System/ });
    expect(tile.querySelector('[data-icon="setting"]')).not.toBeNull();
    expect([...tile.querySelectorAll('.tg-tile-detail')].map((line) => line.textContent)).toEqual(['Users', 'Roles', 'Logs']);
    expect(tile.querySelector('.tg-count')?.textContent).toBe('99+ pending');
    expect(document.getElementById(tile.getAttribute('aria-describedby') ?? '')?.textContent).toBe('UsersRolesLogs');
    expect(container.querySelectorAll('.tg-count')).toHaveLength(1);
  });

  it('[HOME-08] [HOME-09] runs its action for enabled tiles only; a disabled one says so and stays reachable', async () => {
    const { container } = await show();
    const audit = screen.getByRole('button', { name: /Audit/ });
    expect(audit.getAttribute('aria-disabled')).toBe('true');
    expect(within(audit).getByText('Not available')).toBeTruthy();
    fireEvent.click(audit);
    fireEvent.click(screen.getByRole('button', { name: /System/ }));
    await settled();
    expect(container.querySelector('pre')?.textContent).toBe('>system ');
    screen.getByRole('button', { name: /System/ }).focus();
    fireEvent.keyDown(document.activeElement as Element, { key: 'ArrowRight' });
    expect(document.activeElement).toBe(audit);
  });
});

describe('greeting', () => {
  it('[HOME-10] greets by the local hour and moves on with the clock', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    vi.setSystemTime(new Date(2026, 4, 4, 11, 59, 59));
    const { container } = await showNodes([{ widget: 'greeting', userName: 'Ada' }]);
    expect(container.textContent).toBe('Good morning, Ada');
    vi.setSystemTime(new Date(2026, 4, 4, 12, 0, 0));
    fireEvent(document, new Event('visibilitychange'));
    expect(container.textContent).toBe('Good day, Ada');
  });
});

describe('typing text', () => {
  const typing = { widget: 'typing-text', text: { en: 'ab\nc' } };
  it('[LOGIN-18] writes one character every 280 ms; screen readers get the whole text', async () => {
    const { container } = await showNodes(
      [
        { ...typing, when: '{{ state.shown }}' },
        { widget: 'link', text: { en: 'go' }, onClick: [{ set: { 'state.shown': true } }] },
      ],
      {},
      { state: { shown: { initial: false } } },
    );
    vi.useFakeTimers();
    fireEvent.click(screen.getByRole('button', { name: 'go' }));
    await act(async () => vi.advanceTimersByTimeAsync(1));
    const written = () => container.querySelector('.tg-typing-line')?.textContent;
    expect(container.querySelector('.tg-typing .tg-hidden')?.textContent).toBe('ab\nc');
    expect(container.querySelector('.tg-typing-line')?.getAttribute('aria-hidden')).toBe('true');
    expect(written()).toBe('');
    await act(async () => vi.advanceTimersByTimeAsync(278));
    expect(written()).toBe('');
    await act(async () => vi.advanceTimersByTimeAsync(280));
    expect(written()).toBe('a');
    await act(async () => vi.advanceTimersByTimeAsync(280));
    expect(written()).toBe('ab');
    await act(async () => vi.advanceTimersByTimeAsync(280 * 9));
    expect(written()).toBe('ab');
    await act(async () => vi.advanceTimersByTimeAsync(280));
    expect(written()).toBe('c');
  });

  it('[LOGIN-18] shows the whole text at once to users who prefer reduced motion', async () => {
    vi.stubGlobal('matchMedia', (media: string) => Object.assign(new EventTarget(), { matches: media.includes('reduced-motion'), media }));
    const { container } = await showNodes([typing]);
    expect(container.querySelector('.tg-typing-whole')?.textContent).toBe('ab\nc');
    expect(container.querySelector('.tg-typing-line')).toBeNull();
  });
});

describe('avatar', () => {
  it('[MISC-02] [MISC-03] has size 100 and a letter of 0.8 of it; a picture that fails gives way to the letter', async () => {
    await showNodes([{ widget: 'avatar', userName: 'ada' }]);
    const letter = screen.getByRole('img', { name: 'ada' });
    expect(letter.textContent).toBe('A');
    expect(letter.style.width).toBe('100px');
    expect(letter.style.fontSize).toBe('80px');
    const { container } = await showNodes([{ widget: 'avatar', userName: 'Ben', src: '/files/ben.png', size: 40 }]);
    const picture = container.querySelector('img');
    expect(picture?.src).toBe(`${window.location.origin}/files/ben.png`);
    fireEvent.error(picture as Element);
    expect(container.textContent).toBe('B');
  });
});

describe('frame', () => {
  it('[ROUTE-13] frames https addresses in a sandbox, with a title', async () => {
    const { container } = await showNodes([{ widget: 'frame', src: 'https://other.example/a', title: { en: 'Other' } }]);
    const frame = screen.getByTitle('Other');
    expect(frame.getAttribute('src')).toBe('https://other.example/a');
    expect(frame.getAttribute('sandbox')).toContain('allow-scripts');
    expect(container.querySelector('a[target="_blank"]')?.getAttribute('rel')).toContain('noopener');
  });
  it('[ROUTE-13] explains an address it refuses and frames nothing', async () => {
    const { container } = await showNodes([{ widget: 'frame', src: 'javascript:alert(1)', title: { en: 'Bad' } }]);
    expect(container.querySelector('iframe, a')).toBeNull();
    expect(screen.getByRole('alert').textContent).toContain('Only addresses that begin with http or https are shown.');
  });
});

describe('links', () => {
  it('never lead to other schemes', async () => {
    const { container } = await showNodes([{ widget: 'link', text: { en: 'Bad' }, href: 'javascript:alert(1)' }]);
    expect(container.querySelector('a')).toBeNull();
    expect(container.textContent).toBe('Bad');
  });
  it('stay inside the application for paths, and leave clicks with a modifier to the browser', async () => {
    const { navigate } = await showNodes([{ widget: 'link', text: { en: 'Dictionaries' }, href: '/system/dictionary' }]);
    const link = screen.getByRole('link', { name: 'Dictionaries' });
    fireEvent.click(link, { ctrlKey: true });
    expect(navigate).not.toHaveBeenCalled();
    fireEvent.click(link);
    expect(navigate).toHaveBeenCalledWith('/system/dictionary', undefined);
  });
  it('a window on a path of ours keeps its opener, so that the session is copied; a foreign one does not', async () => {
    await showNodes([
      { widget: 'link', text: { en: 'Own' }, href: '/x', window: 'new' },
      { widget: 'link', text: { en: 'Foreign' }, href: 'https://other.example' },
    ]);
    expect(screen.getByRole('link', { name: 'Own' }).getAttribute('rel')).toBe('opener');
    expect(screen.getByRole('link', { name: 'Foreign' }).getAttribute('rel')).toBe('noreferrer noopener');
  });
});

describe('icons', () => {
  it('an unknown name shows a neutral dot, a known one its shape', async () => {
    const { container } = await showNodes([
      { widget: 'icon', icon: 'no-such-icon' },
      { widget: 'icon', icon: 'setting', label: { en: 'Settings' } },
    ]);
    await vi.waitFor(() => expect(container.querySelector('[data-icon="no-such-icon"] .tg-icon-dot')).not.toBeNull(), { timeout: 10_000 });
    await vi.waitFor(() => expect(screen.getByRole('img', { name: 'Settings' }).querySelector('path')).not.toBeNull());
  });
});

describe('tag', () => {
  it('takes label and tone of the dictionary entry', async () => {
    const rows = [
      { dictType: 'sys_status', dictValue: '0', dictLabel: '[{"l":"en","t":"Enabled","d":true}]', status: '0', tone: 'success' },
    ];
    const { container } = await showNodes([{ widget: 'tag', dictionary: 'sys-status', value: '0' }], {
      calls: { 'dictionary.type': () => rows.map((row) => ({ ...row, dictType: 'sys-status' })) },
    });
    await vi.waitFor(() => expect(container.querySelector('.tg-tag')?.textContent).toBe('Enabled'));
    expect(container.querySelector('.tg-tag')?.getAttribute('data-tone')).toBe('success');
  });
});

describe('alert', () => {
  it('announces errors at once and can be closed; a new text opens it again', async () => {
    await showNodes(
      [
        { widget: 'alert', level: 'error', text: '{{ state.text }}', closable: true },
        { widget: 'link', text: { en: 'again' }, onClick: [{ set: { 'state.text': 'Second' } }] },
      ],
      {},
      { state: { text: { initial: 'First' } } },
    );
    expect(screen.getByRole('alert').textContent).toBe('First');
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('alert')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'again' }));
    await settled();
    expect(screen.getByRole('alert').textContent).toBe('Second');
  });
});

describe('statistic', () => {
  it('shows a dash for nothing and zero for zero', async () => {
    const { container } = await showNodes([
      { widget: 'statistic', label: { en: 'A' }, value: '{{ data.none }}', suffix: { en: 'kB' } },
      { widget: 'statistic', label: { en: 'B' }, value: 0, suffix: { en: 'kB' } },
    ]);
    expect([...container.querySelectorAll('.tg-statistic-value')].map((part) => part.textContent)).toEqual(['–', '0kB']);
  });
});

describe('result', () => {
  it('[MISC-01] shows an illustration that is decoration, and the words as heading', async () => {
    const { container } = await showNodes([
      { widget: 'result', status: '403', title: { en: 'No permission' }, description: { en: 'Ask.' } },
    ]);
    expect(screen.getByRole('heading', { level: 1, name: 'No permission' })).toBeTruthy();
    expect(container.querySelector('.tg-illustration')?.getAttribute('aria-hidden')).toBe('true');
  });
});

describe('image', () => {
  it('shows its fallback, then its words; the preview closes on Escape and gives the focus back', async () => {
    const { container } = await showNodes([{ widget: 'image', src: '/a.png', fallback: '/b.png', alt: { en: 'A map' }, preview: true }]);
    fireEvent.error(container.querySelector('img') as Element);
    expect(container.querySelector('img')?.getAttribute('src')).toBe('/b.png');
    const button = screen.getByRole('button', { name: 'Enlarge A map' });
    button.focus();
    fireEvent.click(button);
    const dialog = screen.getByRole('dialog', { name: 'A map' });
    expect(dialog.contains(document.activeElement)).toBe(true);
    fireEvent.keyDown(dialog, { key: 'Escape' });
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(button);
    fireEvent.error(container.querySelector('img') as Element);
    expect(container.querySelector('.tg-image-missing')?.textContent).toBe('A map');
  });
});

describe('menus of the header', () => {
  const items = [
    { key: 'home', label: { en: 'Home' }, href: '/home' },
    { key: 'hidden', label: { en: 'Hidden' }, visible: false },
    { key: 'out', label: { en: 'Sign out' }, onClick: [{ session: 'end' }] },
  ];
  it('open by keyboard, move with arrows and letters, close on Escape, and run the entry', async () => {
    const { navigate, session } = await showNodes([{ widget: 'user-info', userName: 'Ada', items }]);
    const button = screen.getByRole('button', { name: 'Menu of Ada' });
    expect(button.getAttribute('aria-haspopup')).toBe('menu');
    button.focus();
    fireEvent.keyDown(button, { key: 'ArrowDown' });
    const entries = screen.getAllByRole('menuitem');
    expect(entries.map((entry) => entry.textContent)).toEqual(['Home', 'Sign out']);
    expect(document.activeElement).toBe(entries[0]);
    fireEvent.keyDown(entries[0] as Element, { key: 's' });
    expect(document.activeElement).toBe(entries[1]);
    fireEvent.keyDown(entries[1] as Element, { key: 'Escape' });
    expect(screen.queryByRole('menu')).toBeNull();
    expect(document.activeElement).toBe(button);
    fireEvent.click(button);
    fireEvent.click(screen.getByRole('menuitem', { name: 'Home' }));
    expect(navigate).toHaveBeenCalledWith('/home', undefined);
    fireEvent.click(button);
    fireEvent.click(screen.getByRole('menuitem', { name: 'Sign out' }));
    await settled();
    expect(session.end).toHaveBeenCalledTimes(1);
  });

  it('[THEME-02] a theme with another status cannot be chosen', async () => {
    const themes = [
      { code: 'theme-tw', label: 'Green', status: '0' },
      { code: 'theme-mint', label: 'Mint', status: '1' },
    ];
    const { session } = await showNodes([
      { widget: 'theme-switch', items: themes, current: 'theme-tw', onChange: [{ session: 'theme', with: { code: '{{ value }}' } }] },
    ]);
    fireEvent.click(screen.getByRole('button', { name: 'Theme: Green' }));
    const mint = screen.getByRole('menuitemradio', { name: 'Mint' });
    expect(mint.getAttribute('aria-disabled')).toBe('true');
    fireEvent.click(mint);
    await settled();
    expect(session.setTheme).not.toHaveBeenCalled();
  });
});

describe('descriptions', () => {
  it('fill their lines: the last pair of a line takes what is left of it, without those that are not shown', async () => {
    const item = (label: string, more = {}) => ({ label: { en: label }, value: label, ...more });
    const items = [item('A'), item('B', { span: 2 }), item('C'), item('hidden', { visible: false }), item('D', { span: 9 }), item('E')];
    const { container } = await showNodes([{ widget: 'descriptions', columns: 3, items }]);
    const pairs = [...container.querySelectorAll<HTMLElement>('.tg-descriptions-pair')];
    const spans = pairs.map((pair) => [pair.querySelector('dt')?.textContent, pair.style.getPropertyValue('--tg-span') || '1']);
    expect(spans).toEqual([
      ['A', '1'],
      ['B', '2'],
      ['C', '3'],
      ['D', '3'],
      ['E', '3'],
    ]);
  });
});
