import type { Page } from '@playwright/test';
import { tokenOf } from '../../support/browser.ts';
import type { ServerProcess } from '../../support/server-process.ts';
import { call, type Screen } from './screen.ts';

const row = 'tbody tr button';
const [suppliers, expenses] = ['2000000000000000002', '2000000000000000004'];

interface Model {
  id: string;
  bizId: string;
  state: string;
}

/** Comes back when what is asked for every half a second is so. */
async function until(is: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 80; tries += 1) {
    if (await is()) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  throw new Error('It takes too long');
}

/** A model of two classes, fitted once a server. */
async function fitted(_: Page, server: ServerProcess): Promise<void> {
  const token = await tokenOf(server, 'admin');
  const find = async () =>
    (await call<{ content: Model[] }>(server, 'data/ai-model/searchPage', { token, body: { keyword: 'Active' } })).content[0];
  if (!(await find())) {
    const given = { kind: 'table', name: 'Active suppliers', tableId: suppliers, target: 'is_active', budget: 2 };
    await call(server, 'data/ai-model/create', { token, body: given });
    await call(server, `data/data-table/execute?bizId=${(await find())?.bizId}&automlType=fit`, { token });
  }
  await until(async () => (await find())?.state === 'ready');
}

/** An analysis that is done, made once a server. */
async function analysed(_: Page, server: ServerProcess): Promise<void> {
  const token = await tokenOf(server, 'admin');
  const find = async () => (await call<{ content: Model[] }>(server, 'data/ai-causal/page', { token, body: {} })).content[0];
  if (!(await find())) {
    const columns = { treatment: 'has_receipt', treated: 'true', outcome: 'amount', confounders: ['kind', 'city', 'department'] };
    await call(server, 'data/ai-causal/create', { token, body: { name: 'Receipts', tableId: expenses, ...columns, budget: 2 } });
  }
  await until(async () => (await find())?.state === 'done');
}

async function open(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name }).click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
}

/** Models, and causal analyses. */
export const modelScreens: Screen[] = [
  { name: 'models', path: '/data/models', user: 'admin', ready: row, arrange: fitted },
  {
    name: 'model',
    path: '/ai/fit',
    user: 'admin',
    ready: row,
    arrange: fitted,
    async prepare(page) {
      await open(page, 'Active suppliers');
      await page.getByRole('table', { name: 'Confusion matrix' }).waitFor();
    },
  },
  {
    name: 'model-predict',
    isState: true,
    path: '/data/models',
    user: 'admin',
    ready: row,
    arrange: fitted,
    async prepare(page) {
      await open(page, 'Active suppliers');
      await page.getByRole('tab', { name: 'Predict' }).click();
      await page.getByRole('button', { name: 'Predict', exact: true }).click();
      await page.getByText(/^Probability of/).waitFor();
    },
  },
  { name: 'causal-analyses', path: '/ai/causal', user: 'admin', ready: row, arrange: analysed },
  {
    name: 'causal-analysis',
    path: '/ai/causal',
    user: 'admin',
    ready: row,
    arrange: analysed,
    async prepare(page) {
      await open(page, 'Receipts');
      await page.getByRole('table', { name: 'How comparable both sides are' }).waitFor();
    },
  },
];
