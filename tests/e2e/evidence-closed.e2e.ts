import { expectAccessible } from '../support/accessibility.ts';
import { expect, test, tokenOf } from '../support/browser.ts';
import { call } from './screens/screen.ts';
import { enter } from './world.ts';

interface Link {
  id: string;
  reviewObjectId: string;
  clientCode: string;
  projectName: string;
  dealerName: string;
}
interface Project {
  id: string;
  projectName: string;
}
const inClosed = 'This project is closed: its review objects and their evidence stay as they are';

test('[FLOW-03] [FLOW-07] [EVID-02] evidence of a closed project is read, by staff and by the dealer, and says why nothing changes', async ({
  page,
  server,
}) => {
  const token = await tokenOf(server);
  const { list } = await call<{ list: Link[] }>(server, 'flow-ticket-url/queryPage', { token, body: {} });
  const [link] = list;
  if (!link) throw new Error('The demo has no share link');
  const { copyUrl } = await call<{ copyUrl: string }>(server, `flow-ticket-url/fetchCopyUrl/${link.id}`, { token });
  const taskName = 'Browser test of a closed project';
  await call(server, 'flow-bill-collect/save', { token, body: { reviewObjectId: link.reviewObjectId, taskName } });
  const { content } = await call<{ content: Project[] }>(server, 'flow-audit-project/projectPageList', {
    token,
    body: { clientCode: link.clientCode },
  });
  const project = content.find(({ projectName }) => projectName === link.projectName);
  if (!project) throw new Error(`The demo has no project ${link.projectName}`);
  const become = async (status: string) => {
    const now = await call<object>(server, `flow-audit-project/selectProjdetail/${project.id}`, { token });
    await call(server, 'flow-audit-project/save', { token, body: { ...now, status } });
  };
  await become('2');
  try {
    await enter(page, server, { user: 'auditor', language: 'en' });
    await page.goto(`/flow/evidence?bills.filters=${encodeURIComponent(JSON.stringify({ keyWord: taskName }))}`);
    const row = page.getByRole('row').filter({ hasText: taskName });
    await expect(row.getByRole('checkbox')).toBeDisabled();
    await row.getByRole('button', { name: /^Tickets/ }).click();
    const drawer = page.getByRole('dialog');
    await expect(drawer.getByRole('paragraph').filter({ hasText: inClosed })).toBeVisible();
    await expect(drawer.getByRole('heading', { name: 'VAT special invoice' })).toBeVisible();
    await expect(drawer.getByRole('button', { name: /Add files/ })).toHaveCount(0);
    await expect(drawer.getByRole('button', { name: 'Approve' })).toBeDisabled();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
    await page.getByRole('tab', { name: 'Share links' }).click();
    const shared = page.getByRole('row').filter({ hasText: link.dealerName }).first();
    await expect(shared).toContainText('Closed');
    await shared.getByRole('button', { name: 'More actions' }).click();
    for (const name of [/^Send by mail/, /^Edit/, /^Renew/])
      await expect(page.getByRole('menuitem', { name })).toHaveAttribute('aria-disabled', 'true');
    await expect(page.getByRole('menuitem', { name: /^Revoke/ })).not.toHaveAttribute('aria-disabled', 'true');
    await page.keyboard.press('Escape');

    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`/evidence/collectiont/link?copyUrl=${copyUrl}`);
    await expect(page.getByText(/^The project of this collection was closed/)).toBeVisible();
    const task = page.getByRole('row').filter({ hasText: taskName });
    await task
      .getByRole('button', { name: /^View tickets/ })
      .first()
      .click();
    await expect(page.getByText(/^The project of this collection was closed/).last()).toBeVisible();
    await expect(page.getByRole('heading', { name: 'VAT special invoice' })).toBeVisible();
    await expect(page.getByRole('button', { name: /Add files/ })).toHaveCount(0);
  } finally {
    await become('1');
  }
});
