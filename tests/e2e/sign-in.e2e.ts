import { expect, signIn, test } from '../support/browser.ts';
import { bendConfig, enter, hold, loginForm, PASSWORD, requestsDuring } from './world.ts';

test('[LOGIN-01] [LOGIN-21] [ROUTE-04] [API-08] staff signs in with account and password and lands on the root', async ({
  page,
  server,
}) => {
  await page.goto('/system/dict?dictType=join-type');
  await expect(page).toHaveURL(`${server.address}/login?redirect=/`);
  const form = loginForm(page);
  await form.account.fill('admin');
  await form.password.fill(PASSWORD);
  const [request] = await Promise.all([page.waitForRequest('**/api/login/token'), form.submit.click()]);
  await expect(page).toHaveURL(`${server.address}/`);
  await expect(page.getByRole('list', { name: 'Modules' })).toBeVisible();

  expect(request.method()).toBe('POST');
  expect(request.headers()['content-type']).toMatch(/^application\/x-www-form-urlencoded/);
  expect(request.headers().authorization).toBe(`Basic ${btoa('targus:targus')}`);
  const sent = Object.fromEntries(new URLSearchParams(request.postData() ?? ''));
  expect(sent).toEqual({ grant_type: 'password', scope: 'server', username: 'admin', password: PASSWORD });
  const { access_token: token }: { access_token: string } = JSON.parse((await (await request.response())?.text()) ?? '{}');
  const kept = await page.evaluate(() => ({
    token: sessionStorage.getItem('access_token'),
    protocol: sessionStorage.getItem('login_protocol'),
    local: JSON.stringify(localStorage),
  }));
  expect(kept).toMatchObject({ token, protocol: 'INTERNAL' });
  expect(kept.local).not.toContain(token);
  expect(kept.local).not.toContain(PASSWORD);
});

for (const [what, prepare] of [
  [
    'is full',
    () => {
      for (let size = 2 ** 22; size >= 1; size /= 2) {
        try {
          for (let index = 0; index < 3; index += 1) localStorage.setItem(`filled-${size}-${index}`, 'x'.repeat(size));
        } catch {
          // No room for so much: half of it next.
        }
      }
    },
  ],
  [
    'is forbidden',
    () => {
      const forbidden = () => {
        throw new DOMException('Access is denied for this document', 'SecurityError');
      };
      for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { get: forbidden });
    },
  ],
] as const) {
  test(`[LOGIN-01] [I18N-03] staff signs in and works where the storage of the browser ${what}`, async ({ page, server }) => {
    await page.addInitScript(prepare);
    await page.goto('/login');
    const form = loginForm(page);
    await form.account.fill('riskmanager');
    await form.password.fill(PASSWORD);
    await form.submit.click();
    await expect(page.getByRole('list', { name: 'Modules' })).toBeVisible();
    await expect(page).toHaveURL(`${server.address}/`);
    await page.getByRole('button', { name: /^Language/ }).click();
    await page.getByRole('menu').getByText('简体中文').click();
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hans');
    // What was chosen is saved for the person: the next test begins without it.
    await enter(page, server, { user: 'riskmanager' });
  });
}

test('[ROUTE-04] a redirect to another site is not followed', async ({ page, server }) => {
  for (const target of ['//example.com/', 'https://example.com/', '/\\example.com', 'javascript:alert(1)']) {
    await page.goto(`/login?redirect=${encodeURIComponent(target)}`);
    const form = loginForm(page);
    await form.account.fill('admin');
    await form.password.fill(PASSWORD);
    await form.submit.click();
    await expect(page.getByRole('list', { name: 'Modules' })).toBeVisible();
    expect(page.url()).toBe(`${server.address}/`);
  }
});

test('[LOGIN-02] [LOGIN-07] register and forgot password switch in place and back', async ({ page }) => {
  await page.goto('/login');
  const address = page.url();
  await loginForm(page).account.fill('someone');
  for (const [link, title] of [
    ['Register', 'Registration request'],
    ['Forgot password', 'Password reset'],
  ] as const) {
    await page.getByRole('button', { name: link }).click();
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    await expect(loginForm(page).submit).toBeHidden();
    await page.getByRole('button', { name: 'Back to sign-in' }).click();
    await expect(loginForm(page).submit).toBeVisible();
    expect(page.url()).toBe(address);
  }
});

test('[LOGIN-02] registering and a forgotten password are places of their own: back, reload and a shared address', async ({
  page,
  server,
}) => {
  await page.goto('/login?redirect=/home');
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page).toHaveURL(`${server.address}/login?redirect=%2Fhome&mode=register`);
  const shared = page.url();
  await page.goBack();
  await expect(loginForm(page).submit).toBeVisible();
  expect(page.url()).toBe(`${server.address}/login?redirect=/home`);
  await page.goForward();
  const name = page.getByRole('textbox', { name: 'Name' });
  await expect(name).toBeVisible();
  // What is typed is asked about, as everywhere, and stays with who stays.
  await name.fill('Ada');
  await page.goBack();
  const question = page.getByRole('dialog').filter({ hasText: 'has not been saved' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(name).toHaveValue('Ada');
  expect(page.url()).toBe(shared);
  await page.goBack();
  await question.getByRole('button', { name: 'Discard', exact: true }).click();
  await expect(loginForm(page).submit).toBeVisible();

  await page.goto(shared);
  await expect(page.getByRole('heading', { name: 'Registration request' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Registration request' })).toBeVisible();
  await page.getByRole('button', { name: 'Back to sign-in' }).click();
  await page.getByRole('button', { name: 'Forgot password' }).click();
  await expect(page.getByRole('heading', { name: 'Password reset' })).toBeVisible();
  await page.goBack();
  await expect(loginForm(page).submit).toBeVisible();
  // A word nobody knows is signing in.
  await page.goto('/login?mode=nonsense');
  await expect(loginForm(page).submit).toBeVisible();
});

test('[LOGIN-02] [REG-01] that a mail is on its way is said where it was asked for alone, wherever the browser goes back to', async ({
  page,
}) => {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Forgot password' }).click();
  await expect(page.getByRole('heading', { name: 'Password reset' })).toBeVisible();
  await page.getByRole('button', { name: 'Back to sign-in' }).click();
  await page.getByRole('button', { name: 'Register' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Ada');
  await page.getByRole('textbox', { name: 'Company' }).fill('Example Ltd');
  await page.getByRole('textbox', { name: 'E-mail' }).fill('ada.back@example.com');
  await page.getByRole('button', { name: 'Submit' }).click();
  const sent = page.getByText('a mail with a link is on its way');
  await expect(sent).toContainText('ada.back@example.com');
  // Over the sign-in form, to what was opened before it.
  await page.goBack();
  await expect(loginForm(page).submit).toBeVisible();
  while (!page.url().includes('mode=forgot')) await page.goBack();
  await expect(page.getByRole('heading', { name: 'Password reset' })).toBeVisible();
  await expect(sent).toBeHidden();
});

test('[LOGIN-02] the address of registering alone leads back to signing in, and the browser from there to it', async ({ page }) => {
  await page.goto('/account/register');
  await page.getByRole('button', { name: 'Back to sign-in' }).click();
  await expect(loginForm(page).submit).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Registration request' })).toBeVisible();
});

test('[LOGIN-03] the password is shown and hidden by its toggle', async ({ page }) => {
  await page.goto('/login');
  const { password } = loginForm(page);
  await password.fill('secret words');
  await expect(password).toHaveAttribute('type', 'password');
  const toggle = page.getByRole('button', { name: 'Show password' });
  await toggle.click();
  await expect(password).toHaveAttribute('type', 'text');
  await expect(password).toHaveValue('secret words');
  await expect(toggle).toHaveAttribute('aria-pressed', 'true');
  await toggle.click();
  await expect(password).toHaveAttribute('type', 'password');
});

test('[LOGIN-04] [LOGIN-05] without the captcha setting there is no captcha, and Enter in the password field logs in', async ({
  page,
  server,
}) => {
  const captchas = await requestsDuring(page, '/api/login/captcha', async () => {
    await page.goto('/login');
    await expect(loginForm(page).submit).toBeVisible();
  });
  expect(captchas).toEqual([]);
  await expect(loginForm(page).captcha).toHaveCount(0);
  await expect(page.getByRole('button', { name: /captcha/i })).toHaveCount(0);
  await loginForm(page).account.fill('admin');
  await loginForm(page).password.fill(PASSWORD);
  await loginForm(page).password.press('Enter');
  await expect(page).toHaveURL(`${server.address}/`);
});

test('[LOGIN-06] [LOGIN-07] configuration takes away the links and the login button', async ({ page }) => {
  let account: Record<string, unknown> = {};
  await bendConfig(page, (config) => ({ ...config, sysHomeUserAccount: account }));
  await page.goto('/login');
  await expect(loginForm(page).submit).toBeVisible();
  await expect(page.getByRole('button', { name: 'Forgot password' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Register' })).toHaveCount(0);

  account = { showLogin: false, showForget: false, showRegister: true };
  await page.reload();
  await expect(page.getByRole('button', { name: 'Register' })).toBeVisible();
  await expect(loginForm(page).submit).toHaveCount(0);
  // Nor is there anything to type that could not be sent.
  await expect(loginForm(page).account).toHaveCount(0);
  await expect(page.getByText('Signing in with an account is switched off here')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Forgot password' })).toHaveCount(0);
});

test('[LOGIN-08] the page welcomes and names the system', async ({ page }) => {
  await bendConfig(page, (config) => ({ ...config, sysTitle: [{ l: 'en', t: 'House of numbers', d: true }] }));
  await page.goto('/login');
  await expect(page.getByRole('heading', { name: 'Welcome' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'House of numbers', level: 1 })).toBeVisible();
  await expect(page).toHaveTitle('Sign in - House of numbers');
});

test('[LOGIN-09] remember me keeps the account name and nothing else', async ({ page, server }) => {
  await page.goto('/login');
  const form = loginForm(page);
  await expect(form.remember).not.toBeChecked();
  await form.account.fill('auditor');
  await form.password.fill(PASSWORD);
  await form.remember.check();
  await form.submit.click();
  await expect(page).toHaveURL(`${server.address}/`);

  await page.goto('/login');
  await expect(form.account).toHaveValue('auditor');
  await expect(form.password).toHaveValue('');
  await expect(form.remember).toBeChecked();
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(PASSWORD);

  await form.remember.uncheck();
  await form.password.fill(PASSWORD);
  await form.submit.click();
  await expect(page).toHaveURL(`${server.address}/`);
  await page.goto('/login');
  await expect(form.submit).toBeVisible();
  await expect(form.account).toHaveValue('');
});

test('[LOGIN-16] [LOGIN-17] generic and custom page scale against their own design', async ({ page }) => {
  const scaled = page.locator('[data-design]');
  await page.setViewportSize({ width: 1280, height: 880 });
  await page.goto('/login');
  await expect(scaled).toHaveAttribute('data-design', '1280x880');
  await expect(page.locator('.tg-split')).toHaveAttribute('data-side', 'start');
  const { account } = loginForm(page);
  await expect(account).toBeVisible();
  const full = await account.evaluate((element) => element.getBoundingClientRect().height);
  await page.setViewportSize({ width: 960, height: 660 });
  await expect.poll(async () => (await account.evaluate((element) => element.getBoundingClientRect().height)) / full).toBeCloseTo(0.75, 1);

  await bendConfig(page, (config) => ({ ...config, sysBackgroundIcon: 'custom-brand' }));
  await page.setViewportSize({ width: 1920, height: 1080 });
  await page.reload();
  await expect(scaled).toHaveAttribute('data-design', '1920x1080');
  await expect(page.locator('.tg-split')).toHaveAttribute('data-side', 'end');
});

test.describe('typing', () => {
  // A faked clock stays faked.
  test.use({ isolated: true });

  test('[LOGIN-18] the description types itself: a character every 280 ms, nine ticks of rest after a line', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.clock.install({ time: new Date('2026-03-02T10:00:00+08:00') });
    await bendConfig(page, (config) => ({ ...config, sysDescrition: [{ l: 'en', t: 'abcd\nxy', d: true }] }));
    await page.goto('/login');
    const line = page.locator('.tg-typing-line');
    await expect(line).toBeAttached();
    // Five minutes at once are too long for whatever is still on its way.
    await page.waitForLoadState('networkidle');
    await page.clock.pauseAt(new Date('2026-03-02T10:05:00+08:00'));
    // Wherever the time before left it: on to the first character of the first line.
    for (let ticks = 0; ticks < 40 && (await line.textContent()) !== 'a'; ticks += 1) await page.clock.runFor(280);
    const seen: (string | null)[] = [];
    for (let ticks = 0; ticks < 24; ticks += 1) {
      seen.push(await line.textContent());
      await page.clock.runFor(280);
    }
    const rest = (text: string) => Array.from({ length: 10 }, () => text);
    expect(seen).toEqual(['a', 'ab', 'abc', ...rest('abcd'), 'x', ...rest('xy')].slice(0, 24));
  });
});

test('[LOGIN-18] users who prefer less motion see the whole description at once', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/login');
  await expect(page.locator('.tg-typing-whole')).toContainText('Data that answers questions');
});

test('[LOGIN-19] many clicks and Enter while a login runs send one request', async ({ page, server }) => {
  const held = await hold(page, '**/api/login/token');
  let sent = 0;
  await page.route('**/api/login/token', async (route) => {
    sent += 1;
    await route.fallback();
  });
  await page.goto('/login');
  const form = loginForm(page);
  await form.account.fill('admin');
  await form.password.fill(PASSWORD);
  for (let click = 0; click < 4; click += 1) await form.submit.dispatchEvent('click');
  await form.password.press('Enter');
  held.release();
  await expect(page).toHaveURL(`${server.address}/`);
  expect(sent).toBe(1);
});

test.describe('a refused login', () => {
  test.use({ expectedErrors: [/status of 40[01]/] });

  test('[LOGIN-20] keeps what was typed, tells why, and can be tried again', async ({ page, server }) => {
    await page.goto('/login');
    const form = loginForm(page);
    await form.account.fill('riskmanager');
    await form.password.fill('wrong-password');
    await form.submit.click();
    await expect(page.getByText('Login failed', { exact: false }).first()).toBeVisible();
    await expect(form.account).toHaveValue('riskmanager');
    await expect(form.password).toHaveValue('wrong-password');
    expect(await page.evaluate(() => sessionStorage.getItem('access_token'))).toBeNull();
    await form.password.fill(PASSWORD);
    await form.submit.click();
    await expect(page).toHaveURL(`${server.address}/`);
  });

  test('[LOGIN-22] reads the same whether or not the account exists', async ({ page }) => {
    const told: (string | null)[] = [];
    for (const account of ['nobodyknows', 'riskmanager']) {
      await page.goto('/login');
      await loginForm(page).account.fill(account);
      await loginForm(page).password.fill('wrong-password');
      await loginForm(page).submit.click();
      const notice = page.getByText(/login failed/i).first();
      await expect(notice).toBeVisible();
      told.push(await notice.textContent());
    }
    expect(told[0]).toBe(told[1]);
  });
});

test('[LOGIN-22] an answer without a token is a failed login', async ({ page }) => {
  await page.route('**/api/login/token', (route) => route.fulfill({ json: { token_type: 'Bearer' } }));
  await page.goto('/login');
  await loginForm(page).account.fill('admin');
  await loginForm(page).password.fill(PASSWORD);
  await loginForm(page).submit.click();
  await expect(page.getByText('Login failed', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/login/);
  expect(await page.evaluate(() => sessionStorage.getItem('access_token'))).toBeNull();
});

test('[RULE-01] [RULE-02] account and password are checked before anything is sent', async ({ page }) => {
  const sent = await requestsDuring(page, '/api/login/token', async () => {
    await page.goto('/login');
    const form = loginForm(page);
    await expect(page.getByText('6-16 characters')).toBeVisible();
    await form.submit.click();
    await expect(form.account).toHaveAccessibleDescription(/please enter account/i);
    await expect(form.account).toHaveAttribute('aria-invalid', 'true');
    await expect(form.password).toHaveAccessibleDescription(/6-16 characters.*password/i);
    await expect(form.account).toBeFocused();

    await form.password.fill(PASSWORD);
    await form.account.fill('not allowed!');
    await form.submit.click();
    await expect(form.account).toHaveAccessibleDescription(/account does not meet the rules/i);
    await form.account.fill('a'.repeat(51));
    await form.submit.click();
    await expect(form.account).toHaveAttribute('aria-invalid', 'true');
    await form.account.fill('a'.repeat(50));
    await expect(form.account).not.toHaveAttribute('aria-invalid', 'true');
  });
  expect(sent).toEqual([]);
});

test('[ROUTE-03] each public address opens without login', async ({ page, server }) => {
  const shown: Record<string, { to?: string; text: string }> = {
    '/login': { text: 'Welcome' },
    '/auth-redirect': { to: '/login', text: 'Welcome' },
    '/account/register': { text: 'Registration request' },
    '/account/forget': { text: 'Password reset' },
    '/author': { text: 'No permission to access' },
    '/consulting/center/hotNews': { text: 'Hot news' },
    '/huadian': { text: 'Welcome' },
    '/risk/evaluate/exam': { text: 'Risk assessment' },
    '/risk/evaluate/finance': { text: 'Finance questionnaire' },
    '/evidence/collectiont/link': { text: 'Evidence collection' },
  };
  for (const [path, { to = path, text }] of Object.entries(shown)) {
    await page.goto(path);
    await expect(page.getByText(text, { exact: false }).filter({ visible: true }).first(), path).toBeVisible();
    expect(page.url(), path).toBe(server.address + to);
  }
});

test('[ROUTE-04] every other address leads to the login page', async ({ page, server }) => {
  for (const path of [
    '/',
    '/home',
    '/user/home',
    '/system/dict',
    '/board/detail/7',
    '/nowhere',
    '/external-link?url=https://example.com',
  ]) {
    await page.goto(path);
    await expect(page, path).toHaveURL(`${server.address}/login?redirect=/`);
  }
});

test('[ROUTE-04] what a window was opened for is offered after the sign-in, until another page is opened', async ({ page, server }) => {
  const asIf = async (user: string): Promise<void> => {
    await loginForm(page).account.fill(user);
    await loginForm(page).password.fill(PASSWORD);
    await loginForm(page).submit.click();
    await expect(page.getByRole('list', { name: 'Modules' })).toBeVisible();
    await expect(page).toHaveURL(`${server.address}/`);
  };
  const offer = page.getByRole('status').filter({ hasText: 'Before you signed in' });
  await page.goto('/system/dict?dictType=join-type');
  await expect(page).toHaveURL(`${server.address}/login?redirect=/`);
  // The way over a sign-in elsewhere leaves the application.
  await page.reload();
  await asIf('admin');
  await expect(offer).toContainText('this window was opened for “Dictionaries”.');
  // As long as the window has its page, nothing of it is stored that a window opened from here would take along.
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('join-type');
  await page.reload();
  await expect(offer).toContainText('this window was opened for “Dictionaries”.');
  await offer.getByRole('button', { name: 'Open it' }).click();
  await expect(page).toHaveURL(`${server.address}/system/dict?dictType=join-type`);
  await expect(page.getByRole('table')).toBeVisible();
  await expect(offer).toHaveCount(0);
  await page.goto('/');
  await expect(page.getByRole('list', { name: 'Modules' })).toBeVisible();
  await expect(offer).toHaveCount(0);

  // It is not for whoever comes next, and neither for who went elsewhere.
  await page.goto('/login');
  await expect(loginForm(page).submit).toBeVisible();
  await page.goto('/nowhere/at/all');
  await asIf('auditor');
  await expect(offer).toContainText('Before you signed in, this window was opened for a page.');
  await page.getByRole('button', { name: 'Menu of Chen Jing' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
  await asIf('riskmanager');
  await expect(offer).toHaveCount(0);
});

test('[ROUTE-05] [API-09] opening the login page ends the session first', async ({ page, server }) => {
  const token = await signIn(page, server);
  await page.goto('/');
  await expect(page.getByRole('list', { name: 'Modules' })).toBeVisible();
  const [logout] = await Promise.all([page.waitForResponse('**/api/login/logout'), page.goto('/login')]);
  expect(logout.ok()).toBe(true);
  await expect(loginForm(page).submit).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.getItem('access_token'))).toBeNull();
  const answer = await fetch(`${server.address}/api/user/config/menus`, { headers: { authorization: `Bearer ${token}` } });
  expect(answer.status).toBe(401);
});

test.describe('calls that are refused', () => {
  test.use({ expectedErrors: [/401/] });

  test('[ERR-02] [ERR-03] an ended session is told once, in a dialog, and leads to the login page', async ({ page, server }) => {
    const token = await signIn(page, server, 'auditor');
    await page.goto('/system/dict');
    await expect(page.getByRole('table')).toBeVisible();
    // A call on its way would be the first to hear of the end.
    await page.waitForLoadState('networkidle');
    await fetch(`${server.address}/api/login/logout`, { method: 'POST', headers: { authorization: `Bearer ${token}` } });
    await page.getByRole('button', { name: 'Refresh' }).click();
    const notice = page.getByRole('dialog').filter({ hasText: /log in again/ });
    await expect(notice).toHaveCount(1);
    await notice.getByRole('button', { name: 'Confirm' }).click();
    await expect(page).toHaveURL(`${server.address}/login?redirect=/`);
  });
});

test('[I18N-03] the login page speaks the language chosen on it, also after a reload', async ({ page }) => {
  await page.goto('/login');
  await page.getByRole('button', { name: /Language/ }).click();
  await page.getByRole('menuitemradio', { name: '简体中文' }).click();
  await expect(page.getByRole('heading', { name: '欢迎登录' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hans');
  await page.reload();
  await expect(page.getByRole('heading', { name: '欢迎登录' })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('language'))).toBe('zh-Hans');
});

test('a shared session of the tests is not ended by another window of the same browser', async ({ page, server, context }) => {
  await enter(page, server);
  await page.goto('/home');
  await expect(page.getByRole('list', { name: 'Modules' })).toBeVisible();
  const visitor = await context.newPage();
  await visitor.goto('/home');
  await expect(visitor).toHaveURL(/\/login/);
  await expect(page.getByRole('list', { name: 'Modules' })).toBeVisible();
  await expect(page).toHaveURL(/\/home$/);
});
