import type { Page, Request } from '@playwright/test';
import { demoFinancePaper } from '../../server/database/demo/finance.ts';
import { demoPaper } from '../../server/database/demo/risk.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { expect, signIn, test } from '../support/browser.ts';
import { showIn } from './screens/matrix.ts';
import { askToSignOut, bend, enter, hold, PASSWORD, paperAddress, prefer, setWrongClock } from './world.ts';

// A refused or broken request stands in the console of every browser.
test.use({ expectedErrors: [/Failed to load resource|NOT_FOUND|PARAMETER_ERROR|NETWORK_ERROR/] });

const address = (uuid: string, more = '') => paperAddress('exam', uuid, more);
const state = (page: Page) => page.locator('.tg-draft-state');
/** The cell of a row and a column, counted from 1 beside the headings. */
const cell = (page: Page, row: number, column: number) =>
  page.locator(`.tg-matrix[aria-busy="false"] [role="row"][aria-rowindex="${row + 2}"] [role="gridcell"][aria-colindex="${column + 3}"]`);

/** Goes to a cell and presses the key of a choice. */
async function choose(page: Page, row: number, column: number, key: string): Promise<void> {
  await cell(page, row, column).click();
  await page.keyboard.press('Escape');
  await page.keyboard.press(key);
}

interface Cell {
  criteriaId: string;
  domainId: string;
  value: number;
  version: number;
}
/** Answers through the API, as another person would. */
async function api<T>(page: Page, path: string, body?: unknown): Promise<T> {
  const url = new URL(`/api/risk/evaluate/${path}`, page.url());
  const response = await page.request.fetch(url.href, body === undefined ? {} : { method: 'POST', data: body });
  const answer: { data: T } = await response.json();
  return answer.data;
}

type Place = Pick<Cell, 'criteriaId' | 'domainId'>;

/** The first two cells of the first row. */
async function firstCells(page: Page, uuid: string): Promise<[Place, Place]> {
  const rows = await api<{ id: string }[]>(page, `criteria?uuid=${uuid}`);
  const heads = await api<{ secondKinds: { id: string }[] }[]>(page, `domain/header?uuid=${uuid}`);
  const columns = heads.flatMap(({ secondKinds }) => secondKinds);
  const place = (index: number) => ({ criteriaId: rows[0]?.id ?? '', domainId: columns[index]?.id ?? '' });
  return [place(0), place(1)];
}

test('[RISK-01] [RISK-04] [RISK-13] [RISK-15] answers are saved by themselves and stand there after a reload', async ({ page }) => {
  const uuid = demoPaper(1, 1);
  // A clock that is wrong decides nothing.
  await setWrongClock(page, '2099-12-31T12:00:00Z');
  const criteria = await hold(page, '**/api/risk/evaluate/criteria?*');
  await page.goto(address(uuid));
  await expect(page.getByLabel('User name')).toBeDisabled();
  // The frame of the matrix stands before its data and takes no keys.
  await expect(page.getByRole('grid', { includeHidden: true })).toBeVisible();
  await page.getByRole('button', { name: 'Submit' }).focus();
  for (let step = 0; step < 6; step += 1) {
    await page.keyboard.press('Tab');
    await page.keyboard.press('3');
    await expect(page.locator('[role="grid"]:focus, [role="grid"] :focus')).toHaveCount(0);
  }
  criteria.release();
  await expect(state(page)).toHaveText('All changes saved');
  const request = page.waitForRequest((sent) => sent.method() === 'POST' && sent.url().endsWith('/api/risk/evaluate/answers'));
  await choose(page, 1, 1, '3');
  expect((await request).postDataJSON().changes).toHaveLength(1);
  await expect(state(page)).toHaveText('All changes saved');
  await expect(page.getByRole('row', { name: /^Strategy/ }).last()).toContainText('3');
  await page.reload();
  await expect(cell(page, 1, 1)).toHaveText('3');
  await expectAccessible(page);
});

test('[RISK-15] without a connection answers are kept, survive a reload, and are sent when it is back', async ({ page }) => {
  const uuid = demoPaper(1, 2);
  await page.goto(address(uuid));
  await expect(state(page)).toHaveText('All changes saved');
  await page.route('**/api/risk/evaluate/answers', (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()));
  await choose(page, 1, 2, '2');
  await expect(state(page)).toContainText('No connection');
  const criteria = await hold(page, '**/api/risk/evaluate/criteria?*');
  await page.reload();
  // Before it knows what this browser kept it calls nothing saved.
  await expect(state(page)).toHaveText('Not loaded yet');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Not loaded yet')).toHaveCount(2);
  await expect(page.getByText('Saved successfully', { exact: true })).toHaveCount(0);
  criteria.release();
  await expect(cell(page, 1, 2)).toHaveText('2');
  await expect(state(page)).toContainText('No connection');
  // Names of the questionnaire come in the language of the reader: they follow it, and what was typed stays.
  const heads = page.getByRole('rowheader');
  await expect(heads.first()).not.toHaveAccessibleName(/\p{Script=Han}/u);
  await showIn(page, { theme: 'theme-tw', language: 'zh-Hans' });
  await expect(heads.first()).toHaveAccessibleName(/\p{Script=Han}/u);
  await expect(page.getByRole('columnheader').last()).toHaveAccessibleName(/\p{Script=Han}/u);
  await expect(cell(page, 1, 2)).toHaveText('2');
  await showIn(page, { theme: 'theme-tw', language: 'en' });
  await expect(heads.first()).not.toHaveAccessibleName(/\p{Script=Han}/u);
  await page.unroute('**/api/risk/evaluate/answers');
  await expect(state(page)).toHaveText('All changes saved');
  const { answers } = await api<{ answers: Cell[] }>(page, `answers?uuid=${uuid}`);
  expect(answers).toMatchObject([{ value: 2, version: 1 }]);
});

test.describe('a browser that has never had the code', () => {
  // What a browser has had comes from its cache, unseen by any route.
  test.use({ isolated: true });

  test('[ERR-05] the focus that goes with a button is looked after once the connection is back, though its code did not load at first', async ({
    page,
  }) => {
    let failed = 0;
    let loaded = 0;
    const isIt = (request: Request) => request.url().includes('/assets/at-work');
    page.on('requestfailed', (request) => {
      if (isIt(request)) failed += 1;
    });
    page.on('requestfinished', (request) => {
      if (isIt(request)) loaded += 1;
    });
    await page.route('**/assets/at-work*', (route) => route.abort());
    await page.goto(address(demoPaper(2, 13)));
    await choose(page, 1, 1, '2');
    // Any code is asked for twice in a row; what comes after that is asked by whoever is active.
    await expect.poll(() => failed).toBe(2);
    await page.unroute('**/assets/at-work*');
    let step = 0;
    await expect
      .poll(async () => {
        step += 1;
        await page.mouse.move(step, 5);
        return loaded;
      })
      .toBeGreaterThan(0);
    const undo = page.getByRole('button', { name: 'Undo' });
    while (await undo.isEnabled()) await undo.press('Enter');
    await expect(page.getByRole('button', { name: 'Redo' })).toBeFocused();
  });
});

test('[RISK-15] what is chosen a moment before the window goes elsewhere is saved all the same', async ({ page }) => {
  const uuid = demoPaper(1, 4);
  await page.goto(address(uuid));
  const [place] = await firstCells(page, uuid);
  await expect(state(page)).toHaveText('All changes saved');
  await choose(page, 1, 1, '3');
  await page.goto('/api/health');
  const given = async () => {
    const { answers } = await api<{ answers: Cell[] }>(page, `answers?uuid=${uuid}`);
    return answers.find(({ criteriaId, domainId }) => criteriaId === place.criteriaId && domainId === place.domainId)?.value;
  };
  await expect.poll(given).toBe(3);
});

test('[RISK-15] what was chosen and undone without a connection is no change: nobody is asked about it', async ({ page, context }) => {
  const uuid = demoPaper(1, 12);
  await page.goto(address(uuid));
  const [place] = await firstCells(page, uuid);
  await expect(state(page)).toHaveText('All changes saved');
  await context.setOffline(true);
  await choose(page, 1, 1, '1');
  await expect(state(page)).toContainText('No connection: 1 change');
  const old = page.getByText('counted as of what was saved last');
  await expect(old).toBeVisible();
  // The pointer that went to the cell chose something, too.
  for (let step = 0; step < 2; step += 1) await page.keyboard.press('Control+z');
  await expect(state(page)).toHaveText('All changes saved');
  await expect(old).toBeHidden();
  await context.setOffline(false);
  await api(page, 'answers', { uuid, changes: [{ ...place, value: 2, version: 0 }] });
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(cell(page, 1, 1)).toHaveText(/^2/);
  await expect(state(page)).toHaveText('All changes saved');
});

test('[RISK-07] [RISK-16] what is hovered does not look chosen, and the frame of a missing answer is whole beside answered ones', async ({
  page,
}) => {
  await page.goto(address(demoPaper(1, 13)));
  await expect(state(page)).toHaveText('All changes saved');
  await cell(page, 3, 3).hover();
  const choice = page.locator('.tg-matrix-choice:not([aria-checked="true"])').first();
  const background = () => choice.evaluate((element) => getComputedStyle(element).backgroundColor);
  const before = await background();
  await choice.hover();
  expect(await background()).toBe(before);
  await page.mouse.move(0, 0);

  await page.getByRole('button', { name: 'Submit' }).click();
  const open = page.locator('.tg-marked .tg-matrix-cell.tg-open:not(.tg-active)').first();
  await expect(open).toBeVisible();
  const picture = (await open.screenshot()).toString('base64');
  const danger = await open.evaluate((element) => getComputedStyle(element).boxShadow.match(/rgba?\([^)]+\)/)?.[0] ?? '');
  const sides = await page.evaluate(
    async ([source, color]) => {
      const image = new Image();
      image.src = `data:image/png;base64,${source}`;
      await image.decode();
      const canvas = new OffscreenCanvas(image.width, image.height);
      const drawn = canvas.getContext('2d');
      if (!drawn) return [];
      drawn.drawImage(image, 0, 0);
      const wanted = (color.match(/\d+/g) ?? []).map(Number);
      const isRed = (x: number, y: number) => {
        const { data } = drawn.getImageData(x, y, 1, 1);
        return wanted.slice(0, 3).every((part, index) => Math.abs(part - (data[index] ?? 0)) < 24);
      };
      const { width, height } = image;
      const [middle, center] = [Math.floor(width / 2), Math.floor(height / 2)];
      const near = [0, 1, 2];
      return [
        near.some((at) => isRed(middle, at)),
        near.some((at) => isRed(width - 1 - at, center)),
        near.some((at) => isRed(middle, height - 1 - at)),
        near.some((at) => isRed(at, center)),
      ];
    },
    [picture, danger] as const,
  );
  expect(sides).toEqual([true, true, true, true]);
});

test('[RISK-15] of a save that arrived though its answer was lost nobody is told that somebody else changed it', async ({ page }) => {
  const uuid = demoPaper(2, 22);
  await page.goto(address(uuid));
  await expect(state(page)).toHaveText('All changes saved');
  await page.route('**/api/risk/evaluate/answers', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await choose(page, 1, 1, '1');
  await expect(state(page)).toContainText('No connection');
  // By the key alone: the next try might send what the pointer chose on its way to the cell.
  await page.keyboard.press('3');
  await expect(cell(page, 1, 1)).toHaveText(/^3/);
  await page.unroute('**/api/risk/evaluate/answers');
  await page.reload();
  await expect(state(page)).toHaveText('All changes saved');
  await expect(page.getByText('Changed here and elsewhere')).toHaveCount(0);
  await expect(cell(page, 1, 1)).toHaveText(/^3/);
  const { answers } = await api<{ answers: Cell[] }>(page, `answers?uuid=${uuid}`);
  expect(answers).toMatchObject([{ value: 3, version: 2 }]);
});

test('[RISK-15] two windows are merged, and the same answer is asked about', async ({ page, context }) => {
  const uuid = demoPaper(1, 11);
  const other = await context.newPage();
  await page.goto(address(uuid));
  await other.goto(address(uuid));
  for (const window of [page, other]) await expect(cell(window, 2, 1)).toBeVisible();
  await choose(page, 2, 1, '1');
  await expect(cell(other, 2, 1)).toHaveText('1');

  // Another answer is saved while this one is on its way.
  const [place] = await firstCells(page, uuid);
  let isFirst = true;
  await page.route('**/api/risk/evaluate/answers', async (route) => {
    if (isFirst) await api(page, 'answers', { uuid, changes: [{ ...place, value: 3, version: 0 }] });
    isFirst = false;
    await route.continue();
  });
  await choose(page, 1, 1, '1');
  await expect(state(page)).toContainText('also changed elsewhere');
  const conflicts = page.getByRole('region', { name: 'Changed here and elsewhere.' });
  await page.keyboard.press('Control+End');
  await expect(cell(page, 1, 1)).toHaveCount(0);
  await conflicts.getByRole('button', { name: 'Strategy / Market demand changes / Responsibilities unclear, Dealers' }).click();
  await expect(page.getByRole('grid')).toBeFocused();
  await expect(cell(page, 1, 1)).toHaveClass(/tg-active/);
  const keep = conflicts.getByRole('button', { name: 'Keep mine: Low' });
  await expect(keep).toBeVisible();
  // Which answer it is about is said with the button.
  await expect(keep).toHaveAccessibleDescription(/Responsibilities unclear/);
  await conflicts.getByRole('button', { name: 'Take theirs: High' }).click();
  await expect(cell(page, 1, 1)).toHaveText('3');
  await expect(state(page)).toHaveText('All changes saved');
  // The list is gone with the button that was pressed.
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('[RISK-10] [RISK-11] [RISK-15] who keeps an answer in a column that is not involved meanwhile answers the rest of it anew', async ({
  page,
}) => {
  const uuid = demoPaper(1, 14);
  await page.goto(address(uuid));
  await expect(state(page)).toHaveText('All changes saved');
  const { answers } = await api<{ answers: { criteriaId: string; domainId: string; version: number }[] }>(page, `answers?uuid=${uuid}`);
  const versions = new Map(answers.map(({ criteriaId, domainId, version }) => [`${criteriaId} ${domainId}`, version]));
  await page.route('**/api/risk/evaluate/answers*', (route) => route.abort());
  await choose(page, 2, 1, '2');
  await expect(state(page)).toContainText('No connection');
  const criteria = await api<{ id: string }[]>(page, `criteria?uuid=${uuid}`);
  const [{ domainId }] = await firstCells(page, uuid);
  const changes = criteria.map(({ id }) => ({ criteriaId: id, domainId, value: 0, version: versions.get(`${id} ${domainId}`) ?? 0 }));
  await api(page, 'answers', { uuid, changes });
  await page.unroute('**/api/risk/evaluate/answers*');
  await page.getByRole('button', { name: 'Keep mine: Medium' }).click();
  await expect(state(page)).toHaveText('All changes saved');
  await expect(cell(page, 2, 1)).toHaveText(/^2/);
  await page.reload();
  await expect(cell(page, 2, 1)).toHaveText(/^2/);
  for (const row of [1, 3, 8]) await expect(cell(page, row, 1)).toHaveText('');
});

test('[RISK-11] [RISK-15] who keeps answers in several columns that are not involved meanwhile answers the rest of all of them anew', async ({
  page,
}) => {
  const uuid = demoPaper(2, 11);
  await page.goto(address(uuid));
  await expect(state(page)).toHaveText('All changes saved');
  await page.route('**/api/risk/evaluate/answers*', (route) => route.abort());
  for (const column of [1, 2]) await choose(page, 2, column, '2');
  await expect(state(page)).toContainText('No connection');
  const criteria = await api<{ id: string }[]>(page, `criteria?uuid=${uuid}`);
  const columns = await firstCells(page, uuid);
  const changes = columns.flatMap(({ domainId }) => criteria.map(({ id }) => ({ criteriaId: id, domainId, value: 0, version: 0 })));
  await api(page, 'answers', { uuid, changes });
  await page.unroute('**/api/risk/evaluate/answers*');
  await page.getByRole('button', { name: 'Keep all mine' }).click();
  await expect(state(page)).toHaveText('All changes saved');
  for (const column of [1, 2]) {
    await expect(cell(page, 2, column)).toHaveText(/^2/);
    for (const row of [1, 3, 8]) await expect(cell(page, row, column)).toHaveText('');
  }
});

test('[RISK-15] what others answered is shown, however long the summary takes', async ({ page }) => {
  const uuid = demoPaper(2, 12);
  await page.goto(address(uuid));
  await expect(state(page)).toHaveText('All changes saved');
  const [place] = await firstCells(page, uuid);
  const sums = await hold(page, '**/api/risk/evaluate/criteria/sum?*');
  for (const key of ['1', '2']) {
    await choose(page, 1, 1, key);
    await expect.poll(async () => (await api<{ answers: Cell[] }>(page, `answers?uuid=${uuid}`)).answers[0]?.value).toBe(Number(key));
    await expect(state(page)).toHaveText('All changes saved');
  }
  const { answers } = await api<{ answers: Cell[] }>(page, `answers?uuid=${uuid}`);
  await api(page, 'answers', { uuid, changes: [{ ...place, value: 3, version: answers[0]?.version }] });
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(cell(page, 1, 1)).toHaveText(/^3/);
  sums.release();
  await expect(page.getByRole('row', { name: /^Strategy/ }).last()).toContainText('3');
  await expect(cell(page, 1, 1)).toHaveText(/^3/);
});

test('[RISK-15] what is chosen as soon as the answers can be seen is no conflict with them, however late they come', async ({ page }) => {
  await page.route('**/api/risk/evaluate/answers?*', async (route) => {
    await new Promise((done) => setTimeout(done, 800));
    await route.continue();
  });
  await page.goto(address(demoPaper(1, 5)));
  const before = await cell(page, 2, 1).textContent();
  await choose(page, 2, 1, before?.startsWith('1') ? '2' : '1');
  await expect(state(page)).toHaveText('All changes saved');
  await choose(page, 2, 1, (before ?? '').slice(0, 1));
  await expect(state(page)).toHaveText('All changes saved');
});

test('[STATE-09] [RISK-01] a sign-out in another window leaves whoever answers where they are', async ({ page, context, server }) => {
  const token = await signIn(page, server, 'riskmanager', PASSWORD);
  const paper = demoPaper(3, 2);
  await page.goto(address(paper));
  await expect(cell(page, 1, 1)).toBeVisible();
  const twin = await context.newPage();
  await twin.addInitScript((value) => sessionStorage.setItem('access_token', value), token);
  await prefer(twin, { language: 'en' });
  await twin.goto('/risk/questionnaire');
  const yes = await askToSignOut(twin);
  const looked = page.waitForResponse('**/api/login/stats*');
  await yes.click();
  await looked;
  // As long as it waits for more news of that kind.
  await page.waitForTimeout(1500);
  expect(page.url()).toContain(paper);
  expect(await page.evaluate(() => sessionStorage.getItem('access_token'))).toBeNull();
  await choose(page, 1, 1, '3');
  await expect(state(page)).toHaveText('All changes saved');
});

test('[RISK-16] [RISK-17] [RISK-18] a paper is submitted after confirmation, once everything is answered', async ({ page }) => {
  const uuid = demoPaper(1, 5);
  await page.goto(address(uuid));
  await choose(page, 1, 1, 'Delete');
  await expect(state(page)).toHaveText('All changes saved');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Unfilled content exists, cannot submit')).toBeVisible();
  await choose(page, 1, 1, '2');
  await expect(state(page)).toHaveText('All changes saved');
  // What somebody else saved a moment ago is what is submitted: it stands there before the question.
  const [place] = await firstCells(page, uuid);
  const { answers } = await api<{ answers: { criteriaId: string; domainId: string; version: number }[] }>(page, `answers?uuid=${uuid}`);
  const version = answers.find(({ criteriaId, domainId }) => criteriaId === place.criteriaId && domainId === place.domainId)?.version;
  await api(page, 'answers', { uuid, changes: [{ ...place, value: 3, version }] });
  // The choices stand in the active cell behind its text.
  await expect(cell(page, 1, 1)).toHaveText(/^2/);
  await page.getByRole('button', { name: 'Submit' }).click();
  const dialog = page.getByRole('dialog');
  await expect(cell(page, 1, 1)).toHaveText(/^3/);
  await expect(dialog).toContainText('cannot be deleted or withdrawn');
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('The questionnaire has been submitted and cannot be edited')).toBeVisible();
  await expect(page.getByText(/^Submitted successfully\. Receipt /)).toBeVisible();
  await expect(page.getByText(/^Receipt /)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await choose(page, 1, 1, '1');
  await expect(cell(page, 1, 1)).toHaveText('3');
});

test('[RISK-16] [RISK-18] of two people who submit at once one gets the receipt, and the other is told; a lost submit is the same one again', async ({
  page,
  context,
}) => {
  const uuid = demoPaper(3, 5);
  const other = await context.newPage();
  const question = (window: Page) => window.getByRole('dialog', { name: 'Submit the questionnaire' });
  for (const window of [page, other]) {
    await window.goto(address(uuid));
    await expect(cell(window, 1, 1)).toHaveText(/^\d/);
    await expect(state(window)).toHaveText('All changes saved');
    await window.getByRole('button', { name: 'Submit' }).click();
    await expect(question(window)).toBeVisible();
  }
  const keys: string[] = [];
  await other.route('**/api/risk/evaluate/submit', async (route) => {
    keys.push(route.request().postDataJSON().key);
    await (keys.length === 1 ? route.abort() : route.continue());
  });
  await question(other).getByRole('button', { name: 'Submit' }).click();
  await expect.poll(() => keys.length).toBe(1);
  await expect(question(other)).toHaveCount(0);
  await other.getByRole('button', { name: 'Submit' }).click();
  await question(other).getByRole('button', { name: 'Submit' }).click();
  await expect(other.getByText(/^Receipt /)).toBeVisible();
  expect(keys[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(keys[1]).toBe(keys[0]);

  await question(page).getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('This questionnaire has been submitted and can no longer be changed')).toBeVisible();
  await expect(page.getByText(/^Submitted successfully\. Receipt/)).toHaveCount(0);
  await expect(page.getByText(/^Receipt /)).toBeVisible();
});

test('[RISK-16] [RISK-17] what the manager changes meanwhile comes into the questionnaire, and the first open answer is shown', async ({
  page,
  server,
}) => {
  const uuid = demoPaper(3, 1);
  const token = await enter(page, server, { user: 'riskmanager', language: 'en' });
  const manage = async <T>(method: string, path: string, data: object): Promise<T> => {
    const response = await page.request.fetch(`${server.address}/api/risk/evaluate/${path}`, {
      method,
      data,
      headers: { authorization: `Bearer ${token}` },
    });
    const answer: { code: string; data: T } = await response.json();
    expect(answer.code).toBe('000000');
    return answer.data;
  };
  interface Item {
    id: string;
    uuid: string;
    version: number;
    endTime: string;
  }
  const item = async () => {
    const { content } = await manage<{ content: Item[] }>('POST', 'item/page', { projectId: '3', pageSize: 100 });
    const found = content.find((one) => one.uuid === uuid);
    if (!found) throw new Error('There is no such paper');
    return found;
  };
  const change = async (values: object) => {
    const { id, version } = await item();
    await manage('PUT', 'item', { id, version, ...values });
  };
  const fill = async () => {
    const rows = await api<{ id: string }[]>(page, `criteria?uuid=${uuid}`);
    const heads = await api<{ secondKinds: { id: string }[] }[]>(page, `domain/header?uuid=${uuid}`);
    const { answers } = await api<{ answers: Cell[] }>(page, `answers?uuid=${uuid}`);
    const known = new Set(answers.map((one) => `${one.criteriaId} ${one.domainId}`));
    const places = rows.flatMap(({ id }) =>
      heads.flatMap(({ secondKinds }) => secondKinds.map((kind) => ({ criteriaId: id, domainId: kind.id }))),
    );
    const changes = places
      .filter((place) => !known.has(`${place.criteriaId} ${place.domainId}`))
      .map((place) => ({ ...place, value: 2, version: 0 }));
    await api(page, 'answers', { uuid, changes });
  };
  await page.goto(address(uuid));
  const domains = (await api<{ id: string }[]>(page, `domain?uuid=${uuid}`)).map(({ id }) => id);
  await change({ businessDomain: domains[0] });
  await fill();
  await page.reload();
  const columns = page.getByRole('grid');
  await expect(state(page)).toHaveText('All changes saved');
  await expect(cell(page, 1, 1)).toHaveText(/^2/);
  const before = Number(await columns.getAttribute('aria-colcount'));
  await change({ businessDomain: domains.slice(0, 2).join(',') });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved successfully', { exact: true })).toBeVisible();
  const submit = async () => {
    await page.getByRole('button', { name: 'Submit' }).click();
    await page.getByRole('dialog', { name: 'Submit the questionnaire' }).getByRole('button', { name: 'Submit' }).click();
  };
  await submit();
  const told = page.getByRole('dialog');
  await expect(told).toContainText(/Not every answer is given: \d+ are missing/);
  await expect.poll(async () => Number(await columns.getAttribute('aria-colcount'))).toBeGreaterThan(before);
  await told.getByRole('button').click();
  await expect(cell(page, 1, before - 2)).toHaveClass(/tg-active/);

  await fill();
  await change({ endTime: '2099-12-31' });
  await submit();
  await expect(told).toContainText('The questionnaire itself was changed while you were about to submit');
  await told.getByRole('button').click();
  await submit();
  await expect(page.getByText(/^Receipt /)).toBeVisible();
});

test('[RISK-15] [RISK-18] nothing is submitted unseen, and what came too late is listed beside what counts', async ({ page, context }) => {
  const uuid = demoPaper(1, 15);
  const other = await context.newPage();
  await other.goto(address(uuid));
  const [one, two] = await firstCells(other, uuid);
  const { answers } = await api<{ answers: Cell[] }>(other, `answers?uuid=${uuid}`);
  const known = ({ criteriaId, domainId }: Place) => answers.find((cell) => cell.criteriaId === criteriaId && cell.domainId === domainId);
  const changes = [one, two].map((place) => ({ ...place, value: 2, version: known(place)?.version }));
  await api(other, 'answers', { uuid, changes });
  await page.goto(address(uuid));
  await expect(cell(page, 1, 1)).toHaveText(/^2/);

  await page.getByRole('button', { name: 'Submit' }).click();
  const question = page.getByRole('dialog', { name: 'Submit the questionnaire' });
  await expect(question).toBeVisible();
  await choose(other, 1, 1, '1');
  await expect(state(other)).toHaveText('All changes saved');
  await question.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('dialog')).toContainText('Others changed answers while you were about to submit');
  await page.getByRole('dialog').getByRole('button').click();
  await expect(cell(page, 1, 1)).toHaveText(/^1/);

  await page.route('**/api/risk/evaluate/answers', (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()));
  await choose(page, 1, 2, '3');
  await expect(state(page)).toContainText('No connection');
  await other.getByRole('button', { name: 'Submit' }).click();
  await other.getByRole('dialog').getByRole('button', { name: 'Submit' }).click();
  await expect(other.getByText(/^Receipt /)).toBeVisible();
  await page.unroute('**/api/risk/evaluate/answers');
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  const late = page.getByRole('region', { name: '1 of your changes came too late and was not taken in.' });
  await expect(late).toContainText(/Responsibilities unclear, .+Yours: High · counts: Medium/);
  await expect(page.getByText(/^Receipt /)).toBeVisible();
  await expect(cell(page, 1, 2)).toHaveText('2');
  // It outlives the window.
  await page.reload();
  await expect(cell(page, 1, 2)).toHaveText('2');
  await late.getByRole('button', { name: 'Remove this list' }).click();
  await expect(late).toHaveCount(0);
  await page.reload();
  await expect(page.getByText(/^Receipt /)).toBeVisible();
  await expect(late).toHaveCount(0);
});

test('[RISK-19] a paper past its deadline says so in a dialog that only its button closes, whatever the clock of the browser says; not in show mode', async ({
  page,
}) => {
  const uuid = demoPaper(1, 8);
  await setWrongClock(page, '2001-01-01T12:00:00Z');
  await page.goto(address(uuid, '&type=show'));
  await expect(page.getByRole('grid')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.addInitScript(() => {
    window.close = () => sessionStorage.setItem('window_closed', '1');
  });
  await page.goto(address(uuid));
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('has expired');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  await expect(dialog.getByRole('button')).toHaveCount(1);
  await dialog.getByRole('button').click();
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('window_closed'))).toBe('1');
  // A browser closes no window that a link opened: nothing but the text stays.
  await expect(page.getByRole('main')).toContainText('has expired');
  await expect(page.getByRole('grid')).toHaveCount(0);
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('main') !== null), 'the focus is in the page').toBe(true);
});

test('[RISK-19] a submitted paper past its deadline says so, too, and names its receipt; one whose evaluation was closed opens', async ({
  page,
}) => {
  const uuid = demoPaper(1, 6);
  let isClosed = false;
  await bend(page, '**/api/risk/evaluate/paper?*', (paper: Record<string, unknown>) => {
    expect(paper.state).not.toBe(0);
    Object.assign(paper, { expired: true, closed: isClosed, endTime: isClosed ? '2999-12-31' : '2026-01-31' });
  });
  await page.addInitScript(() => {
    window.close = () => sessionStorage.setItem('window_closed', '1');
  });
  const dialog = page.getByRole('dialog');
  await page.goto(address(uuid, '&type=show'));
  await expect(page.getByText(/^Receipt .+, submitted/)).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await page.goto(address(uuid));
  await expect(dialog).toContainText(/by 2026-01-31 and has expired\. Receipt .+, submitted/);
  await dialog.getByRole('button').click();
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('window_closed'))).toBe('1');
  await expect(page.getByRole('main')).toContainText(/has expired\. Receipt .+, submitted/);
  await expect(page.getByRole('grid')).toHaveCount(0);
  isClosed = true;
  await page.goto(address(uuid));
  await expect(page.getByText('cannot be edited')).toBeVisible();
  await expect(dialog).toHaveCount(0);
});

test('[RISK-18] [RISK-19] what came too late can be read after the dialog, and when the questionnaire is gone', async ({ page }) => {
  const late = page.getByRole('region', { name: '1 of your changes came too late and was not taken in.' });
  const expired = demoPaper(1, 8);
  await page.goto(address(expired, '&type=show'));
  const [place] = await firstCells(page, expired);
  await page.evaluate(([key, text]) => localStorage.setItem(key, text), [
    `targus-draft:${expired}:1-2`,
    JSON.stringify({ format: 1, records: [{ ...place, value: 3, version: 0 }] }),
  ] as const);
  const answers = await hold(page, '**/api/risk/evaluate/answers?*');
  await page.goto(address(expired));
  await page.getByRole('dialog').getByRole('button').click();
  // What came too late is known once there are answers to compare it with, which may be after the dialog.
  await expect(page.getByRole('dialog')).toHaveCount(0);
  answers.release();
  await expect(late).toContainText('Yours: High');
  await late.getByRole('button', { name: 'Remove this list' }).click();
  await expect(late).toHaveCount(0);

  await page.goto(address(demoPaper(1, 20)));
  await expect(cell(page, 1, 1)).toBeVisible();
  const gone = { status: 404, json: { code: 'NOT_FOUND', msg: 'This no longer exists', requestId: 'x' } };
  await page.route('**/api/risk/evaluate/paper?*', (route) => route.fulfill(gone));
  await page.route('**/api/risk/evaluate/answers*', (route) => route.fulfill(gone));
  await choose(page, 1, 1, '3');
  const lost = page.getByRole('region', { name: '1 of your changes was not taken in.' });
  for (const isAnew of [false, true]) {
    if (isAnew) await page.reload();
    await expect(lost).toContainText(/Responsibilities unclear, .+Yours: High/);
    await expect(page.getByText('This questionnaire was withdrawn')).toBeVisible();
    await expect(page.getByText('There is no such questionnaire')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Submit' })).toHaveCount(0);
    await expect(page.getByRole('grid')).toHaveCount(0);
    await expect(state(page)).toHaveCount(0);
  }
  await lost.getByRole('button', { name: 'Remove this list' }).click();
  await expect(lost).toHaveCount(0);
  await page.unroute('**/api/risk/evaluate/paper?*');
  await page.unroute('**/api/risk/evaluate/answers*');
});

test('[RISK-02] [RISK-13] [PERM-14] links with a domain and links in show mode read only', async ({ page }) => {
  const uuid = demoPaper(1, 12);
  await page.goto(address(uuid, '&type=show'));
  await expect(page.getByRole('grid')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Submit' })).toHaveCount(0);
  await expect(page.getByText('cannot be edited')).toHaveCount(0);
  const [domain] = await api<{ id: string }[]>(page, `domain?uuid=${uuid}`);
  await page.goto(address(uuid, `&domain=${domain?.id}`));
  await expect(page.getByText('cannot be edited')).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Design' })).toHaveCount(0);
  await expect(page.getByRole('columnheader', { name: 'Dealers' })).toBeVisible();
});

test('[RISK-03] a questionnaire goes by its own title', async ({ page }) => {
  await bend(page, '**/api/risk/evaluate/paper?*', (paper: { kindName?: string }) => {
    expect(paper.kindName).toBe('Risk assessment');
    paper.kindName = 'Maturity of controls';
  });
  await page.goto(address(demoPaper(1, 12)));
  await expect(page.getByRole('heading', { name: 'Maturity of controls', level: 1 })).toBeVisible();
  await expect(page).toHaveTitle(/^Maturity of controls - /);
});

test('[RISK-01] wrong and revoked links say the same', async ({ page }) => {
  for (const uuid of ['nonsense', demoPaper(1, 9), 'x'.repeat(3_000), 'a%00b']) {
    await page.goto(address(uuid));
    await expect(page.getByText('There is no such questionnaire')).toBeVisible();
  }
});

test('[THEME-01] what is printed stands on white paper, in a dark theme too, and the theme is there again afterwards', async ({ page }) => {
  await prefer(page, { language: 'en', theme: 'theme-yellow-dark' });
  await page.goto(address(demoPaper(1, 12)));
  await expect(page.getByRole('grid')).toBeVisible();
  /** How light what people see is, 0 to 1: the grounds below the matrix and in a field, and the words. */
  const lights = () =>
    page.evaluate(() => {
      const light = (element: Element | null, name: 'backgroundColor' | 'color'): number => {
        for (let at = element; at; at = name === 'color' ? null : at.parentElement) {
          const [red = 0, green = 0, blue = 0, alpha = 1] = (getComputedStyle(at)[name].match(/[\d.]+/g) ?? []).map(Number);
          if (alpha > 0.5) return (red + green + blue) / 765;
        }
        return getComputedStyle(document.documentElement).colorScheme === 'dark' ? 0 : 1;
      };
      const [matrix, field, heading] = ['.tg-matrix', 'input', 'h1'].map((where) => document.querySelector(where)) as Element[];
      return {
        grounds: Math.min(...[matrix, field, document.body].map((place) => light(place ?? null, 'backgroundColor'))),
        dark: Math.max(...[matrix, field, document.body].map((place) => light(place ?? null, 'backgroundColor'))),
        words: light(heading ?? null, 'color'),
      };
    });
  expect((await lights()).dark).toBeLessThan(0.3);
  await page.emulateMedia({ media: 'print' });
  await expect.poll(async () => (await lights()).grounds).toBeGreaterThan(0.9);
  expect((await lights()).words).toBeLessThan(0.3);
  expect(await page.evaluate(() => localStorage.getItem('targus-ground'))).toContain('"tone":"dark"');
  await page.emulateMedia({ media: null });
  await expect.poll(async () => (await lights()).dark).toBeLessThan(0.3);
  // Browsers that print tell so before they lay the page out.
  const toneAfter = (event: string) =>
    page.evaluate(async (name) => {
      window.dispatchEvent(new Event(name));
      await Promise.resolve();
      return document.documentElement.dataset.tone;
    }, event);
  expect(await toneAfter('beforeprint')).toBe('light');
  expect(await toneAfter('afterprint')).toBe('dark');
});

test('[RISK-01] [RISK-02] a link to a finance paper leads there, and one with a domain of another paper says so', async ({ page }) => {
  await page.goto(address(demoPaper(1, 12), '&domain=999'));
  await expect(page.getByText('There is no such business domain in this questionnaire')).toBeVisible();
  await expect(page.getByRole('grid', { includeHidden: true })).toHaveCount(0);
  await expect(page.getByText('set up wrongly')).toHaveCount(0);
  await page.goto(address(demoFinancePaper(4)));
  await expect(page.getByText('This link is for another questionnaire')).toBeVisible();
  await expect(page.getByText('The link is wrong')).toHaveCount(0);
  for (const name of ['Save', 'Submit']) await expect(page.getByRole('button', { name })).toHaveCount(0);
  await expect(page.getByText('set up wrongly')).toHaveCount(0);
  await page.getByRole('button', { name: 'Open the finance questionnaire' }).click();
  await expect(page.locator('[data-cell="end.cash"]')).toBeVisible();
});

test.describe('a server that is away for a moment', () => {
  test.use({ expectedErrors: [/status of 503|UNAVAILABLE/] });

  test('[RISK-01] [ERR-07] is told as that, and not as a mistake in the questionnaire', async ({ page }) => {
    const json = { code: 'UNAVAILABLE', msg: 'The server cannot reach its database', requestId: '1' };
    await page.route('**/api/risk/evaluate/criteria?*', (route) => route.fulfill({ status: 503, json }), { times: 1 });
    await page.goto(address(demoPaper(1, 12)));
    const told = page.getByRole('alert').filter({ hasText: 'This part cannot be shown' });
    await expect(told).toContainText('The data are not loaded: The service is not available at the moment');
    await expect(page.getByText('set up wrongly')).toHaveCount(0);
    await told.getByRole('button', { name: 'Try again' }).click();
    await expect(told).toHaveCount(0);
    await expect(page.getByRole('gridcell').first()).toBeVisible();
  });
});

test('[RISK-13] [RISK-18] whoever answers below the fold is told there that the questionnaire was closed meanwhile', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('language', 'en'));
  await page.goto(address(demoPaper(1, 1)));
  await expect(cell(page, 1, 1)).toBeVisible();
  await bend(page, '**/api/risk/evaluate/paper?*', (paper: { editable?: boolean; expired?: boolean; closed?: boolean }) => {
    Object.assign(paper, { editable: false, expired: true, closed: true });
  });
  const refusal = { code: 'EVALUATION_CLOSED', msg: 'Closed', requestId: 'x' };
  await page.route('**/api/risk/evaluate/answers', (route) =>
    route.request().method() === 'GET' ? route.fallback() : route.fulfill({ status: 409, json: refusal }),
  );
  await choose(page, 1, 1, '1');
  await expect(page.locator('.ant-message').getByText(/was closed/)).toBeVisible();
});
