import { expect, test } from '../support/browser.ts';

test.use({ isolated: true });

/**
 * Kilobytes of code, as they are sent, until the page for signing in rests. Code is fetched before it is imported, and what is imported then comes out of the
 * cache: counting the imports alone forgets it.
 */
test('whoever signs in waits for 190 kB of code at most, and for none of what only stands inside', async ({ page, server }) => {
  const sizes = new Map<string, Promise<number>>();
  page.on('requestfinished', (request) => {
    const file = new URL(request.url()).pathname;
    if (file.endsWith('.js') && !sizes.has(file))
      sizes.set(
        file,
        request.sizes().then(({ responseBodySize }) => responseBodySize),
      );
  });
  await page.goto(`${server.address}/login`);
  await page.locator('input[type="password"]').waitFor();
  await page.waitForLoadState('networkidle');
  const each = await Promise.all(sizes.values());
  for (const size of each) expect(size).toBeGreaterThan(0);
  const kilobytes = each.reduce((sum, size) => sum + size, 0) / 1000;
  // Less would be none of the application: compressed files are counted as they are sent.
  expect(kilobytes).toBeGreaterThan(100);
  expect(kilobytes).toBeLessThan(190);
  expect([...sizes.keys()].filter((file) => file.includes('/inside-'))).toEqual([]);
});
