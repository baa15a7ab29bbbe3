import { expect, test } from '../support/browser.ts';
import { expectFineEverywhere } from './screens/matrix.ts';
import { screens } from './screens/screens.ts';
import { enter, prefer } from './world.ts';

// Each is on its own, so both cores can take part.
test.describe.configure({ mode: 'parallel' });

for (const { name, path, user, ready, prepare, exclude } of screens) {
  test(`[THEME-01] [I18N-01] ${name}: in five themes, three languages and two widths readable, translated, within the window`, async ({
    page,
    server,
  }) => {
    test.setTimeout(120_000);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.route('https://example.test/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html><html lang="en"><title>x</title><h1>Elsewhere</h1></html>' }),
    );
    if (user) await enter(page, server, { user, language: 'en' });
    else await prefer(page, { language: 'en' });
    await page.goto(path);
    await expect(page.locator(ready).first()).toBeVisible();
    await prepare?.(page);
    await expectFineEverywhere(page, { name, ...(exclude && { exclude }) });
  });
}
