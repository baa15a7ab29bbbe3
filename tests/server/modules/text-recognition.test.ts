import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ask } from '../../../server/data-engine/index.ts';
import { createFileStore } from '../../../server/files/store.ts';
import { csvOf, writeParquet } from '../../../server/modules/data-mart/parts.ts';
import { openRelation } from '../../../server/modules/data-mart/relation.ts';
import { type Column, createTable } from '../../../server/modules/data-mart/repository.ts';
import { takeRevision } from '../../../server/modules/data-mart/revisions.ts';
import { readerOf, requireTable } from '../../../server/modules/data-mart/rights.ts';
import { queueRun } from '../../../server/modules/data-runs/queue.ts';
import { type Runner, startRunner } from '../../../server/modules/data-runs/runner.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { readSheets, zip } from '../../support/workbook.ts';
import { type Answer, call, tokenOf, uploadFile } from './client.ts';
import { pdf } from './file-samples.ts';

let app: TestApp;
let runner: Runner;
const tokens: Record<string, string> = {};
let notes = '';

const columns: Column[] = [
  { name: 'number', title: 'Number', fieldType: 'string', analysisType: 'id' },
  { name: 'note', title: 'Note', fieldType: 'string', analysisType: 'text' },
];

beforeAll(async () => {
  app = await startApp();
  for (const name of ['admin', 'auditor']) tokens[name] = await tokenOf(app, name);
  const files = createFileStore(app.settings);
  const { id } = await app.db.selectFrom('app_user').select('id').where('username', '=', 'admin').executeTakeFirstOrThrow();
  const made = await createTable(app.db, { name: 'notes', title: 'Notes', kind: 'source', ownerId: id });
  notes = made.bizId;
  const rows = [
    ['N-1', '付款人民币1,000元，"2026-03-05"前'],
    ['N-2', null],
    ['N-3', 'nothing here'],
    ['N-4', '身份证 110105194912310021\n13800138000'],
  ];
  const file = join(app.settings.dataDir, 'notes.parquet');
  await writeParquet(app.settings.dataDir, { csv: Buffer.from(csvOf(rows)), columns, to: file });
  await takeRevision(app.db, files, { tableId: made.id, file, mode: 'full', by: 'test', columns });
  const log = (what: string, error: unknown) => console.error(what, error);
  runner = startRunner({ db: app.db, settings: app.settings, files, documents: app.documents, log });
});
afterAll(async () => {
  await runner.stop();
  await app.close();
});

const post = (path: string, body: unknown, as = 'admin', language = 'en'): Promise<Answer> =>
  call(app, `/api/ai/text${path}`, { method: 'POST', token: tokens[as], body, headers: { 'accept-language': language } });
// biome-ignore lint/suspicious/noExplicitAny: answers are checked by their contracts
const data = (answer: { status: number; body: { data?: unknown } }): any => {
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.data;
};
const send = (content: Buffer, name: string) => uploadFile(app, '/api/ai/text/file', tokens.admin ?? '', content, name);
const reason = (answer: { status: number; body: unknown }) =>
  (answer.body as { details?: { key: string }[] }).details?.map(({ key }) => key) ?? answer.status;

/** A PDF with these lines as its text, on each of its pages. */
function textPdf(lines: readonly string[], pages = 1): Buffer {
  const text = lines.map((line, at) => `BT /F1 12 Tf 40 ${760 - at * 20} Td (${line}) Tj ET`).join('\n');
  const numbers = Array.from({ length: pages }, (_, page) => page + 5);
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Kids[${numbers.map((number) => `${number} 0 R`).join(' ')}]/Count ${pages}>>`,
    `<</Length ${text.length}>>stream\n${text}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    ...numbers.map(() => '<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 3 0 R/Resources<</Font<</F1 4 0 R>>>>>>'),
  ];
  const body = objects.map((object, at) => `${at + 1} 0 obj${object}endobj`).join('\n');
  return Buffer.from(`%PDF-1.4\n${body}\ntrailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n0\n%%EOF`);
}

it('[DATA-04] recognises what stands in a text, by kinds named in the language of the reader, and nothing without the permission', async () => {
  const text = 'Pay USD 1,250.50 by March 15, 2026; ID 110105194912310021.';
  const read = data(await post('/recognise', { text }));
  expect(read.places.map((place: Record<string, unknown>) => [place.kindName, place.value, place.check])).toEqual([
    ['Amount', '1250.50 USD', 'none'],
    ['Date', '2026-03-15', 'passed'],
    ['Resident ID number', '110105194912310021', 'failed'],
  ]);
  expect(read.counts[0]).toMatchObject({ kind: 'resident-id', count: 1, tone: 'danger' });
  expect(data(await post('/recognise', { text, kinds: ['amount'] }, 'admin', 'zh-CN')).places).toMatchObject([{ kindName: '金额' }]);
  expect(reason(await post('/recognise', { text, kinds: ['gone'] }))).toEqual(['recognition.kindGone']);
  expect(reason(await post('/recognise', { text: ' \n ' }))).toEqual(['recognition.problem.noText']);
  expect((await post('/recognise', { text }, 'auditor')).status).toBe(403);
  // Long ones are read in a thread, with the same result.
  const long = data(await post('/recognise', { text: `${'x '.repeat(15_000)}${text}` }));
  expect(long.places.map(({ value }: { value: string }) => value)).toEqual(['1250.50 USD', '2026-03-15', '110105194912310021']);
});

it('[DATA-04] reads the text of files: Word, Excel, PDF and plain ones; scans, broken and foreign ones are told as what they are', async () => {
  const type = (kind: string) =>
    `<Types><Override PartName="/x" ContentType="application/vnd.openxmlformats-officedocument.${kind}.main+xml"/></Types>`;
  const word = await zip({
    '[Content_Types].xml': type('wordprocessingml.document'),
    'word/document.xml':
      '<w:document xmlns:w="w"><w:p><w:r><w:t>Due 2026-</w:t></w:r><w:r><w:t>03-05</w:t></w:r></w:p><w:p><w:t>13%</w:t></w:p></w:document>',
  });
  const values = async (content: Buffer, name: string) =>
    data(await send(content, name)).places.map(({ value }: { value: string }) => value);
  expect(await values(word, 'a.docx')).toEqual(['2026-03-05', '13%']);
  expect(await values(textPdf(['Invoice No. 12345678', 'EUR 20.00']), 'a.pdf')).toEqual(['12345678', '20.00 EUR']);
  const cut = async (pages: number) => data(await send(textPdf(['EUR 20.00'], pages), 'a.pdf')).isCut;
  expect([await cut(200), await cut(201)]).toEqual([false, true]);
  expect(await values(Buffer.from('\uFEFF人民币5元', 'utf16le'), 'a.txt')).toEqual(['5.00 CNY']);
  expect(await values(Buffer.from('\uFEFF人民币5元', 'utf8'), 'a.txt')).toEqual(['5.00 CNY']);
  expect(reason(await send(pdf, 'scan.pdf'))).toEqual(['recognition.problem.noText']);
  expect(reason(await send(Buffer.from(`%PDF-1.4\n${'x'.repeat(500)}\nstartxref\n9\n%%EOF`), 'b.pdf'))).toEqual([
    'recognition.problem.unreadable',
  ]);
  expect(reason(await send(Buffer.from('MZ'), 'a.exe'))).toEqual(['file.typeNotAllowed']);
}, 240_000);

it('[DATA-04] gives what was found as a workbook', async () => {
  const answer = await app.http.inject({
    method: 'POST',
    url: '/api/ai/text/export',
    headers: { authorization: `Bearer ${tokens.admin}`, 'accept-language': 'en' },
    payload: { text: '=1 EUR by 2026-02-30' },
  });
  expect(answer.statusCode).toBe(200);
  expect(Object.values(await readSheets(answer.rawPayload))[0]).toEqual([
    ['Kind', 'Value', 'As it stands', 'Check', 'Place'],
    ['Amount', '1.00 EUR', '1 EUR', null, 2],
    ['Date', '2026-02-30', '2026-02-30', 'Wrong', 11],
  ]);
});

async function ended(id: string) {
  for (let tries = 0; tries < 600; tries += 1) {
    const run = data(await call(app, `/api/data/run?id=${id}`, { token: tokens.admin, headers: { 'accept-language': 'en' } }));
    if (run.status !== 'queued' && run.status !== 'started') return run;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`run ${id} does not end`);
}

it('[DATA-04] [API-103] reads a column of a data table into a table of its own, again when it is run again, and keeps its input from being deleted', async () => {
  const given = { tableId: notes, column: 'note', keyColumn: 'number', name: 'found_in_notes', title: 'Found', key: 'made-once-1' };
  expect(reason(await post('/column', { ...given, column: 'gone' }))).toEqual(['aimodel.columnDenied']);
  const { bizId, runId } = data(await post('/column', given));
  expect(data(await post('/column', given)).bizId).toBe(bizId);
  expect(await ended(runId)).toMatchObject({ status: 'finished', failure: null });
  const again = data(await call(app, `/api/data/data-table/execute?bizId=${bizId}`, { token: tokens.admin }));
  expect(await ended(again.id)).toMatchObject({ status: 'finished' });

  const { id } = await app.db.selectFrom('app_user').select('id').where('username', '=', 'admin').executeTakeFirstOrThrow();
  const reader = await readerOf(app.db, id);
  if (!reader) throw new Error('no admin');
  const seen = await requireTable(app.db, reader, bizId, 'view');
  expect(seen.columns.map(({ title }) => title)).toEqual(['Row', 'Column to join by', 'Kind', 'Value', 'As it stands', 'Check passed']);
  const relation = await openRelation(app.db, createFileStore(app.settings), app.settings.dataDir, seen);
  const { rows } = await ask({ sql: `SELECT * FROM ${relation.sql} ORDER BY row, value`, files: relation.files, most: 100 });
  expect(rows.map((row) => Object.values(row).map(String))).toEqual(
    [
      ['1', 'N-1', 'amount', '1000.00 CNY', '人民币1,000元', 'null'],
      ['1', 'N-1', 'date', '2026-03-05', '2026-03-05', 'true'],
      ['4', 'N-4', 'resident-id', '110105194912310021', '110105194912310021', 'false'],
      ['4', 'N-4', 'phone', '13800138000', '13800138000', 'null'],
    ].toSorted((one, other) => Number(one[0]) - Number(other[0]) || ((one[3] ?? '') < (other[3] ?? '') ? -1 : 1)),
  );
  // Whoever has the table by now gets nothing of an input they may not use, whoever runs it.
  const auditor = await app.db.selectFrom('app_user').select('id').where('username', '=', 'auditor').executeTakeFirstOrThrow();
  await app.db.updateTable('data_table').set({ owner_id: auditor.id }).where('biz_id', '=', bizId).execute();
  const grant = (tableId: number, to: number, permissions: ('view' | 'reference' | 'execute')[], columns: string[] | null = null) =>
    app.db
      .insertInto('data_grant')
      .values({
        ...{ table_id: tableId, user_id: to, permissions, columns, reason: 'test', starts_at: new Date(0), state: 'granted' as const },
        asked: JSON.stringify({ permissions, columns, startDate: '2026-01-01', endDate: null }),
      })
      .execute();
  await grant(seen.table.id, id, ['view', 'execute']);
  const runBy = async () => {
    const run = data(await call(app, `/api/data/data-table/execute?bizId=${bizId}`, { token: tokens.admin }));
    return await ended(run.id);
  };
  const failed = (failure: RegExp) => ({ status: 'failed', failure: expect.stringMatching(failure) });
  expect(await runBy()).toMatchObject(
    failed(/, who owns the table that is filled, may not use the table .* ask for that right in the data mart/),
  );
  // Neither the texts nor what rows are joined by.
  const input = await app.db.selectFrom('data_table').select('id').where('biz_id', '=', notes).executeTakeFirstOrThrow();
  await grant(input.id, auditor.id, ['view', 'reference'], ['number']);
  for (const [allowed, denied] of [
    ['number', 'note'],
    ['note', 'number'],
  ] as const) {
    await app.db
      .updateTable('data_grant')
      .set({ columns: [allowed] })
      .where('table_id', '=', input.id)
      .execute();
    expect(await runBy()).toMatchObject(
      failed(new RegExp(`, who owns the table that is filled, may not read these columns of .*: ${denied}\\. They ask`)),
    );
  }
  await app.db.updateTable('data_grant').set({ columns: null }).where('table_id', '=', input.id).execute();
  expect(await runBy()).toMatchObject({ status: 'finished' });
  // Whoever it runs for, as a schedule does, lacks a right where a column is denied to them, and none where it is gone.
  const failureOf = async () => {
    const run = await queueRun(
      app.db,
      { kind: 'text-recognise', tableId: seen.table.id, title: 'Found', input: {} },
      { userId: auditor.id, name: 'auditor' },
    );
    expect(await ended(String(run.id))).toMatchObject({ status: 'failed' });
    return (await app.db.selectFrom('data_run').select('failure').where('id', '=', run.id).executeTakeFirstOrThrow()).failure;
  };
  await app.db
    .updateTable('data_grant')
    .set({ columns: ['note'] })
    .where('table_id', '=', input.id)
    .execute();
  const deniedTo = { key: 'datarun.failure.columnsDenied', lacks: 'reader', values: { table: 'Notes', columns: 'number' } };
  expect(await failureOf()).toEqual(deniedTo);
  await app.db.updateTable('data_grant').set({ columns: null }).where('table_id', '=', input.id).execute();
  await app.db.updateTable('text_recognition').set({ key_column: 'gone' }).where('table_id', '=', seen.table.id).execute();
  expect(await failureOf()).toEqual({ key: 'aimodel.failure.columns', values: { columns: 'gone' } });
  const removed = await call(app, `/api/data/mart?bizId=${notes}`, { method: 'DELETE', token: tokens.admin });
  expect(removed.status, JSON.stringify(removed.body)).toBe(409);
});
