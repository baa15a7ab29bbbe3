import { expect, test } from '../support/browser.ts';
import { setWrongClock } from './world.ts';

const yearThere = () => [new Date().getFullYear(), new Date(Date.now()).getFullYear(), new Date('2026-03-02').getFullYear()];

test.describe('one after the other', () => {
  test.describe.configure({ mode: 'serial' });

  test('a wrong clock goes wrong in every page opened; the clock of Playwright does not start in a shared window', async ({ page }) => {
    await setWrongClock(page, '2099-12-31T12:00:00Z');
    await page.goto('/api/health');
    expect(await page.evaluate(yearThere)).toEqual([2099, 2099, 2026]);
    await expect(async () => page.clock.install()).rejects.toThrow('isolated');
  });

  test('the test after it has the true time', async ({ page }) => {
    await page.goto('/api/health');
    const year = new Date().getFullYear();
    expect(await page.evaluate(yearThere)).toEqual([year, year, 2026]);
  });
});
