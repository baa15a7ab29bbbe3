import type { Page } from '@playwright/test';
import { expect } from '../support/browser.ts';
import { menuOf, published, test } from './overlay.ts';
import { enter, goByKey } from './world.ts';

const windowOf = (widget: string) => ({
  widget,
  name: widget,
  title: { en: widget },
  body: [
    { widget: 'button', text: { en: 'First' }, onClick: [{ notify: { en: 'one' } }] },
    { widget: 'button', text: { en: 'Second' }, onClick: [{ notify: { en: 'two' } }] },
  ],
});
const page = {
  version: 1,
  title: { en: 'Windows' },
  body: [
    { widget: 'button', text: { en: 'Open dialog' }, onClick: [{ open: 'dialog' }] },
    { widget: 'button', text: { en: 'Open drawer' }, onClick: [{ open: 'drawer' }] },
    { widget: 'button', text: { en: 'Ask' }, onClick: [{ confirm: { en: 'Really?' } }] },
    windowOf('dialog'),
    windowOf('drawer'),
  ],
};

/** What has the focus after each of so many presses, by its name. */
async function stops(on: Page, key: string, presses: number): Promise<string[]> {
  const found: string[] = [];
  for (let press = 0; press < presses; press += 1) {
    await on.keyboard.press(key);
    found.push(
      await on.evaluate(() => {
        const { activeElement: at } = document;
        return at?.getAttribute('aria-label') ?? (at instanceof HTMLButtonElement ? at.innerText : `<${at?.outerHTML.slice(0, 60)}>`);
      }),
    );
  }
  return found;
}

for (const [opener, names] of [
  ['Open dialog', ['Close', 'First', 'Second', 'Cancel', 'OK']],
  ['Open drawer', ['Close', 'First', 'Second', 'Cancel', 'OK']],
  ['Ask', ['Cancel', 'OK']],
] as const) {
  test(`Tab goes round what can be done in a window and stops nowhere else: ${opener}`, async ({ page: shown, server, screens }) => {
    await enter(shown, server);
    screens.write('menus/window-tabs.menu.json', menuOf('window-tabs', 'Windows', 'main#window-tabs'));
    screens.write('pages/window-tabs.page.json', page);
    await published(server, 'window-tabs');
    await shown.goto('/window-tabs');
    await shown.getByRole('button', { name: opener }).press('Enter');
    const window = shown.getByRole('dialog');
    await expect(window).toBeVisible();
    // What opens takes the focus first.
    await expect(shown.locator(':focus')).not.toHaveText(opener);
    await goByKey(shown, window.getByRole('button', { name: 'OK' }));
    const round = await stops(shown, 'Tab', names.length + 1);
    expect(round.slice(0, names.length)).toEqual(names);
    expect(round.at(-1)).toBe(names[0]);
    const back = await stops(shown, 'Shift+Tab', names.length);
    expect(back.toReversed()).toEqual(names);
  });
}
