import { expect, test } from '../support/browser.ts';

test.use({ isolated: true });

test('whoever signs in waits for 190 kB of code at most', async ({ page, server }) => {
  const sizes: Promise<number>[] = [];
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'script') sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
  });
  await page.goto(`${server.address}/login`);
  await page.locator('input[type="password"]').waitFor();
  await page.waitForLoadState('networkidle');
  const kilobytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) / 1000;
  // Less would be none of the application: compressed files are counted as they are sent.
  expect(kilobytes).toBeGreaterThan(100);
  expect(kilobytes).toBeLessThan(190);
});
