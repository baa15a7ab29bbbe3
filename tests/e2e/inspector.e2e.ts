import { expect } from '../support/browser.ts';
import { menuOf, published, test } from './overlay.ts';
import { enter } from './world.ts';

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
  await expect(tab.getByText('first wording')).toBeVisible();

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
  await tab.getByText('first wording').hover();
  await expect(inspector).toContainText('/body/0');
  await tab.screenshot({ path: test.info().outputPath('inspector.png') });

  screens.write('pages/looked.page.json', page('second wording'));
  const note = tab.getByRole('status').filter({ hasText: 'There is a new version of this page' });
  await expect(note).toBeVisible({ timeout: 30_000 });
  await note.getByRole('button', { name: 'Reload' }).click();
  await expect(tab.getByText('second wording')).toBeVisible();
});

test('without the permission there is no inspector', async ({ page: tab, server }) => {
  await enter(tab, server, { user: 'auditor' });
  await tab.goto('/?inspect');
  await expect(tab.getByRole('list', { name: 'Modules' })).toBeVisible();
  await expect(tab.getByRole('complementary', { name: 'Inspector' })).toHaveCount(0);
});
