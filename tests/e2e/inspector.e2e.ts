import { expectAccessible } from '../support/accessibility.ts';
import { expect } from '../support/browser.ts';
import { afterLooking, menuOf, published, test } from './overlay.ts';
import { enter, hold } from './world.ts';

const wording = (en: string) => ({ 'zh-Hans': en, 'zh-Hant': en, en });
const page = (text: string) => ({
  version: 1,
  title: wording('Looked at'),
  state: { open: { initial: false } },
  body: [
    { widget: 'text', text: wording(text) },
    { widget: 'text', name: 'secret', when: '{{ state.open && user.username == "admin" }}', text: wording('never seen') },
  ],
});

test('a page that changes tells who has it open; the inspector says why a node is hidden', async ({ page: tab, server, screens }) => {
  screens.write('menus/looked.menu.json', menuOf('looked', 'Looked at', 'main#looked'));
  screens.write('pages/looked.page.json', page('first wording'));
  await published(server, 'looked');
  await enter(tab, server);
  await tab.goto('/looked?inspect');
  await expect(tab.getByText('first wording', { exact: true })).toBeVisible();

  const inspector = tab.getByRole('complementary', { name: 'Inspector' });
  await expect(inspector).toBeVisible();
  const nodes = inspector.getByRole('listbox');
  const hidden = nodes.getByRole('option').filter({ hasText: '“secret”' });
  await expect(hidden).toContainText('hidden');
  await nodes.selectOption({ label: (await hidden.textContent()) ?? '' });
  await expect(inspector).toContainText('pages/looked');
  await expect(inspector).toContainText('/body/1');
  await expect(inspector).toContainText('state.open = false');
  await expect(inspector).toContainText('user.username = "admin"');
  await tab.getByText('first wording', { exact: true }).hover();
  await expect(inspector).toContainText('/body/0');
  await tab.screenshot({ path: test.info().outputPath('inspector.png') });

  screens.write('pages/looked.page.json', page('second wording'));
  const note = tab.getByRole('status').filter({ hasText: 'There is a new version of this page' });
  await afterLooking(tab, () => expect(note).toBeVisible({ timeout: 500 }));
  const heightAt = async (width: number): Promise<number> => {
    await tab.setViewportSize({ width, height: 844 });
    const box = await note.boundingBox();
    expect(box && box.x >= 0 && box.x + box.width <= width).toBe(true);
    return box?.height ?? 0;
  };
  // Narrow windows have room for the buttons beside two lines.
  expect(await heightAt(390)).toBeLessThan(1.6 * (await heightAt(1280)));
  await note.getByRole('button', { name: 'Reload' }).click();
  await expect(tab.getByText('second wording', { exact: true })).toBeVisible();
});

const field = (name: string, more: object) => ({ widget: 'input', name, label: wording(name), ...more });
const reasons = {
  version: 1,
  title: wording('Reasons'),
  state: { locked: { initial: true } },
  body: [
    { widget: 'text', permission: 'sys:nobody:has', text: wording('for nobody') },
    {
      widget: 'form',
      name: 'entry',
      fields: [
        field('frozen', { disabled: '{{ state.locked && user.username == "admin" }}' }),
        field('shown', { readOnly: '{{ state.locked }}' }),
        field('code', { required: true, rules: ['letters'] }),
      ],
      body: [{ widget: 'button', text: wording('Send'), submit: true }],
    },
    {
      widget: 'table',
      name: 'none',
      source: { call: 'dictionary.list', with: { keyword: 'no such entry' } },
      columns: [{ name: 'dictValue', title: wording('Value') }],
    },
  ],
};

test('the inspector says why: hidden by a permission, disabled, read-only, invalid, empty; by pointer and by keyboard, in the light', async ({
  page: tab,
  server,
  screens,
}) => {
  screens.write('menus/reasons.menu.json', menuOf('reasons', 'Reasons', 'main#reasons'));
  screens.write('pages/reasons.page.json', reasons);
  await published(server, 'reasons');
  await enter(tab, server, { theme: 'theme-yellow-light' });
  const list = await hold(tab, '**/api/system/dict/data/list?*');
  await tab.goto('/reasons?inspect');
  const inspector = tab.getByRole('complementary', { name: 'Inspector' });
  await expect(inspector).toBeVisible();
  const nodes = inspector.getByRole('listbox');
  const choose = async (text: string) => {
    const option = nodes.getByRole('option').filter({ hasText: text });
    await nodes.selectOption({ label: (await option.first().textContent()) ?? '' });
  };

  await choose('text /body/0');
  await expect(inspector).toContainText('sys:nobody:has: not held');

  await tab.getByRole('textbox', { name: 'frozen' }).hover({ force: true });
  await expect(inspector).toContainText('/body/1/fields/0');
  await expect(inspector).toContainText('{{ state.locked && user.username == "admin" }} → true');
  await expect(inspector).toContainText('state.locked = true');
  await choose('“shown”');
  await expect(inspector.locator('dt', { hasText: 'Read-only' })).toBeVisible();
  await expect(inspector).toContainText('{{ state.locked }} → true');

  await tab.getByRole('textbox', { name: 'code' }).fill('a1');
  // By keyboard: a pointer on what moves as the error comes would point at something else.
  await tab.getByRole('button', { name: 'Send' }).press('Enter');
  await choose('“code”');
  await expect(inspector).toContainText('letters: pattern');
  await expect(inspector).toContainText('"a1"');
  await expect(inspector.locator('dt', { hasText: 'Errors shown' })).toBeVisible();

  await choose('“none”');
  await expect(inspector).toContainText('dictionary.list');
  await expect(inspector).toContainText('"keyword":"no such entry"');
  // What comes later is told as well.
  await expect(inspector).toContainText('→ ...');
  list.release();
  await expect(inspector).toContainText('"total":0');
  await expectAccessible(tab);

  // By keyboard alone.
  await nodes.focus();
  await tab.keyboard.press('Home');
  const first = await inspector.locator('.tg-inspector-details').textContent();
  await tab.keyboard.press('ArrowDown');
  await expect(inspector.locator('.tg-inspector-details')).not.toHaveText(first ?? '');
  await tab.keyboard.press('Escape');
  await expect(inspector).toHaveCount(0);
});

test('administrators are told on the page which documents are refused and why, without asking', async ({ page: tab, server, screens }) => {
  screens.write('menus/refused.menu.json', menuOf('refused', 'Refused', 'main#refused'));
  screens.write('pages/refused.page.json', page('good wording'));
  await published(server, 'refused');
  await enter(tab, server);
  await tab.goto('/refused');
  await expect(tab.getByText('good wording')).toBeVisible();
  const note = tab.getByRole('complementary', { name: 'Documents that are refused' });
  await expect(note).toHaveCount(0);

  screens.write('pages/refused.page.json', { ...page('bad wording'), body: [{ widget: 'tabel', text: wording('bad wording') }] });
  await afterLooking(tab, () => expect(note.getByText('Refused documents of the overlay: 1')).toBeVisible({ timeout: 500 }));
  await expect(tab.getByText('good wording')).toBeVisible();
  const words = note.getByText(/UNKNOWN_WIDGET .*tabel/);
  await expect(words).toBeHidden();
  await note.locator('summary').focus();
  await tab.keyboard.press('Enter');
  await expect(words).toContainText('did you mean "table"?');
  await expect(note).toContainText('pages/refused.page.json');
  await expect(note).toContainText('Served instead: the last good version');
  await expectAccessible(tab);
  screens.write('pages/refused.page.json', page('mended wording'));
  await afterLooking(tab, () => expect(note).toHaveCount(0, { timeout: 500 }));
});

test('without the permission there is no inspector', async ({ page: tab, server }) => {
  await enter(tab, server, { user: 'auditor' });
  await tab.goto('/?inspect');
  await expect(tab.getByRole('list', { name: 'Modules' })).toBeVisible();
  await expect(tab.getByRole('complementary', { name: 'Inspector' })).toHaveCount(0);
});
