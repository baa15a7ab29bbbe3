import { expect } from '../support/browser.ts';
import { menuOf, published, test } from './overlay.ts';
import { expectFineEverywhere } from './screens/matrix.ts';
import { enter } from './world.ts';

const words = (text: string) => ({ en: text, 'zh-Hans': text, 'zh-Hant': text });
const body = [
  {
    widget: 'steps',
    title: words('Incident'),
    active: '{{ state.step }}',
    items: ['What', 'Who', 'Send'].map((name) => ({ key: name, label: words(`${name} is concerned by it`) })),
    onSelect: [{ set: { 'state.step': '{{ key }}' } }],
  },
  { widget: 'progress', label: words('Tested'), value: 18, max: 24, tone: 'warning' },
  { widget: 'progress', label: words('Answered'), hideLabel: true, value: 1, max: 2, text: words('1,000,000 of 2,000,000') },
  {
    widget: 'bar-chart',
    title: words('Findings'),
    nameTitle: words('Department'),
    rows: [
      { name: 'Information technology and security operations', done: 8_000_000, late: 3, open: 1 },
      { name: 'Finance', done: 5, late: 0, open: 4 },
    ],
    series: [
      { name: 'done', label: words('Closed'), tone: 'success' },
      { name: 'late', label: words('Past the deadline'), tone: 'danger' },
      { name: 'open', label: words('Not started'), tone: 'neutral' },
    ],
    scale: 'share',
    onRow: [{ set: { 'state.step': 'What' } }],
  },
];

test('steps, progress and bars: readable in every theme, language and width, and led back by keyboard', async ({
  page,
  server,
  screens,
}) => {
  await enter(page, server, { language: 'en' });
  screens.write('menus/figures.menu.json', menuOf('figures', 'Figures', 'main#figures'));
  screens.write('pages/figures.page.json', { version: 1, title: words('Figures'), state: { step: { initial: 'Send' } }, body });
  await published(server, 'figures');
  await page.goto('/figures');
  await expect(page.getByRole('progressbar', { name: 'Tested' })).toHaveAttribute('aria-valuetext', '75%');
  // Whatever is written there, bars compare.
  const lengths = await page.getByRole('progressbar').evaluateAll((tracks) => tracks.map((track) => track.clientWidth));
  expect(new Set(lengths).size).toBe(1);
  const bars = page.getByRole('rowheader', { name: 'Finance' }).locator('[data-series-tone]');
  await expect(bars).toHaveCount(2);
  const [done = 0, open = 0] = await bars.evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().width));
  expect(done / open).toBeCloseTo(5 / 4, 1);
  await expectFineEverywhere(page, { name: 'figures' });
  const who = page.getByRole('button', { name: 'Who is concerned by it' });
  await who.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('listitem').filter({ hasText: 'Who' })).toHaveAttribute('aria-current', 'step');
  await expect(who).toBeFocused();
  await expect(page.getByRole('button', { name: 'Send is concerned by it' })).toHaveCount(0);
});

test('a head of a figure is not broken after every character in Chinese', async ({ page, server, screens }) => {
  await enter(page, server, { language: 'zh-Hans' });
  const series = [{ name: 'late', label: words('未关闭的问题') }];
  const chart = { widget: 'bar-chart', title: words('问题'), nameTitle: words('部门'), rows: [{ name: '财务', late: 3 }], series };
  screens.write('menus/heads.menu.json', menuOf('heads', 'Heads', 'main#heads'));
  screens.write('pages/heads.page.json', { version: 1, title: words('Heads'), body: [chart] });
  await published(server, 'heads');
  await page.goto('/heads');
  const head = page.getByText('未关闭的问题');
  const lines = async () => ((await head.boundingBox())?.height ?? 0) / 20;
  await expect(head).toBeVisible();
  expect(await lines()).toBeLessThan(1.5);
  await page.setViewportSize({ width: 390, height: 800 });
  // The square stands above the words here.
  await expect.poll(lines).toBeLessThan(3.5);
});
