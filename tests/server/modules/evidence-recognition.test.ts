import { crc32, deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { notePicture } from '../../../server/database/demo/ticket-pictures.ts';
import { readInvoiceCode } from '../../../server/modules/evidence/recognition/invoice-qr.ts';
import { readInvoiceText } from '../../../server/modules/evidence/recognition/invoice-text.ts';
import { ticketThreads } from '../../../server/modules/evidence/recognition/pool.ts';
import { recognise } from '../../../server/modules/evidence/recognition/recognise.ts';
import { EvidenceWorld, invoice } from './evidence-world.ts';
import { pdf } from './file-samples.ts';
import { code } from './flow-world.ts';

// Print is looked for on every picture: a few seconds of a processor each.
vi.setConfig({ testTimeout: 240_000 });

let world: EvidenceWorld;
beforeAll(async () => {
  world = await EvidenceWorld.start();
});
afterAll(async () => await world.app.close());

/** A PNG that says it has this size, with pixels that compress to nothing. */
function hugePng(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc((width + 1) * Math.min(height, 200)), { level: 9 });
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}

/** A PDF of one page with these lines as its text. */
function textPdf(lines: readonly string[]): Buffer {
  const text = lines.map((line, at) => `BT /F1 12 Tf 40 ${760 - at * 20} Td (${line}) Tj ET`).join('\n');
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${text.length}>>stream\n${text}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ];
  return Buffer.from(
    `%PDF-1.4\n${objects.map((body, at) => `${at + 1} 0 obj${body}endobj`).join('\n')}\ntrailer<</Size 6/Root 1 0 R>>\n%%EOF`,
  );
}

describe('recognition', () => {
  it('[API-158] [TICKET-04] reads the QR code of a VAT invoice: special without a check code, fully digital without an invoice code; other codes are none', () => {
    expect(readInvoiceCode('01,01,4403194130,08765432,5660.38,20260228,,A1B2,')).toEqual({
      ocrCode: '4403194130',
      ocrNum: '08765432',
      ocrDate: '2026-02-28',
      ocrCheckNum: null,
      ocrBuyer: null,
      ocrSeller: null,
      ocrAmount: '5660.38',
    });
    expect(readInvoiceCode('01,32,,26442000000012345678,100,20260301,,9F,')).toMatchObject({
      ocrCode: null,
      ocrNum: '26442000000012345678',
      ocrAmount: '100.00',
    });
    for (const other of [
      'https://example.com',
      '01,04,x,y',
      '02,04,044001900111,12345678,1,20260101,,,',
      '01,04,044001900111,1234,1,20260101,,,',
    ]) {
      expect(readInvoiceCode(other)).toBeUndefined();
    }
    // What cannot be, such as the 30th of February, is not taken over.
    expect(readInvoiceCode('01,04,044001900111,12345678,1e9,20260230,abc,,')).toMatchObject({
      ocrDate: null,
      ocrAmount: null,
      ocrCheckNum: null,
    });
  });

  it('[API-158] reads the printed labels of an invoice, however they are stretched', () => {
    const lines = [
      '广东增值税电子普通发票',
      '发 票 代 码： 044001900111',
      '发票号码: 12345678',
      '开票日期: 2026年01月15日',
      '校 验 码: 12345 67890 12345 67890',
      '购买方 名　　称: 华南食品有限公司',
      '合 计 ¥1,234.50 ¥160.49',
      '价税合计(大写) 壹仟 (小写)¥1,394.99',
      '销售方 名 称：广州市天河贸易有限公司',
    ];
    expect(readInvoiceText(lines)).toEqual({
      ocrCode: '044001900111',
      ocrNum: '12345678',
      ocrDate: '2026-01-15',
      ocrCheckNum: '12345678901234567890',
      ocrBuyer: '华南食品有限公司',
      ocrSeller: '广州市天河贸易有限公司',
      ocrAmount: '1234.50',
    });
    // Beside each other, in one piece or in pieces; one that is not there keeps its place, and a sign of the column beside it is none of a name.
    const beside = (line: string) => {
      const { ocrBuyer, ocrSeller } = readInvoiceText(['发票号码: 12345678', line]) ?? {};
      return [ocrBuyer, ocrSeller];
    };
    const both = ['华南食品有限公司', '广州市天河贸易有限公司'];
    expect(beside('购\t名称:华南食品有限公司\t销\t名称:广州市天河贸易有限公司')).toEqual(both);
    expect(beside('购 名 称： 华南食品有限公司 销 名 称： 广州市天河贸易有限公司')).toEqual(both);
    expect(beside('名称:\t销\t名称:广州市天河贸易有限公司')).toEqual([null, both[1]]);
    expect(beside('项目名称\t规格型号')).toEqual([null, null]);
    expect(readInvoiceText(['Delivery note 12345678'])).toBeUndefined();
  });

  it('[API-158] resolves for whatever a file is: what it read, or why nothing', async () => {
    const told = async (content: Buffer, type: string) => {
      const { source, reason, ocrNum } = await recognise(content, type);
      return { source, reason, ocrNum };
    };
    const broken = Buffer.concat([(await invoice('11110000')).subarray(0, 300), Buffer.alloc(300, 0x41)]);
    const nested = Buffer.from(`%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj${'<</Kids['.repeat(20_000)}`);
    const [read, empty, note, huge, damaged, page, deep, garbage] = await Promise.all([
      told(await invoice('87654321'), 'image/png'),
      told(pdf, 'application/pdf'),
      told(notePicture('12'), 'image/png'),
      told(hugePng(12_000, 9_000), 'image/png'),
      told(broken, 'image/png'),
      told(textPdf(['Invoice number 12345678']), 'application/pdf'),
      told(nested, 'application/pdf'),
      told(Buffer.from('%PDF-1.7 nothing of one'), 'application/pdf'),
    ]);
    expect(read).toEqual({ source: 'qr', reason: null, ocrNum: '87654321' });
    expect([empty, note, page]).toEqual([1, 2, 3].map(() => ({ source: 'none', reason: 'nothing', ocrNum: null })));
    // A hundred million pixels are told by the head of the file: nothing unpacks them.
    expect(huge).toEqual({ source: 'none', reason: 'too-large', ocrNum: null });
    for (const result of [damaged, deep, garbage]) expect(result).toMatchObject({ source: 'none', ocrNum: null });
    // The next file is read as ever.
    expect(await told(await invoice('13572468'), 'image/png')).toMatchObject({ source: 'qr', ocrNum: '13572468' });
  });

  it('[API-158] a reading that broke off is tried again before anything is said of the file for good', async () => {
    const object = await world.object();
    const { copyUrl } = await world.link(object.id, { ticketTypes: ['vat-special'] });
    const task = await world.task(object.id);
    const sent = async () => {
      const upload = await world.upload(task.id, { content: pdf, name: 'note.pdf', copyUrl });
      return (upload.body.data as { filePath: string }).filePath;
    };
    const ask = (filePath: string) => world.dealer('flow-bill-collect/billDetectExecute', { filePath, copyUrl });
    const asked = async (filePath: string) => (await ask(filePath)).body.data as { source: string; reason: string };
    const reading = vi.spyOn(ticketThreads, 'do');
    const [once, twice, late, crowded] = [await sent(), await sent(), await sent(), await sent()];
    reading.mockResolvedValueOnce({ failed: 'ended' });
    expect(await asked(once)).toMatchObject({ source: 'none', reason: 'nothing' });
    expect(reading).toHaveBeenCalledTimes(2);
    // The second time it is the file, and nobody reads it a third time.
    reading.mockResolvedValueOnce({ failed: 'ended' }).mockResolvedValueOnce({ failed: 'ended' });
    expect(await asked(twice)).toMatchObject({ reason: 'unreadable' });
    reading.mockResolvedValueOnce({ failed: 'timeout' }).mockResolvedValueOnce({ failed: 'timeout' });
    expect(await asked(late)).toMatchObject({ reason: 'timeout' });
    const times = reading.mock.calls.length;
    expect(await asked(twice)).toMatchObject({ reason: 'unreadable' });
    expect(await asked(late)).toMatchObject({ reason: 'timeout' });
    expect(reading).toHaveBeenCalledTimes(times);
    // Who comes while too many are read asks again, and nothing is kept.
    reading.mockResolvedValueOnce({ failed: 'busy' });
    expect((await ask(crowded)).status).toBe(429);
    expect(await asked(crowded)).toMatchObject({ reason: 'nothing' });
    // Of several files of one link, each is asked for in the name of the link.
    expect(new Set(reading.mock.calls.map(([, doing]) => doing?.caller)).size).toBe(1);
    expect(reading.mock.calls[0]?.[1]?.caller).toMatch(/^link:\d+$/);
    reading.mockRestore();
  });

  it('[API-158] a hundred-megapixel picture sent by a dealer costs the server nothing: others are answered meanwhile', async () => {
    const object = await world.object();
    const { copyUrl } = await world.link(object.id);
    const task = await world.task(object.id);
    const sent = await world.upload(task.id, { content: hugePng(12_000, 9_000), copyUrl });
    // Whether such a picture is taken at all is the business of the file store.
    if (sent.status !== 200) {
      expect(code(sent)).toEqual([400, 'PARAMETER_ERROR']);
      return;
    }
    const { filePath } = sent.body.data as { filePath: string };
    const [read, meanwhile] = await Promise.all([
      world.dealer('flow-bill-collect/billDetectExecute', { filePath, copyUrl }),
      world.dealer('flow-bill-collect/queryPageByUrl', { copyUrl }),
    ]);
    expect(read.body.data).toMatchObject({ source: 'none', reason: 'too-large' });
    expect(meanwhile.status).toBe(200);
  });
});

describe('invoice checks', () => {
  it('[API-159] [TICKET-02] give every result, say that they are simulated, and no longer count once a value changed', async () => {
    const object = await world.object();
    const { copyUrl } = await world.link(object.id, { ticketTypes: ['vat-special'] });
    const task = await world.task(object.id);
    const bring = async (number: string, more: Record<string, unknown> = {}, drawn = {}) => {
      const sent = await world.upload(task.id, { content: await invoice(number, drawn), copyUrl });
      const { filePath } = sent.body.data as { filePath: string };
      await world.dealer('flow-bill-collect/billDetectExecute', { filePath, copyUrl });
      const saved = await world.dealer('flow-bill-ticket/create', {
        id: task.id,
        ticketTypeCode: 'vat-special',
        filePath,
        copyUrl,
        ...more,
      });
      return saved.body.data as { id: string; version: number };
    };
    const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short' }).format();
    const tickets = [
      await bring('10000001'),
      await bring('10000002', { ticketAmount: '1.00' }),
      await bring('10000010'),
      await bring('10000003', {}, { date: today }),
      await bring('10000004', {}, { date: '2015-01-01' }),
      await bring('10000005', { ticketNum: '' }),
    ];
    const ids = tickets.map(({ id }) => id);
    const checked = await world.post('flow-bill-collect/billReportInvoiceVerify', { ids });
    expect(checked.body.data).toMatchObject({ provider: 'simulator', simulated: true });
    const { results } = checked.body.data as { results: { result: string; isReal: string }[] };
    expect(results.map(({ result, isReal }) => [result, isReal])).toEqual([
      ['consistent', '1'],
      ['mismatch', '0'],
      ['not-found', '0'],
      ['same-day', ''],
      ['too-old', ''],
      ['incomplete', ''],
    ]);
    const listed = await world.post('flow-bill-ticket/queryList', { id: task.id });
    expect(listed.body.data).toMatchObject({
      simulated: true,
      ticketList: [{ isReal: '1', verifyResult: 'consistent', simulated: true }, {}, {}, {}, {}, {}],
    });
    const [first] = tickets;
    for (let times = 2; times <= 5; times += 1) await world.post('flow-bill-collect/billReportInvoiceVerify', { ids: [first?.id] });
    expect((await world.post('flow-bill-collect/billReportInvoiceVerify', { ids: [first?.id] })).body.data).toMatchObject({
      results: [{ result: 'over-limit' }],
    });
    // That it cannot be asked about today says nothing against what was found of the same values.
    const ticketsOf = async () =>
      ((await world.post('flow-bill-ticket/queryList', { id: task.id })).body.data as { ticketList: object[] }).ticketList;
    expect((await ticketsOf())[0]).toMatchObject({ isReal: '1', verifyResult: 'consistent' });
    // What was checked is as it was: only that it does not match the task was said.
    const judged = { id: first?.id, version: first?.version, isPass: '0', diffReason: 'Another product', copyUrl };
    const kept = (await world.dealer('flow-bill-ticket/update', judged)).body.data as { version: number };
    expect(kept).toMatchObject({ isPass: '0', isReal: '1', verifyResult: 'consistent' });
    // An amount written in another way is the amount that was checked.
    const same = { id: first?.id, version: kept.version, ticketAmount: '1234.5', copyUrl };
    expect((await world.dealer('flow-bill-ticket/update', same)).body.data).toMatchObject({
      version: kept.version,
      verifyResult: 'consistent',
    });
    const changed = await world.dealer('flow-bill-ticket/update', { id: first?.id, version: kept.version, ticketAmount: '2.00', copyUrl });
    expect(changed.body.data).toMatchObject({ isReal: '', verifyResult: null });
    // Of the values of now nothing was found yet.
    await world.post('flow-bill-collect/billReportInvoiceVerify', { ids: [first?.id] });
    expect((await ticketsOf())[0]).toMatchObject({ isReal: '', verifyResult: 'over-limit' });
    // Dealers check nothing.
    expect(code(await world.dealer('flow-bill-collect/billReportInvoiceVerify', { ids }))).toEqual([401, 'UNAUTHENTICATED']);
  });
});

describe('bill tasks from a file', () => {
  const importFile = async (text: string, query = '', name = 'tasks.csv') => {
    const boundary = 'part-of-the-body';
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: text/csv\r\n\r\n`;
    const answer = await world.app.http.inject({
      method: 'POST',
      url: `/api/flow-bill-collect/import${query}`,
      headers: {
        authorization: `Bearer ${world.flow.auditor}`,
        'content-type': `multipart/form-data; boundary=${boundary}`,
        'accept-language': 'en',
      },
      payload: `${head}${text}\r\n--${boundary}--\r\n`,
    });
    return answer.json().data as { saved: boolean; count: number; faultCount: number; faults: Record<string, unknown>[] };
  };

  it('[FLOW-07] [EVID-07] come all or none, with every place that does not fit named by row, column and what to do', async () => {
    const object = await world.object();
    const heads = '复核批次,经销商编码,任务名称,任务类型,日期,数量,流向类型,票据类型';
    const bad = await importFile(
      [
        heads,
        `${object.batch},D1,一,抽样流向,2026-02-30,1,sale,收货单`,
        `${object.batch},D9,二,抽样流向,2026-02-03,1,sale,收货单`,
        `${object.batch},D1,三,nonsense,2026/2/3,x,sale,"receipt,nothing"`,
        `${object.batch},D1,四,,,,,`,
        `${object.batch},D1,四,,,,,`,
        `${object.batch},D1,,,,,,`,
        `${object.batch},D1,五,抽样流向,2026-02-03,"12,50",sale,`,
      ].join('\n'),
    );
    expect(bad.saved).toBe(false);
    expect(bad.faults.map(({ row, column }) => `${row} ${column}`)).toEqual([
      '2 E · Date',
      '3 B · Dealer code',
      '4 D · Task type',
      '4 F · Quantity',
      '4 H · Ticket types',
      '6 C · Task',
      '7 C · Task',
      '8 F · Quantity',
    ]);
    expect(bad.faults[0]).toMatchObject({ message: '"2026-02-30" is no day', advice: 'Write it as 2026-01-31' });
    const listed = async () =>
      (await world.post('flow-bill-collect/queryPage', { clientCode: object.clientCode })).body.data as { total: number; list: object[] };
    expect((await listed()).total).toBe(0);
    const good = [
      heads,
      `${object.batch},D1,一,抽样流向,2026年2月3日,"1,200.5",Sale,收货单、bank-slip`,
      `${object.batch},D1,=二,,,,,`,
    ].join('\n');
    expect(await importFile(good)).toEqual({ saved: true, count: 2, faultCount: 0, faults: [] });
    expect(await listed()).toMatchObject({
      total: 2,
      list: [
        { taskName: '=二' },
        {
          taskName: '一',
          taskType: 'sample',
          ticketDate: '2026-02-03',
          qty: 1200.5,
          flowTypeCode: 'sale',
          ticketTypes: ['receipt', 'bank-slip'],
        },
      ],
    });
    expect((await importFile(good)).faults).toMatchObject([{ row: 2 }, { row: 3 }]);
    // All for one review object: rows need no batch.
    expect(await importFile('taskName\n三\n', `?reviewObjectId=${object.id}`)).toMatchObject({ saved: true, count: 1 });
    const form = await world.app.http.inject({
      method: 'GET',
      url: '/api/flow-bill-collect/import-template',
      headers: { authorization: `Bearer ${world.flow.auditor}` },
    });
    expect(form.rawPayload.subarray(0, 2).toString()).toBe('PK');
  });

  it('[EVID-07] for one review object are none that name another batch, dealer, client or project', async () => {
    const object = await world.object();
    const names = await world.app.db
      .selectFrom('flow_project as project')
      .innerJoin('flow_client as client', 'client.id', 'project.client_id')
      .select(['client.client_name as client', 'project.project_name as project'])
      .where('client.id', '=', object.clientId)
      .executeTakeFirstOrThrow();
    const heads = '任务名称,复核批次,经销商编码,客户,项目';
    const own = [object.batch, 'D1', names.client, names.project];
    const row = (name: string, ...texts: string[]) => [name, ...own.map((text, at) => texts[at] ?? text)].join(',');
    const query = `?reviewObjectId=${object.id}`;
    const others = [
      row('一', 'B-other'),
      row('二', object.batch, 'D2'),
      row('三', ...own.slice(0, 2), 'X'),
      row('四', ...own.slice(0, 3), 'X'),
    ];
    const refused = await importFile([heads, row('零'), ...others].join('\n'), query);
    expect(refused).toMatchObject({ saved: false, count: 1, faultCount: 4 });
    expect(refused.faults.map(({ row: number, column }) => `${number} ${String(column).slice(0, 1)}`)).toEqual([
      '3 B',
      '4 C',
      '5 D',
      '6 E',
    ]);
    expect(refused.faults[1]).toMatchObject({
      message: `This file is for dealer D1 in batch ${object.batch}; the row names another one`,
      advice: 'Take the row out, or import it without choosing a dealer and batch',
    });
    const fits = [heads, row('零'), row('五', '', '', '', '')].join('\n');
    expect(await importFile(fits, query)).toMatchObject({ saved: true, count: 2 });
  });

  it('[EVID-07] go to no project by chance: where two clients have the same batch and dealer, rows name the client', async () => {
    const one = await world.object();
    const other = await world.object();
    await world.app.db.updateTable('flow_review_object').set({ review_batch_no: one.batch }).where('id', '=', Number(other.id)).execute();
    const client = await world.app.db
      .selectFrom('flow_client')
      .select('client_name as name')
      .where('client_code', '=', one.clientCode)
      .executeTakeFirstOrThrow();
    const refused = await importFile(`复核批次,经销商编码,任务名称\n${one.batch},D1,一\n`);
    expect(refused).toMatchObject({ saved: false, faults: [{ row: 2, column: 'B · Dealer code' }] });
    expect(refused.faults[0]?.message).toContain(`Several open projects have this dealer in batch ${one.batch}: ${client.name} / `);
    const rows = `复核批次,经销商编码,任务名称,客户\n${one.batch},D1,一,${client.name}\n${one.batch},D1,二,Nobody\n`;
    expect(await importFile(rows)).toMatchObject({ saved: false, faults: [{ row: 3, column: 'B · Dealer code' }] });
    expect(await importFile(rows.split('\n').slice(0, 2).join('\n'))).toMatchObject({ saved: true, count: 1 });
    const count = async ({ clientCode }: { clientCode: string }) =>
      ((await world.post('flow-bill-collect/queryPage', { clientCode })).body.data as { total: number }).total;
    expect([await count(one), await count(other)]).toEqual([1, 0]);
  });
});
