import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import jpeg from 'jpeg-js';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer';
import { recognise } from '../../../../server/modules/evidence/recognition/recognise.ts';
import { InvoiceCamera } from '../../../support/invoice-camera.ts';
import { type PaperInvoice, paperInvoice, type Taken } from '../../../support/invoice-pages.ts';
import { scannedPdf } from '../../../support/scanned-pdf.ts';
import { tokenOf, uploadFile } from '../client.ts';
import { EvidenceWorld } from '../evidence-world.ts';

// A page takes some four seconds of a processor, and more where others need it.
const patience = 300_000;

let world: EvidenceWorld;
let camera: InvoiceCamera;
beforeAll(async () => {
  [world, camera] = await Promise.all([EvidenceWorld.start(), InvoiceCamera.open()]);
});
afterAll(async () => {
  await camera.close();
  await world.app.close();
});

/** A QR code as a browser shows it. */
async function qr(text: string): Promise<string> {
  const file = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/writer/zxing_writer.wasm'));
  prepareZXingModule({ overrides: { wasmBinary: file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength) as ArrayBuffer } });
  const { svg } = await writeBarcode(text, { format: 'QRCode', scale: 4 });
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
}

const ways: Taken[] = [
  ...[{}, { scale: 1 }, { scale: 2.5 }, { jpeg: 40 }, { turn: 3 }, { turn: -4, jpeg: 60 }, { turn: 90 }, { turn: 180 }, { turn: 271 }],
  ...[
    { blur: 1 },
    { blur: 1.6, jpeg: 50 },
    { contrast: 0.35 },
    { contrast: 0.3, brightness: 0.7 },
    { noise: 0.25 },
    { noise: 0.4, jpeg: 35 },
  ],
  ...[{ tilt: true }, { shadow: true, jpeg: 70 }, { pattern: true, serif: true }, { serif: true, scale: 0.9, jpeg: 30 }, { scale: 0.7 }],
  ...[{ scale: 0.55, jpeg: 50 }, { blur: 2.4 }],
];

/** OCR_VARIANTS=all reads every picture twice, as the other kind of invoice: 44 of them. Otherwise some of each. */
const shown = process.env.OCR_VARIANTS === 'all' ? [...ways, ...ways].map((_, at) => at) : [5, 8, 14, 17, 20, 25];

describe('pictures of invoices', () => {
  it(
    '[TICKET-02] [API-158] turned, noisy, blurred, dark or small: every value is exact or empty, never another one',
    async () => {
      let amounts = 0;
      for (const at of shown) {
        const taken = ways[at % ways.length] ?? {};
        const isDigital = at % 2 === Math.floor(at / ways.length) % 2;
        const invoice = paperInvoice(1_000 + at, { layout: isDigital ? 'digital' : 'paper', isCredit: at % 7 === 3 });
        const start = process.cpuUsage();
        const read = await recognise(await camera.take(invoice, taken), taken.jpeg === undefined ? 'image/png' : 'image/jpeg');
        const { user, system } = process.cpuUsage(start);
        const right = valuesOf(invoice);
        const told = Object.keys(right).map((key) => [key, read[key as keyof typeof right] ?? null] as const);
        const wrong = told.filter(([key, value]) => value !== null && value !== right[key as keyof typeof right]);
        expect(wrong, `${at} ${JSON.stringify(taken)}`).toEqual([]);
        if (read.ocrAmount !== null) amounts += 1;
        if (process.env.OCR_VARIANTS === 'all')
          console.log(
            at,
            JSON.stringify(taken),
            told.map(([, value]) => (value === null ? '-' : '=')).join(''),
            `${Math.round((user + system) / 1000)} ms`,
          );
      }
      // What can be read well is read: only the worst pictures stay empty.
      expect(amounts).toBeGreaterThanOrEqual(shown.length * 0.8);
    },
    patience * 4,
  );

  const valuesOf = (invoice: PaperInvoice) => ({
    ...{ ocrCode: invoice.code || null, ocrNum: invoice.number, ocrDate: invoice.date, ocrCheckNum: invoice.check || null },
    ...{ ocrBuyer: invoice.buyer, ocrSeller: invoice.seller, ocrAmount: invoice.amount },
  });

  it(
    '[API-158] [TICKET-02] the text of a PDF says buyer and seller, beside each other or one below the other, with spaces in their names',
    async () => {
      for (const layout of ['digital', 'paper'] as const) {
        for (const names of [{}, { buyer: '华南（广州）食品有限公司', seller: 'Acme Trading (Shanghai) Co. Ltd' }]) {
          const invoice = { ...paperInvoice(73, { layout }), ...names };
          const read = await recognise(await camera.print(invoice), 'application/pdf');
          const normal = Object.fromEntries(
            Object.entries(valuesOf(invoice)).map(([key, value]) => [key, value?.normalize('NFKC') ?? null]),
          );
          expect(read).toEqual({ source: 'pdf', reason: null, ...normal });
        }
      }
    },
    patience,
  );

  it(
    '[API-158] [TICKET-02] [TICKET-04] a photo without a code fills the ticket, and whoever corrects it says nothing against the invoice',
    async () => {
      const object = await world.object();
      const { copyUrl } = await world.link(object.id, { ticketTypes: ['vat-special'] });
      const task = await world.task(object.id);
      const invoice = paperInvoice(61, { layout: 'paper' });
      const sent = await world.upload(task.id, { content: await camera.take(invoice, { turn: 2, jpeg: 75 }), name: 'photo.jpg', copyUrl });
      const { filePath } = sent.body.data as { filePath: string };
      const read = await world.dealer('flow-bill-collect/billDetectExecute', { filePath, copyUrl });
      expect(read.body.data).toEqual({ filePath, source: 'ocr', reason: null, ...valuesOf(invoice) });
      // A second time answers what was kept.
      expect((await world.dealer('flow-bill-collect/billDetectExecute', { filePath, copyUrl })).body.data).toEqual(read.body.data);
      const saved = await world.dealer('flow-bill-ticket/create', {
        ...{ id: task.id, ticketTypeCode: 'vat-special', filePath, copyUrl },
        ticketAmount: '1.00',
      });
      expect(saved.body.data).toMatchObject({
        ocrSource: 'ocr',
        ocrAmount: invoice.amount,
        ticketNum: invoice.number,
        ticketAmount: '1.00',
      });
      const { id } = saved.body.data as { id: string };
      const checked = await world.post('flow-bill-collect/billReportInvoiceVerify', { ids: [id] });
      expect(checked.body.data).toMatchObject({ results: [{ result: invoice.number.endsWith('0') ? 'not-found' : 'consistent' }] });
    },
    patience,
  );

  it(
    '[API-158] [TICKET-02] a code comes first: print adds the names of the same invoice, and a corrected amount does not match the code',
    async () => {
      const object = await world.object();
      const { copyUrl } = await world.link(object.id, { ticketTypes: ['vat-special'] });
      const task = await world.task(object.id);
      const plain = paperInvoice(62, { layout: 'digital' });
      const code = `01,32,,${plain.number},1234.50,${plain.date.replaceAll('-', '')},,9F,`;
      const invoice = { ...plain, qr: await qr(code) };
      const sent = await world.upload(task.id, { content: await camera.take(invoice, { scale: 2 }), copyUrl });
      const { filePath } = sent.body.data as { filePath: string };
      const read = await world.dealer('flow-bill-collect/billDetectExecute', { filePath, copyUrl });
      // The code says another amount than the print does, and has it.
      expect(read.body.data).toMatchObject({
        source: 'qrOcr',
        ocrNum: plain.number,
        ocrAmount: '1234.50',
        ocrBuyer: plain.buyer,
        ocrSeller: plain.seller,
      });
      const ticket = { id: task.id, ticketTypeCode: 'vat-special', filePath, copyUrl, ticketAmount: plain.amount };
      const { id } = (await world.dealer('flow-bill-ticket/create', ticket)).body.data as { id: string };
      const checked = await world.post('flow-bill-collect/billReportInvoiceVerify', { ids: [id] });
      expect(checked.body.data).toMatchObject({ results: [{ result: plain.number.endsWith('0') ? 'not-found' : 'mismatch' }] });
    },
    patience,
  );
});

describe('scanned pages', () => {
  it(
    '[API-158] of a PDF are read: whole ones, in strips, as a black stencil, and shown on their side',
    async () => {
      const invoice = paperInvoice(71, { layout: 'digital' });
      const picture = PNG.sync.read(await camera.take(invoice, { scale: 1.6 }));
      const { width, height } = picture;
      const strip = (from: number, to: number) => {
        const data = picture.data.subarray(from * width * 4, to * width * 4);
        return { jpeg: jpeg.encode({ data, width, height: to - from }, 80).data, width, height: to - from };
      };
      const rowBytes = (width + 7) >> 3;
      const bits = Buffer.alloc(rowBytes * height);
      for (let at = 0; at < width * height; at += 1) {
        const [x, y] = [at % width, Math.floor(at / width)];
        if ((picture.data[at * 4 + 1] ?? 0) > 128) bits[y * rowBytes + (x >> 3)] = (bits[y * rowBytes + (x >> 3)] ?? 0) | (128 >> (x & 7));
      }
      const middle = Math.round(height / 2);
      const files = [
        scannedPdf([[strip(0, height)]], 90),
        scannedPdf([[strip(0, middle), strip(middle, height)]]),
        scannedPdf([[{ bits, width, height }]]),
      ];
      for (const file of files) expect(await recognise(file, 'application/pdf')).toEqual({ source: 'ocr', reason: null, ...full(invoice) });
    },
    patience,
  );

  const full = (invoice: PaperInvoice) => ({
    ...{ ocrCode: null, ocrNum: invoice.number, ocrDate: invoice.date, ocrCheckNum: null },
    ...{ ocrBuyer: invoice.buyer, ocrSeller: invoice.seller, ocrAmount: invoice.amount },
  });

  it(
    '[DATA-04] and pictures are texts for the toolbox, with how much was read of pictures; picture recognition shows rows and fields',
    async () => {
      const token = await tokenOf(world.app, 'admin');
      const invoice = paperInvoice(72, { layout: 'digital' });
      const png = await camera.take(invoice, { turn: 90 });
      const photo = await camera.take(invoice, { jpeg: 70, scale: 1.4 });
      const { width, height } = jpeg.decode(photo, { useTArray: true });
      const text = await uploadFile(world.app, '/api/ai/text/file', token, scannedPdf([[{ jpeg: photo, width, height }]]), 'scan.pdf');
      expect(text.status, JSON.stringify(text.body)).toBe(200);
      const {
        text: read,
        places,
        scannedPages,
        scansCut,
      } = text.body.data as {
        text: string;
        places: { kind: string; value: string; check: string }[];
        scannedPages: number;
        scansCut: boolean;
      };
      expect({ scannedPages, scansCut }).toEqual({ scannedPages: 1, scansCut: false });
      expect(read).toContain(invoice.number);
      // The text of a PDF has the signs that are meant, not the radicals that look like them.
      const printed = await camera.print({ ...invoice, buyer: '华南食品用具有限公司' });
      const layer = await uploadFile(world.app, '/api/ai/text/file', token, printed, 'printed.pdf');
      expect(layer.body.data).toMatchObject({ text: expect.stringContaining('华南食品用具有限公司'), scannedPages: 0 });
      expect(places).toContainEqual(expect.objectContaining({ value: invoice.buyerTax, check: 'passed' }));
      const shownPicture = await uploadFile(world.app, '/api/ai/image/read', token, png, 'turned.png');
      expect(shownPicture.status, JSON.stringify(shownPicture.body)).toBe(200);
      expect(shownPicture.body.data).toMatchObject({
        turned: 270,
        printProblem: null,
        invoice: {
          ...{ source: 'ocr', number: invoice.number, date: invoice.date, amount: invoice.amount, tax: invoice.tax, total: invoice.total },
          ...{ buyer: invoice.buyer, buyerTaxNumber: invoice.buyerTax, seller: invoice.seller, sellerTaxNumber: invoice.sellerTax },
        },
      });
      const { lines } = shownPicture.body.data as { lines: { text: string; confidence: number }[] };
      expect(lines.find(({ text: line }) => line.includes(invoice.number))?.confidence).toBeGreaterThan(0.8);
    },
    patience,
  );
});

describe('bounds', () => {
  it(
    '[API-158] a reading that is stopped ends at once, and the next file is read; what is no picture is one answer',
    async () => {
      const invoice = paperInvoice(81, { layout: 'paper' });
      const picture = await camera.take(invoice, { scale: 2 });
      const stop = new AbortController();
      setTimeout(() => stop.abort(), 1_500);
      const start = performance.now();
      expect(await recognise(picture, 'image/png', { signal: stop.signal })).toMatchObject({
        source: 'none',
        reason: 'stopped',
        ocrNum: null,
      });
      expect(performance.now() - start).toBeLessThan(20_000);
      expect(await recognise(picture.subarray(0, 2_000), 'image/png')).toMatchObject({ source: 'none', ocrNum: null });
      expect(await recognise(picture, 'image/png')).toMatchObject({ source: 'ocr', ocrNum: invoice.number });
    },
    patience,
  );
});
