import type { BrowserContext, Page } from '@playwright/test';
import { expect, signIn, test } from '../support/browser.ts';
import { bend, enter, overflow, prefer } from './world.ts';

const bell = (page: Page) => page.getByRole('button', { name: /^Messages, / });
const unread = async (page: Page) => Number(/\d+/.exec((await bell(page).getAttribute('aria-label')) ?? '')?.[0] ?? 0);
const dot = (page: Page) =>
  page
    .locator('.tg-badge')
    .filter({ has: bell(page) })
    .locator('.tg-badge-dot');
const answered = (page: Page, path: string) =>
  page.waitForResponse((answer) => new URL(answer.url()).pathname === `/api/home-news/${path}`);

test('[TOPBAR-01] [TOPBAR-03] [MSG-02] [MSG-04] [MSG-07] messages are read and deleted by keyboard alone, in the drawer of the top bar', async ({
  page,
  server,
}) => {
  await enter(page, server, { user: 'riskmanager', language: 'en' });
  // Messages that lead somewhere would close the drawer: here none does.
  interface Feed {
    pagedList: { routeDataMap: { link: string | null } }[];
  }
  await bend<Feed>(page, '**/api/home-news/ReadNewsList*', (feed) => ({
    ...feed,
    pagedList: feed.pagedList.map((message) => ({ ...message, routeDataMap: { ...message.routeDataMap, link: null } })),
  }));
  await page.goto('/');
  await expect(bell(page)).toHaveAccessibleName(/^Messages, \d+ unread$/);
  const before = await unread(page);
  await expect(dot(page)).toBeVisible();
  await expect(page.locator('.tg-badge').filter({ has: bell(page) })).toHaveText('');
  await bell(page).focus();
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('dialog', { name: 'Messages' });
  const items = drawer.getByRole('listitem');
  await expect(items).toHaveCount(10);
  await expect(drawer.getByText(`${before} unread`)).toBeVisible();
  expect((await drawer.boundingBox())?.width).toBe(400);

  // To the first message, then down to the second.
  const texts = drawer.locator('.tg-feed-text');
  for (let steps = 0; steps < 8 && !(await texts.first().evaluate((button) => button === document.activeElement)); steps += 1) {
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('ArrowDown');
  await expect(texts.nth(1)).toBeFocused();
  await expect(items.nth(1).getByText('Unread', { exact: true })).toBeAttached();
  await page.keyboard.press('Enter');
  await expect(items.nth(1).getByText('Unread', { exact: true })).toBeHidden();
  await expect(bell(page)).toHaveAccessibleName(`Messages, ${before - 1} unread`);

  // An unread one asks first; refusing keeps it.
  const first = (await texts.first().textContent()) ?? '';
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Delete');
  const question = page.getByRole('dialog').filter({ hasText: 'has not been read yet' });
  // Keys go to the question once the focus is in it.
  await expect(question.locator(':focus')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(texts.first()).toHaveText(first);
  await texts.first().focus();
  await page.keyboard.press('Delete');
  await expect(question.locator(':focus')).toBeVisible();
  await question.getByRole('button', { name: 'Delete' }).focus();
  await page.keyboard.press('Enter');
  await expect(texts.first()).not.toHaveText(first);
  await expect(texts.first()).toBeFocused();
  await expect(bell(page)).toHaveAccessibleName(`Messages, ${before - 2} unread`);
  // Deleted by mistake: it comes back unread.
  await drawer.getByRole('button', { name: 'Undo' }).focus();
  await page.keyboard.press('Enter');
  await expect(texts.first()).toHaveText(first);
  await expect(bell(page)).toHaveAccessibleName(`Messages, ${before - 1} unread`);
  await expect(drawer.getByRole('button', { name: 'Undo' })).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
});

test('[MSG-03] [MSG-06] the message centre grows by ten and marks all as read after asking', async ({ page, server }) => {
  const token = await enter(page, server, { user: 'auditor', language: 'en', theme: 'theme-yellow-light' });
  // Those of the demo, and what other tests made the product tell this user.
  const listed = await fetch(`${server.address}/api/home-news/ReadNewsList?pageNum=1&pageSize=100`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const { data }: { data: { totalCount: number } } = await listed.json();
  expect(data.totalCount).toBeGreaterThan(10);
  await page.goto('/messages');
  const items = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.locator('.tg-feed-text') });
  const more = page.getByRole('button', { name: 'Show 10 more' });
  for (let shown = 10; shown < data.totalCount; shown += 10) {
    await expect(items).toHaveCount(shown);
    await more.click();
  }
  await expect(items).toHaveCount(data.totalCount);
  await expect(more).toBeHidden();

  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(bell(page)).toHaveAccessibleName(/\d+ unread/);
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Mark all as read' }).click();
  await expect(bell(page)).toHaveAccessibleName('Messages, none unread');
  await expect(dot(page)).toHaveCount(0);
  await expect(page.getByText('Unread', { exact: true })).toHaveCount(0);
});

/** In two jumps: timers that are due in one jump run in the order they were set, not in that of their times. */
async function passMinute(context: BrowserContext): Promise<void> {
  await context.clock.fastForward(5_000);
  await context.clock.fastForward(56_000);
}

test('[MSG-09] windows of one browser poll together: one of them asks, also after it was closed', async ({ server, browser }) => {
  const context = await browser.newContext({ baseURL: server.address });
  await context.clock.install();
  const asked: string[] = [];
  const open = async (name: string) => {
    const page = await context.newPage();
    await prefer(page, { language: 'en' });
    await signIn(page, server, 'riskmanager');
    page.on('request', (request) => {
      if (request.url().endsWith('/unReadNewsCount')) asked.push(name);
    });
    await page.goto('/');
    await expect(bell(page)).toHaveAccessibleName(/^Messages, \d+ unread$/);
    return page;
  };
  const one = await open('one');
  const two = await open('two');
  expect(asked).toEqual(['one']);

  const answer = answered(one, 'unReadNewsCount');
  await passMinute(context);
  await answer;
  expect(asked).toEqual(['one', 'one']);

  // A window nobody sees asks nothing: the other takes over.
  await one.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  // The turn is passed on in its own time, and the next period begins with it.
  await expect(async () => {
    await passMinute(context);
    expect(asked).toContain('two');
  }).toPass();
  expect(asked.slice(0, 3)).toEqual(['one', 'one', 'two']);

  // What one window reads, the other shows without asking.
  const left = (await unread(one)) - 1;
  await two.getByRole('button', { name: /^Messages, / }).click();
  await two.getByRole('button', { name: 'Mark as read' }).first().click();
  await expect(bell(two)).toHaveAccessibleName(`Messages, ${left} unread`);
  await expect(bell(one)).toHaveAccessibleName(`Messages, ${left} unread`);
  expect(asked.filter((name) => name === 'one')).toHaveLength(2);
  await context.close();
});

test('[MSG-05] a long message is folded at 60 px, links lead inside the application only, a list that does not come can be tried again', async ({
  page,
  server,
}) => {
  await enter(page, server, { user: 'riskmanager', language: 'en' });
  let links: (string | null)[] = ['https://evil.example/', '/home', null];
  let fails = true;
  await page.route('**/ReadNewsList*', async (route) => {
    if (fails) return await route.fulfill({ status: 503, json: { code: 'UNAVAILABLE', msg: 'down' } });
    const message = (link: string | null, index: number) => ({
      ...{ id: `${index + 1}`, createTime: '2026-01-01T00:00:00.000Z', readStatus: '1', routeKey: null, bizId: null },
      routeDataMap: { noticeType: 'unheard-of', newsLevel: index === 1 ? 7 : 3, link },
      newBodyMap: { 'zh-Hans': `消息 ${index}${index === 2 ? ' 很长'.repeat(200) : ''}` },
    });
    await route.fulfill({ json: { code: '000000', data: { pagedList: links.map(message), totalCount: links.length } } });
  });
  await page.goto('/messages');
  await expect(page.getByText('The messages could not be loaded')).toBeVisible();
  fails = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.setViewportSize({ width: 390, height: 800 });
  const long = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: 'Show more' }) });
  await expect(long).toHaveCount(1);
  const text = page.locator('.tg-feed-content').last();
  expect((await text.boundingBox())?.height).toBe(60);
  await long.getByRole('button', { name: 'Show more' }).click();
  await expect(page.getByRole('button', { name: 'Show less' })).toHaveAttribute('aria-expanded', 'true');
  expect((await text.boundingBox())?.height).toBeGreaterThan(200);
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  await page.getByRole('button', { name: 'Show less' }).click();
  expect((await text.boundingBox())?.height).toBe(60);

  // A language it does not have: any other (MSG-02). A type nobody knows is shown as it is.
  await page.getByRole('button', { name: '消息 0' }).click();
  await expect(page.getByText('Addresses outside this application')).toBeVisible();
  expect(new URL(page.url()).origin).toBe(server.address);
  // Of a level nobody knows nothing is said.
  const saying = (text: string) => page.getByRole('listitem').filter({ hasText: text });
  await expect(saying('消息 0')).toContainText('Urgent');
  await expect(saying('消息 1')).not.toContainText('7');
  await page.getByRole('button', { name: '消息 1' }).click();
  await expect(page).toHaveURL(/\/home$/);
  links = [];
  await page.goto('/messages');
  await expect(page.getByText('You have no messages')).toBeVisible();
});
test.use({ expectedErrors: [/503|UNAVAILABLE|EXTERNAL_ADDRESS|outside this application|navigate/] });

test('[MSG-10] which messages come by mail is chosen in the message centre, saved at once, and taken back', async ({ page, server }) => {
  await enter(page, server, { user: 'contact', language: 'en' });
  await page.goto('/portal/messages');
  await page.getByRole('link', { name: 'Messages by mail' }).click();
  await expect(page.getByText('This installation mails no messages.')).toBeVisible();
  const savedBy = async (choice: () => Promise<void>) => {
    const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.url().endsWith('/api/home-news/mail'));
    await choice();
    expect((await saved).status()).toBe(200);
  };
  const choose = (field: string, choice: string) =>
    savedBy(async () => {
      await page.getByRole('combobox', { name: field }).click();
      await page.getByRole('option', { name: choice, exact: true }).click();
    });
  const shown = (field: string) =>
    page
      .locator('.ant-form-item, .tg-field')
      .filter({ has: page.getByRole('combobox', { name: field }) })
      .first();
  await choose('Deadlines', 'At once');
  await choose('All messages', 'Not by mail');
  await page.reload();
  await expect(shown('Deadlines')).toContainText('At once');
  await expect(shown('All messages')).toContainText('Not by mail');
  // Taken back: what counts for all messages counts for these again.
  await expect(shown('Deadlines')).not.toContainText('As for all messages');
  await savedBy(async () => {
    await shown('Deadlines').hover();
    await shown('Deadlines').locator('.ant-select-clear').click();
  });
  await page.reload();
  await expect(shown('All messages')).toContainText('Not by mail');
  await expect(shown('Deadlines')).toContainText('As for all messages');
  expect(await overflow(page)).toBe(0);
});
