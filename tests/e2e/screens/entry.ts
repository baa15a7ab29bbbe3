import { expect, type Page } from '@playwright/test';
import { bendConfig, bendStats, type Stats } from '../world.ts';
import { call, type Screen } from './screen.ts';

const form = '.tg-form input';
const submit = (page: Page) => page.locator('main .tg-command[data-type="primary"]').first();

/** The mistakes of an empty form are part of its page. */
async function send(page: Page): Promise<void> {
  await submit(page).click();
  await page.locator('[aria-invalid="true"]').first().waitFor();
}

const person = { name: 'Ada Example', companyName: 'Example Ltd', email: 'riskmanager@example.com' };

/** Everything before the application: sign-in, registration, forgotten password. */
export const entryScreens: Screen[] = [
  { name: 'login', path: '/login', ready: form },
  { name: 'login-refused', isState: true, path: '/login', ready: form, prepare: send },
  {
    name: 'login-sso',
    isState: true,
    path: '/login',
    ready: form,
    arrange: (page) =>
      bendStats(page, (stats: Stats & { authProperties?: unknown }) => {
        const providers = [
          { protocol: 'corporate', title: 'Example Group' },
          { protocol: 'partner', title: 'Example Partner' },
        ];
        stats.authProperties = { configs: [{ protocol: 'INTERNAL', title: null, internalEnableCaptcha: true }, ...providers] };
      }),
    async prepare(page) {
      await page.locator('.tg-captcha img').waitFor();
      await page.getByRole('tab', { name: 'Single sign-on' }).click();
      await page.getByRole('menuitem').first().waitFor();
    },
  },
  {
    name: 'login-brand',
    path: '/login',
    ready: form,
    arrange: (page) => bendConfig(page, (config) => ({ ...config, sysBackgroundIcon: 'custom-brand' })),
  },
  {
    name: 'register',
    path: '/account/register',
    ready: form,
    arrange: (page) => bendConfig(page, (config) => ({ ...config, sysAgreementPage: '/agreement.html' })),
    prepare: send,
  },
  {
    name: 'register-sent',
    isState: true,
    path: '/account/register',
    ready: form,
    async prepare(page) {
      await page.getByRole('textbox', { name: 'Name' }).fill(person.name);
      await page.getByRole('textbox', { name: 'Company' }).fill(person.companyName);
      await page.getByRole('textbox', { name: 'E-mail' }).fill('ada@example.com');
      await submit(page).click();
      await page.getByRole('heading', { name: 'Submitted successfully' }).waitFor();
    },
  },
  { name: 'forgot', path: '/account/forget', ready: form },
  {
    name: 'forgot-brand',
    isState: true,
    path: '/account/forget',
    ready: form,
    arrange: (page) => bendConfig(page, (config) => ({ ...config, sysBackgroundIcon: 'custom-brand' })),
    prepare: send,
  },
  {
    name: 'password',
    path: `/account/password?code=${'x'.repeat(43)}`,
    ready: form,
    arrange: (page) =>
      page.route('**/api/account/code', (route) =>
        route.fulfill({ json: { code: '000000', data: { purpose: 'password', username: 'riskmanager' } } }),
      ),
    prepare: send,
  },
  { name: 'password-expired', isState: true, path: '/account/password?code=gone', ready: '.tg-result' },
  {
    name: 'address-confirm',
    path: `/account/confirm?code=${'x'.repeat(43)}`,
    ready: '.tg-command[data-type="primary"]',
    arrange: (page) =>
      page.route('**/api/account/code', (route) => route.fulfill({ json: { code: '000000', data: { purpose: 'confirm' } } })),
  },
  { name: 'sso-failed', isState: true, path: '/auth-redirect?error=unavailable', ready: '.tg-result' },
];

/** A forgotten password and a confirmed registration: letters in the outbox, a request that waits for its decision. */
export async function fillOutbox(server: Parameters<typeof call>[0], token: string): Promise<void> {
  const post = (path: string, body: Record<string, string>) =>
    fetch(`${server.address}/api/modules/sys/user/${path}`, { method: 'POST', body: new URLSearchParams(body) });
  await post('forgotPassword', person);
  const email = `ada${Date.now().toString(36)}@example.com`;
  await post('userRegister', { ...person, email, mobile: '13800000000', position: 'Auditor', contactMatters: 'Evidence of 2026' });
  // Letters are written by a job of the server.
  await expect(async () => {
    const { content } = await call<{ content: { id: string; recipient: string }[] }>(server, `system/mail/list?keyword=${email}`, {
      token,
    });
    const letter = content.find(({ recipient }) => recipient === email);
    expect(letter).toBeDefined();
    const { text } = await call<{ text: string }>(server, `system/mail/${letter?.id}/text`, { token });
    await call(server, 'account/confirm', { body: { code: /code=([\w-]+)/.exec(text)?.[1] } });
  }).toPass({ timeout: 20_000 });
}
