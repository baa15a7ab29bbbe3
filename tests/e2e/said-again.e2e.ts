import { expect } from '../support/browser.ts';
import { fieldTest } from './fields.ts';

fieldTest.describe('with motion', () => {
  fieldTest.use({ isolated: true, contextOptions: { reducedMotion: 'no-preference' } });

  fieldTest('a message that is said again while the former one fades goes in its time', async ({ page, show }) => {
    await show('said-again', [
      { widget: 'button', name: 'say', text: { en: 'Say' }, onClick: [{ notify: { en: 'Said once' }, level: 'warning' }] },
    ]);
    const said = page.locator('.ant-message').getByText('Said once');
    const say = page.getByRole('button', { name: 'Say', exact: true });
    await page.clock.install();
    await say.click();
    await expect(said).toBeVisible();
    // Its time is over, and it fades: that takes as long as ever.
    await page.clock.runFor(6_000);
    await say.click();
    await page.clock.runFor(8_000);
    await page.clock.resume();
    await expect(said).toHaveCount(0, { timeout: 10_000 });
  });
});
