import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../support/app.ts';
import { zip } from '../../support/workbook.ts';
import { call, tokenOf } from '../modules/client.ts';

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await startApp();
  token = await tokenOf(app, 'riskmanager');
});
afterAll(() => app.close());

const states = { Now: '', 'Last year': 'state="hidden"', Macros: 'state="veryHidden"' };
/** A workbook of sheets of criteria; the sub-cause of the only row of each is its name. */
function bookOf(names: readonly (keyof typeof states)[]): Promise<Buffer> {
  const row = (texts: readonly string[]) => `<row>${texts.map((text) => `<c t="str"><v>${text}</v></c>`).join('')}</row>`;
  const sheet = (name: string) =>
    `<worksheet><sheetData>${row(['Dimension', 'Risk cause', 'Sub-cause'])}${row(['Supply', 'Delay', name])}</sheetData></worksheet>`;
  const list = names.map((name, at) => `<sheet name="${name}" ${states[name]} id="r${at}"/>`).join('');
  return zip({
    'xl/workbook.xml': `<workbook><sheets>${list}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${names.map((_, at) => `<Relationship Id="r${at}" Target="${at}.xml"/>`).join('')}</Relationships>`,
    ...Object.fromEntries(names.map((name, at) => [`xl/${at}.xml`, sheet(name)])),
  });
}

async function importBook(content: Buffer, query = '') {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(content)]), 'Hidden.xlsx');
  const request = new Request('http://x', { method: 'POST', body: form });
  const answer = await app.http.inject({
    method: 'POST',
    url: `/api/risk/template/import${query}`,
    headers: { authorization: `Bearer ${token}`, 'content-type': request.headers.get('content-type') ?? '', 'accept-language': 'en' },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  return answer.json().data as { saved: boolean; id: string };
}

it('[RISK-06] takes no rows from a sheet nobody sees, and says which one it is', async () => {
  const file = await bookOf(['Now', 'Last year', 'Macros']);
  const hidden = {
    sheet: 'Last year',
    message: 'The sheet is hidden, so that it is not imported',
    advice: 'Unhide it (right-click any sheet tab), or delete it',
  };
  expect(await importBook(file)).toMatchObject({ saved: false, criteria: 1, faultCount: 1, faults: [hidden] });
  const { id } = await importBook(file, '?partial=1');
  const { body } = await call(app, `/api/risk/template/criteria?id=${id}`, { token });
  expect((body.data as { subCause: string }[]).map(({ subCause }) => subCause)).toEqual(['Now']);
  expect(await importBook(await bookOf(['Last year']), '?partial=1')).toMatchObject({ saved: false, faults: [hidden] });
});
