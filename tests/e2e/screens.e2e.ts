import { expect, test } from '../support/browser.ts';
import { expectFineEverywhere, isWhole } from './screens/matrix.ts';
import { screens } from './screens/screens.ts';
import { enter, prefer } from './world.ts';

// Each is on its own, so both cores can take part.
test.describe.configure({ mode: 'parallel' });
// A setting of its own is a server of its own: what other tests did to the data of theirs is not what the screens are to show.
const serverEnv = { CAPTCHA: 'off', LOG_LEVEL: 'error' };
// A server that cannot be reached and a session that ended are screens, too.
test.use({ serverEnv, expectedErrors: [/status of (400|401|404|503)|NOT_FOUND|SESSION_ENDED|UNAUTHENTICATED|UNAVAILABLE/] });

for (const { name, path, user, ready, arrange, prepare, exclude, isState } of screens) {
  test(`[THEME-01] [I18N-01] ${name}: in five themes, three languages and two widths readable, translated, within the window`, async ({
    page,
    server,
  }) => {
    test.setTimeout(isWhole ? 600_000 : 120_000);
    if (user) await enter(page, server, { user, language: 'en' });
    else await prefer(page, { language: 'en' });
    await arrange?.(page, server);
    await page.goto(path);
    await expect(page.locator(ready).first()).toBeVisible();
    await prepare?.(page, server);
    await expectFineEverywhere(page, { name, ...(exclude && { exclude }), ...(isState && { isState }) });
  });
}
