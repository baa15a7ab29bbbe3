import { violations } from '../support/accessibility.ts';
import { expect, test } from '../support/browser.ts';
import { faintPlaceholders } from '../support/placeholders.ts';

test('the first page shows itself without anything the policy refuses', async ({ page }) => {
  const response = await page.goto('/');
  expect(response?.headers()['content-security-policy']).toContain("script-src 'self';");
  await expect(page.locator('#root')).not.toBeEmpty();
  await page.waitForLoadState('networkidle');
  const styles = await page.evaluate(() => document.styleSheets.length);
  expect(styles).toBeGreaterThan(0);
});

test('what looks for violations finds them: too little contrast in one of many rows, a field without a name', async ({ page }) => {
  await page.goto('/api/health');
  await page.evaluate(() => {
    document.body.innerHTML = `<main><h1>Rows</h1><table>${'<tr><td>A cell</td></tr>'.repeat(20)}</table><input></main>`;
    document.body.style.background = '#fff';
    const [, , , bad] = document.querySelectorAll('td');
    if (bad) bad.style.color = '#bbb';
  });
  for (const every of [true, false]) {
    const found = await violations(page, { every });
    expect(found.filter((line) => line.startsWith('serious color-contrast: <td style'))).toHaveLength(1);
    expect(found.filter((line) => line.startsWith('critical label: <input>'))).toHaveLength(1);
  }
});

test('what looks for faint placeholders finds them, on whatever they stand', async ({ page }) => {
  await page.goto('/api/health');
  await page.evaluate(() => {
    document.body.innerHTML = `<main><input placeholder="clear"><textarea placeholder="faint"></textarea><input placeholder="off" disabled>
      <div><input placeholder="on dark"></div><input placeholder="filled" value="x"></main>`;
    const style = new CSSStyleSheet();
    style.replaceSync(`input, textarea { background: transparent } ::placeholder { color: #595959; opacity: 1 }
      textarea::placeholder { opacity: 0.7 } div { background: #555 }`);
    document.adoptedStyleSheets = [style];
  });
  const found = await faintPlaceholders(page);
  expect(found.map((line) => /"(.*?)"/.exec(line)?.[1])).toEqual(['faint', 'on dark']);
});

test.describe('what the policy refuses', () => {
  // The last report may come as the test ends.
  test.use({ expectedErrors: [/^policy: |Content Security Policy/] });

  test('the policy is really in force: an inline script does not run, and the browser reports it', async ({ page, complaints }) => {
    await page.goto('/');
    const reported = page.waitForRequest('**/api/csp-report');
    await page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = 'window.ranInline = true';
      document.body.append(script);
    });
    await reported;
    expect(await page.evaluate(() => 'ranInline' in window)).toBe(false);
    // Later, on the page's own account: what the test tool itself evaluates is exempt from the policy.
    const refused = await page.evaluate(
      () =>
        new Promise((done) => {
          setTimeout(() => {
            try {
              Reflect.construct(Function, ['return 1']);
              done(false);
            } catch (error) {
              done(error instanceof EvalError);
            }
          });
        }),
    );
    expect(refused).toBe(true);
    expect(complaints.length).toBeGreaterThan(0);
  });
});

test('the API page shows every call under the same policy', async ({ page }) => {
  await page.goto('/api/docs');
  const group = page.getByRole('button', { name: 'Expand operation' }).first();
  await expect(group).toBeVisible({ timeout: 30_000 });
  const { paths }: { paths: object } = await (await page.request.get('/api/docs/openapi.json')).json();
  expect(Object.keys(paths)).toContain('/api/login/stats');
  await group.click({ timeout: 30_000 });
  const call = page.locator('.opblock').first();
  await call.getByRole('button').first().click();
  await expect(page.getByText('Responses').first()).toBeVisible();
  // What a call refers to is shown as it is there, wherever in the description it stands.
  await page.locator('[data-tag="flow-bill-report"]').getByRole('button', { name: 'Expand operation' }).click();
  const report = page.locator('[id^="operations-flow-bill-report-"]').first();
  await report.getByRole('button').first().click();
  await expect(report.getByText('"completedTasks"').first()).toBeVisible();
  await expect(page.getByText('Resolver error')).toHaveCount(0);
});
