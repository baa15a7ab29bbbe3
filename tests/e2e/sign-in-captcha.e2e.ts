import { expect, test } from '../support/browser.ts';
import { bendConfig, loginForm, refuse } from './world.ts';

test.use({ serverEnv: { CAPTCHA: 'on' }, expectedErrors: [/status of 40[01]/] });

test('[LOGIN-04] [API-07] the captcha is asked 120 x 40, shown 120 x 50, and a click brings another one', async ({ page }) => {
  const [response] = await Promise.all([page.waitForResponse('**/api/login/captcha*'), page.goto('/login')]);
  const query = new URL(response.url()).searchParams;
  expect(Object.fromEntries(query)).toMatchObject({ width: '120', height: '40', type: 'gif' });
  const { data } = await response.json();
  expect(data.key).toMatch(/\S/);
  const image = page.getByRole('img', { name: /captcha/i });
  await expect(image).toBeVisible();
  // It has its size before it is read.
  await expect(image).toHaveJSProperty('complete', true);
  const shown = await image.evaluate((element: HTMLImageElement) => ({
    size: [element.offsetWidth, element.offsetHeight],
    drawn: [element.naturalWidth, element.naturalHeight],
    address: element.src,
  }));
  expect(shown).toMatchObject({ size: [120, 50], drawn: [120, 40] });
  expect(shown.address).toContain('data:image/gif;base64,');
  await loginForm(page).captcha.fill('abcd');
  await page.getByRole('button', { name: 'Load another captcha image' }).click();
  await expect(image).not.toHaveAttribute('src', shown.address);
  await expect(loginForm(page).captcha).toHaveValue('');
});

test('[API-07] some logo variants ask for a png', async ({ page }) => {
  await bendConfig(page, (config) => ({ ...config, sysLogo: 'huayou' }));
  const [response] = await Promise.all([page.waitForResponse('**/api/login/captcha*type=png*'), page.goto('/login')]);
  expect(response.ok()).toBe(true);
  await expect(page.getByRole('img', { name: /captcha/i })).toHaveAttribute('src', /^data:image\/png;base64,/);
});

test('[LOGIN-05] [LOGIN-20] [API-08] Enter in the captcha field logs in; a refusal reloads the captcha and keeps the rest', async ({
  page,
}) => {
  await page.goto('/login');
  const form = loginForm(page);
  const image = page.getByRole('img', { name: /captcha/i });
  await expect(image).toBeVisible();
  const before = await image.getAttribute('src');
  await form.account.fill('admin');
  await form.password.fill('targus-demo');
  await form.captcha.fill('zzzz');
  const [request] = await Promise.all([page.waitForRequest('**/api/login/token'), form.captcha.press('Enter')]);
  const sent = Object.fromEntries(new URLSearchParams(request.postData() ?? ''));
  expect(sent).toMatchObject({ grant_type: 'password', scope: 'server', username: 'admin', captchaCode: 'zzzz' });
  expect(sent.captchaKey).toMatch(/\S/);
  await expect(form.captcha).toHaveAccessibleDescription('The captcha is wrong or has expired');
  await expect(image).not.toHaveAttribute('src', before ?? '');
  await expect(form.captcha).toHaveValue('');
  // It is said at the field, announced, for as long as nothing else is typed, and the field is where one goes on.
  await expect(form.captcha).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByRole('alert').filter({ hasText: 'The captcha is wrong or has expired' })).toHaveCount(1);
  await expect(form.captcha).toBeFocused();
  await expect(form.account).toHaveValue('admin');
  await expect(form.password).toHaveValue('targus-demo');

  const second = await image.getAttribute('src');
  await form.captcha.fill('yyyy');
  await expect(form.captcha).not.toHaveAttribute('aria-invalid', 'true');
  const [again] = await Promise.all([page.waitForRequest('**/api/login/token'), form.submit.click()]);
  const key = new URLSearchParams(again.postData() ?? '').get('captchaKey');
  expect(key).not.toBe(sent.captchaKey);
  await expect(image).not.toHaveAttribute('src', second ?? '');
});

test('[LOGIN-20] a login that succeeds also reloads the captcha', async ({ page }) => {
  // Nobody can read the image here, so the answer to the token call is made; what follows it is real.
  await page.route('**/api/login/token', (route) => route.fulfill({ json: { access_token: 'not-a-session' } }));
  await page.goto('/login');
  await expect(page.getByRole('img', { name: /captcha/i })).toBeVisible();
  const form = loginForm(page);
  await form.account.fill('admin');
  await form.password.fill('targus-demo');
  await form.captcha.fill('abcd');
  await Promise.all([page.waitForRequest('**/api/login/captcha*'), form.submit.click()]);
  await expect(form.captcha).toHaveValue('');
  await expect(page).toHaveURL(/\/login/);
});

test('an image that does not come can be asked for again', async ({ page }) => {
  await page.route('**/api/login/captcha*', (route) => refuse(route, 400, 'PARAMETER_ERROR'), { times: 1 });
  await page.goto('/login');
  await expect(page.getByText(/The captcha image could not be loaded/)).toBeVisible();
  await page.getByRole('button', { name: 'Load the captcha image again' }).click();
  await expect(page.getByRole('img', { name: /captcha/i })).toBeVisible();
});

test('[REG-03] [REG-07] [LOGIN-20] [RULE-04] a refused registration reloads the captcha and keeps the rest', async ({ page }) => {
  await page.goto('/account/register');
  const image = page.getByRole('img', { name: /captcha/i });
  await expect(image).toBeVisible();
  const before = await image.getAttribute('src');
  await page.getByRole('textbox', { name: 'Name' }).fill('Ada');
  await page.getByRole('textbox', { name: 'Company' }).fill('Example Ltd');
  await page.getByRole('textbox', { name: 'E-mail' }).fill('ada@example.com');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Please enter the captcha code')).toBeVisible();
  await loginForm(page).captcha.fill('zzzz');
  const [request] = await Promise.all([page.waitForRequest('**/userRegister'), page.getByRole('button', { name: 'Submit' }).click()]);
  const sent = new URLSearchParams(request.postData() ?? '');
  expect(sent.get('captchaCode')).toBe('zzzz');
  expect(sent.get('captchaKey')).toMatch(/\S/);
  await expect(loginForm(page).captcha).toHaveAccessibleDescription('The captcha is wrong or has expired');
  await expect(image).not.toHaveAttribute('src', before ?? '');
  await expect(loginForm(page).captcha).toHaveValue('');
  await expect(loginForm(page).captcha).toBeFocused();
  await expect(page.getByRole('textbox', { name: 'E-mail' })).toHaveValue('ada@example.com');
});
