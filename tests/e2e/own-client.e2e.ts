import { expect, test } from '../support/browser.ts';
import { loginForm, PASSWORD } from './world.ts';

test.use({ serverEnv: { CAPTCHA: 'off', CLIENT_ID: 'corporate', CLIENT_SECRET: 'a secret: of our öwn' } });

test('[API-08] people sign in where the client has a name and a secret of its own, as production asks for', async ({ page }) => {
  await page.goto('/login');
  const { account, password } = loginForm(page);
  await account.fill('admin');
  await password.fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('list', { name: 'Modules' })).toBeVisible();
});
