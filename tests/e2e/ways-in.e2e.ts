import type { Page } from '@playwright/test';
import { test as base, expect, tokenOf } from '../support/browser.ts';
import { type OidcProvider, startOidcProvider } from '../support/oidc-provider.ts';
import { askToSignOut, bendConfig, bendStats, enter, loginForm, overflow, PASSWORD, prefer, type Stats } from './world.ts';

/** Nobody listens at the address of the partner. */
const test = base.extend<object, { provider: OidcProvider }>({
  provider: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures it needs.
    async ({}, use) => {
      const provider = await startOidcProvider();
      provider.domain = 'example.com';
      await use(provider);
      await provider.close();
    },
    { scope: 'worker' },
  ],
  serverEnv: [
    async ({ provider: { issuer, clientId, clientSecret } }, use) => {
      const providers = [
        { id: 'corporate', title: { en: 'Corporate account', 'zh-Hans': '集团账号' }, issuer, clientId, clientSecret },
        { id: 'partner', title: 'Partner', issuer: 'http://127.0.0.1:9', clientId, clientSecret },
      ];
      await use({ CAPTCHA: 'off', SSO_PROVIDERS: JSON.stringify(providers) });
    },
    { scope: 'worker' },
  ],
});

/** Keeps only these ways of single sign-on. */
const offer = (page: Page, ...kept: string[]) =>
  bendStats(page, (stats: Stats & { authProperties?: { configs: { protocol: string }[] } }) => {
    const { configs = [] } = stats.authProperties ?? {};
    stats.authProperties = { configs: configs.filter(({ protocol }) => protocol === 'INTERNAL' || kept.includes(protocol)) };
  });
const kept = (page: Page) =>
  page.evaluate(() => ({ token: sessionStorage.getItem('access_token'), protocol: sessionStorage.getItem('login_protocol') }));
const modules = (page: Page) => page.getByRole('list', { name: 'Modules' });
const ssoTab = (page: Page) => page.getByRole('tab', { name: 'Single sign-on' });

test.describe('single sign-on', () => {
  test.beforeAll(async ({ server, provider }) => {
    await provider.begin({ redirectUri: `${server.address}/auth-redirect`, logoutUri: `${server.address}/login?protocol=INTERNAL` });
  });
  test.beforeEach(async ({ page }) => {
    // The pages of the provider ask for a font of somebody else.
    await page.route(/fonts\.googleapis\.com/, (route) => route.fulfill({ contentType: 'text/css', body: '' }));
  });

  test('[LOGIN-01] [LOGIN-10] [LOGIN-12] [LOGIN-13] [API-10] [API-11] by keyboard: the list, the provider, the home page, and out again', async ({
    page,
    server,
  }) => {
    await page.goto('/system/dict');
    await expect(page).toHaveURL(`${server.address}/login?redirect=/`);
    await expect(page.getByRole('tab', { name: 'Password' })).toHaveAttribute('aria-selected', 'true');
    await page.getByRole('tab', { name: 'Password' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect(ssoTab(page)).toBeFocused();
    expect(page.url()).toBe(`${server.address}/login?redirect=/`);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem')).toHaveText(['Corporate account', 'Partner']);
    expect((await kept(page)).protocol, 'single sign-on was clicked').toBe('sso');
    await page.keyboard.press('Enter');
    await page.locator('input[name="login"]').fill('auditor');
    await page.locator('input[name="password"]').fill('any');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Continue' }).press('Enter');
    await expect(modules(page)).toBeVisible();
    expect(page.url()).toBe(`${server.address}/`);
    expect(await kept(page)).toMatchObject({ token: expect.stringMatching(/^[\w-]{43}$/), protocol: 'sso' });
    // What was asked for before is offered behind the provider, too.
    await page.getByRole('button', { name: 'Open it' }).click();
    await expect(page).toHaveURL(`${server.address}/system/dict`);

    await page.goto('/home');
    await (await askToSignOut(page)).click();
    await page.getByRole('button', { name: /Yes, sign me out/ }).click();
    await expect(loginForm(page).submit).toBeVisible();
    expect(page.url()).toBe(`${server.address}/login?protocol=INTERNAL`);
    expect((await kept(page)).token).toBeNull();
  });

  test('[LOGIN-11] one provider needs no list, and who cancels there learns why nobody is signed in', async ({
    page,
    server,
    complaints,
  }) => {
    await offer(page, 'corporate');
    await page.goto('/login');
    await ssoTab(page).click();
    await page.getByRole('link', { name: /Cancel/ }).click();
    await expect(page.getByRole('heading', { name: 'Single sign-on did not work' })).toBeVisible();
    await expect(page.getByText('The sign-in service refused, or you cancelled there')).toBeVisible();
    await page.getByRole('button', { name: 'Back to sign-in' }).click();
    await expect(loginForm(page).submit).toBeVisible();
    expect(page.url()).toBe(`${server.address}/login?protocol=INTERNAL`);
    // The browser may tell of the refused answer after the page is drawn.
    await expect.poll(() => complaints).not.toHaveLength(0);
    expect(complaints.filter((text) => !text.includes('status of 400'))).toEqual([]);
    complaints.length = 0;
  });

  test.describe('a session that ended', () => {
    test.use({ expectedErrors: [/status of (400|401|404)|SESSION_ENDED|favicon/] });

    test('[ERR-02] [LOGIN-01] who came by single sign-on goes on through it in a window of its own, and keeps what is typed; then unlinks it', async ({
      page,
      server,
      context,
    }) => {
      await context.route(/fonts\.googleapis\.com/, (route) => route.fulfill({ contentType: 'text/css', body: '' }));
      await offer(page, 'corporate');
      await page.goto('/login');
      await ssoTab(page).click();
      await page.locator('input[name="login"]').fill('auditor');
      await page.locator('input[name="password"]').fill('any');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Continue' }).press('Enter');
      await expect(modules(page)).toBeVisible();
      await page.goto('/author');
      await page.getByRole('button', { name: 'Delegate', exact: true }).click();
      const remark = page.getByRole('dialog').getByRole('textbox', { name: 'Remark' });
      await remark.fill('Typed before the session ended');
      const { token } = await kept(page);
      await fetch(`${server.address}/api/login/logout`, { method: 'POST', headers: { authorization: `Bearer ${token}` } });
      await page.getByRole('combobox', { name: 'Agent' }).fill('admin');
      await page.getByRole('button', { name: 'Confirm' }).click();
      const again = page.getByRole('dialog', { name: 'Sign in again' });
      const [popup] = await Promise.all([
        context.waitForEvent('page'),
        again.getByRole('button', { name: 'Sign in again with Corporate account' }).click(),
      ]);
      // The provider still knows who this is, or asks once more.
      const asked = popup.getByRole('button', { name: 'Continue' });
      await Promise.race([popup.waitForEvent('close'), asked.click().catch(() => undefined)]);
      await expect(page.getByText('You are signed in again')).toBeVisible();
      await expect(again).toBeHidden();
      await expect(remark).toHaveValue('Typed before the session ended');
      const renewed = await kept(page);
      expect(renewed).toMatchObject({ token: expect.stringMatching(/^[\w-]{43}$/), protocol: 'sso' });
      expect(renewed.token).not.toBe(token);
      expect(await page.evaluate(() => sessionStorage.getItem('sign_on_over'))).toBeNull();
      await expect.poll(() => context.pages().length, { message: 'the window of the sign-in closes itself' }).toBe(1);

      await page.goto('/account/identities');
      await expect(page.getByText('Corporate account', { exact: true })).toBeVisible();
      await page.getByRole('button', { name: 'Unlink' }).click();
      const question = page.getByRole('dialog', { name: 'Unlink Corporate account' });
      await question.getByRole('textbox', { name: 'Your password' }).fill('wrong-one');
      await question.getByRole('button', { name: 'Unlink' }).click();
      await expect(question.getByText('The password is wrong')).toBeVisible();
      await question.getByRole('textbox', { name: 'Your password' }).fill(PASSWORD);
      await question.getByRole('button', { name: 'Unlink' }).click();
      await expect(question).toBeHidden();
      await expect(page.getByText('No account of another system is linked', { exact: false })).toBeVisible();
    });
  });

  test('an answer of a provider that this browser did not begin is no sign-in', async ({ page, complaints }) => {
    await page.goto(`/auth-redirect?code=stolen&state=${'s'.repeat(43)}`);
    await expect(page.getByText('This sign-in was begun in another browser or too long ago')).toBeVisible();
    expect(await kept(page)).toEqual({ token: null, protocol: null });
    await expect.poll(() => complaints).toHaveLength(1);
    complaints.length = 0;
  });
});

test('[LOGIN-12] a provider that is down leads back to a page that says so', async ({ page, server }) => {
  await page.goto('/login');
  await ssoTab(page).click();
  await page.getByRole('menuitem', { name: 'Partner' }).click();
  await expect(page.getByText('The sign-in service does not answer at the moment')).toBeVisible();
  expect(page.url()).toBe(`${server.address}/auth-redirect?error=unavailable`);
});

test('[LOGIN-10] without single sign-on its tab is there and leads nowhere', async ({ page, server }) => {
  await offer(page);
  await page.goto('/login');
  await expect(ssoTab(page)).toHaveAttribute('aria-disabled', 'true');
  await ssoTab(page).click({ force: true });
  await expect(loginForm(page).submit).toBeVisible();
  expect(page.url()).toBe(`${server.address}/login`);
  expect((await kept(page)).protocol).toBeNull();
});

test('[LOGIN-14] [LOGIN-15] goes on to the only provider by itself, unless the last sign-in was by password or the address says so', async ({
  page,
}) => {
  const ways: string[][] = [['corporate'], ['corporate', 'partner']];
  let way = ways[0] ?? [];
  let auto = true;
  await bendStats(page, (stats: Stats & { authProperties?: { configs: { protocol: string }[] } }) => {
    const { configs = [] } = stats.authProperties ?? {};
    stats.authProperties = { configs: configs.filter(({ protocol }) => protocol === 'INTERNAL' || way.includes(protocol)) };
  });
  await bendConfig(page, (config) => ({ ...config, sysAutoLoginSso: auto }));
  await page.route('**/api/login/oauth2/*', (route) => route.fulfill({ contentType: 'text/html', body: '<title>The provider</title>' }));
  const shown = async (address: string) => {
    await page.goto(address);
    await expect(page.getByRole('button', { name: 'Log in' }).or(page.locator('body:not(:has(#root))'))).toBeVisible();
    return (await page.title()) === 'The provider' ? 'provider' : 'login page';
  };
  await page.goto('/login');
  await expect(page).toHaveTitle('The provider');
  expect((await kept(page)).protocol).toBe('sso');
  expect(await shown('/login?protocol=INTERNAL')).toBe('login page');
  way = ways[1] ?? [];
  expect(await shown('/login'), 'two providers').toBe('login page');
  [way = [], auto] = [ways[0], false];
  expect(await shown('/login'), 'not switched on').toBe('login page');
  auto = true;
  await page.evaluate(() => sessionStorage.setItem('login_protocol', 'INTERNAL'));
  expect(await shown('/login'), 'last time by password').toBe('login page');
});

test('[REG-01] [REG-02] [REG-04] [REG-06] [REG-07] a forgotten password, by keyboard: request, outbox, link, new password', async ({
  page,
  server,
  browser,
}) => {
  await page.goto('/account/forget');
  await expect(page.getByRole('heading', { name: 'Password reset' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Name' }).focus();
  for (const text of ['Risk manager', 'Example Ltd', 'riskmanager@example.com']) {
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
  }
  await page.getByRole('button', { name: 'Submit' }).focus();
  const [request] = await Promise.all([page.waitForRequest('**/api/modules/sys/user/forgotPassword'), page.keyboard.press('Enter')]);
  expect(request.headers()['content-type']).toMatch(/^application\/x-www-form-urlencoded/);
  expect(Object.fromEntries(new URLSearchParams(request.postData() ?? ''))).toEqual({
    name: 'Risk manager',
    companyName: 'Example Ltd',
    email: 'riskmanager@example.com',
  });
  await expect(page.getByRole('heading', { name: 'Submitted successfully' })).toBeVisible();

  const office = await (await browser.newContext({ baseURL: server.address, locale: 'en-US' })).newPage();
  await enter(office, server);
  await expect(async () => {
    await office.goto('/system/mail');
    await office
      .getByRole('row', { name: /riskmanager@example\.com/ })
      .getByRole('button', { name: 'Read' })
      .click({ timeout: 2_000 });
  }).toPass();
  const letter = office.getByRole('dialog').getByText('/account/password?code=');
  const link = /http\S+/.exec((await letter.textContent()) ?? '')?.[0] ?? '';
  expect(link).toContain(server.address);
  await office.context().close();

  await page.goto(link);
  await expect(page.getByRole('textbox', { name: 'Account' })).toHaveValue('riskmanager');
  await page.getByRole('textbox', { name: /^New password(?! again)/ }).fill('a-new-password');
  await page.getByRole('textbox', { name: 'New password again' }).fill('a-new-passwort');
  await page.keyboard.press('Enter');
  await expect(page.getByText('The passwords differ')).toBeVisible();
  await page.getByRole('textbox', { name: 'New password again' }).fill('a-new-password');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Your password is set' })).toBeVisible();
  await page.getByRole('button', { name: 'Go to sign-in' }).press('Enter');
  await loginForm(page).account.fill('riskmanager');
  await loginForm(page).password.fill('a-new-password');
  await page.keyboard.press('Enter');
  await expect(modules(page)).toBeVisible();
});

test.describe('a form with mistakes', () => {
  test.use({ expectedErrors: [/status of 4\d\d|ERR_FAILED/] });

  test('[REG-03] [REG-05] [REG-07] [RULE-03] [I18N-05] says what is missing, keeps what was typed when the server refuses, and links the agreement', async ({
    page,
  }) => {
    const agreements = [
      { l: 'en', t: '/agreement.html', d: true },
      { l: 'zh-Hans', t: '/agreement-zh.html' },
    ];
    await bendConfig(page, (config) => ({ ...config, sysAgreementPage: agreements }));
    await page.goto('/login');
    await page.getByRole('button', { name: 'Register' }).click();
    await expect(page.getByRole('link', { name: 'User agreement' })).toHaveAttribute('target', '_blank');
    await expect(page.getByRole('link', { name: 'User agreement' })).toHaveAttribute('href', '/agreement.html');
    await page.getByRole('button', { name: 'Submit' }).click();
    for (const text of ['Please enter your name', 'Please enter your e-mail address', 'Please enter your company']) {
      await expect(page.getByText(text)).toBeVisible();
    }
    await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
    // What is wrong is said in the language of the window, whenever that changes.
    await page.getByRole('button', { name: /English/ }).click();
    await page.getByRole('menuitemradio', { name: '简体中文' }).click();
    await expect(page.getByText('请输入姓名')).toBeVisible();
    await expect(page.locator('a[href="/agreement-zh.html"]')).toBeVisible();
    await expect(page.getByText('Please enter')).toHaveCount(0);
    await page.getByRole('button', { name: /简体中文/ }).click();
    await page.getByRole('menuitemradio', { name: 'English' }).click();
    await expect(page.getByText('Please enter your name')).toBeVisible();
    await page.getByRole('textbox', { name: 'Name' }).fill('Ada');
    await page.getByRole('textbox', { name: 'Company' }).fill('Example Ltd');
    await page.getByRole('textbox', { name: 'E-mail' }).fill('ada@nowhere');
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByText('Please enter a valid e-mail address')).toBeVisible();
    await page.getByRole('textbox', { name: 'E-mail' }).fill('ada@example.com');
    await page.route('**/userRegister', (route) => route.abort(), { times: 1 });
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByText('Network error')).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'E-mail' })).toHaveValue('ada@example.com');
    await page.getByRole('button', { name: 'Back to sign-in' }).click();
    await page.getByRole('button', { name: 'Register' }).click();
    await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Ada');
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByRole('heading', { name: 'Submitted successfully' })).toBeVisible();
  });

  test('[ROUTE-06] a token in the address: gone from it at once, checked, and never in silence in place of somebody else', async ({
    page,
    server,
  }) => {
    const [auditor, admin] = [await tokenOf(server, 'auditor'), await tokenOf(server)];
    const calls: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/')) calls.push(`${request.url()} ${request.headers().referer ?? ''}`);
    });
    await page.goto(`/login?redirect=/home&access_token=${'x'.repeat(43)}`);
    await expect(page.getByText('The session has expired')).toBeVisible();
    await expect(loginForm(page).submit).toBeVisible();
    expect(page.url()).toBe(`${server.address}/login?redirect=/home`);
    expect((await kept(page)).token).toBeNull();

    await page.goto(`/system/dict?redirect=//evil.example&access_token=${auditor}`);
    await expect(modules(page)).toBeVisible();
    expect(page.url()).toBe(`${server.address}/`);
    expect(await kept(page)).toEqual({ token: auditor, protocol: 'sso' });
    expect(calls.filter((text) => text.includes('access_token'))).toEqual([]);

    await page.goto(`/home?access_token=${admin}`);
    const question = page.getByRole('dialog').filter({ hasText: 'Another system wants to sign you in' });
    await expect(question).toBeVisible();
    expect(page.url()).toBe(`${server.address}/home`);
    await expect(question).toContainText('You are signed in as Chen Jing. Another system wants to sign you in as Administrator.');
    await question.getByRole('button', { name: 'Stay Chen Jing', exact: true }).click();
    await expect(modules(page)).toBeVisible();
    expect((await kept(page)).token).toBe(auditor);
    await page.goto(`/home?access_token=${admin}`);
    await question.getByRole('button', { name: /Go on as/ }).click();
    await expect(page).toHaveURL(`${server.address}/`);
    expect((await kept(page)).token).toBe(admin);
    await page.goto('/home?access_token=a&access_token=b');
    await expect(page.getByText('does not hold. You are still signed in as Administrator')).toBeVisible();
    expect((await kept(page)).token).toBe(admin);
  });
});

test('[LOGIN-16] [LOGIN-17] both layouts fill every window at the scale of their design', async ({ page }) => {
  let icon = 'default';
  await bendConfig(page, (config) => ({ ...config, sysBackgroundIcon: icon }));
  // Text of 14 pixels is drawn larger in the larger design, so that it stays readable in an ordinary window.
  for (const [name, width, height, enlarge] of [
    ['default', 1280, 880, 1],
    ['custom-brand', 1920, 1080, 1.35],
  ] as const) {
    icon = name;
    await page.goto('/login');
    await expect(page.locator('[data-design]')).toHaveAttribute('data-design', `${width}x${height}`);
    for (const [across, down] of [
      [1280, 880],
      [1024, 768],
      [1366, 768],
      [1440, 900],
      [1920, 1080],
      [2560, 1440],
    ] as const) {
      await page.setViewportSize({ width: across, height: down });
      const wanted = Math.min(across / width, down / height, 2);
      const scale = async () => Number(await page.locator('[data-design]').getAttribute('data-scale'));
      await expect.poll(scale, { message: `${name} in ${across} x ${down}` }).toBeCloseTo(wanted < 0.5 ? 1 : wanted * enlarge, 5);
      if (across === 1440) expect(14 * (await scale()), name).toBeGreaterThan(14);
      const box = await page.locator('.tg-split').boundingBox();
      expect(Math.round(box?.width ?? 0), `${name} in ${across} x ${down}`).toBe(across);
      expect(Math.round(box?.height ?? 0)).toBe(down);
      expect(await overflow(page)).toBeLessThanOrEqual(0);
      await expect(loginForm(page).submit).toBeInViewport();
    }
  }
});

test('[ROUTE-04] no redirect through the login page leaves our origin', async ({ page, server }) => {
  await prefer(page, { language: 'en' });
  for (const target of [
    '///evil.example',
    '/%5cevil.example',
    '/\t/evil.example',
    'https://127.0.0.1@evil.example/',
    'data:text/html,x',
    '/home',
  ]) {
    await page.goto(`/login?redirect=${encodeURIComponent(target)}`);
    await loginForm(page).account.fill('auditor');
    await loginForm(page).password.fill(PASSWORD);
    await loginForm(page).password.press('Enter');
    await expect(modules(page)).toBeVisible();
    // The last one is the control: a path of ours is followed.
    expect(page.url(), target).toBe(`${server.address}${target === '/home' ? '/home' : '/'}`);
  }
});
