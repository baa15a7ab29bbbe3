import { describe, expect, it } from 'vitest';
import { centsOfCapitals } from '../../../../server/modules/evidence/recognition/capitals.ts';
import { readInvoicePicture } from '../../../../server/modules/evidence/recognition/invoice-picture.ts';
import { mergedInvoice } from '../../../../server/modules/evidence/recognition/merged.ts';
import type { Signs } from '../../../../server/modules/recognition/ocr/read-line.ts';
import { capitalsOf, chance, type PaperInvoice, paperInvoice } from '../../../support/invoice-pages.ts';

const today = '2026-11-26';
const row = (...lines: string[]): Signs => {
  const text = lines.join('\t');
  return { text, confidence: Array.from(text, () => 0.99) };
};

/** The rows of a page as they are read where nothing goes wrong: the sign of the currency is never sure. */
function rowsOfPage(invoice: PaperInvoice): Signs[] {
  const [year, month, day] = invoice.date.split('-');
  return [
    row('广东增值税电子普通发票', ...(invoice.code ? [`发票代码：${invoice.code}`] : [])),
    row(`发票号码：${invoice.number}`),
    row(`开票日期：${year}年${month}月${day}日`),
    row('购', `名称：${invoice.buyer}`, '销', `名称：${invoice.seller}`),
    row(`统一社会信用代码/纳税人识别号：${invoice.buyerTax}`, `统一社会信用代码/纳税人识别号：${invoice.sellerTax}`),
    row('项目名称', '规格型号', '单位', '数量', '金额', '税率', '税额'),
    ...invoice.items.map(({ name, amount, tax }) => row(name, '箱', '1', amount, '13%', tax)),
    row('合', '计', `￥${invoice.amount}`, `￥${invoice.tax}`),
    row('价税合计 (大写)', `⑧${invoice.capitals}`, `（小写）￥${invoice.total}`),
  ];
}

const withRow = (rows: readonly Signs[], from: RegExp, to: string): Signs[] =>
  rows.map(({ text }) => {
    const changed = text.replace(from, to);
    return { text: changed, confidence: Array.from(changed, () => 0.99) };
  });

describe('amounts that are written out', () => {
  it('[TICKET-04] are read as the cents they say', () => {
    const amounts = {
      ...{ 壹仟叁佰玖拾肆圆玖角玖分: 139_499n, 壹拾万零伍圆整: 10_000_500n, 拾圆整: 1_000n, 壹亿零叁拾元正: 10_000_003_000n },
      ...{ 伍分: 5n, 叁角整: 30n, 贰仟零壹圆零捌分: 200_108n, '（负数）陆万壹仟柒佰玖拾伍圆肆角贰分': -6_179_542n },
    };
    for (const [text, cents] of Object.entries(amounts)) expect([text, centsOfCapitals(text)]).toEqual([text, cents]);
    const random = chance(11);
    for (let times = 0; times < 3_000; times += 1) {
      const cents = 1 + Math.floor(10 ** (random() * 11));
      const text = capitalsOf(cents);
      expect([text, centsOfCapitals(text)]).toEqual([text, BigInt(cents)]);
    }
  });

  it('[TICKET-04] are none where signs are missing or in no order of an amount', () => {
    for (const text of ['', '圆整', '壹仟叁佰', '壹佰叁仟圆整', '壹贰圆整', '万圆整', '壹圆伍', '壹圆壹分伍角', '壹仟仟圆整', '伍拾圆贰角'])
      expect([text, centsOfCapitals(text)]).toEqual([text, undefined]);
  });
});

describe('a pictured invoice', () => {
  it('[TICKET-02] [API-158] says its values, fully digital or on paper, and below zero where it takes one back', () => {
    for (const wish of [{ layout: 'digital' }, { layout: 'paper' }, { layout: 'digital', isCredit: true }] as const) {
      const invoice = paperInvoice(3, wish);
      expect(readInvoicePicture(rowsOfPage(invoice), today)).toEqual({
        ocrCode: invoice.code || null,
        ocrNum: invoice.number,
        ocrDate: invoice.date,
        ocrCheckNum: null,
        ocrBuyer: invoice.buyer,
        ocrSeller: invoice.seller,
        ocrAmount: invoice.amount,
        tax: invoice.tax,
        total: invoice.total,
        buyerTaxNumber: invoice.buyerTax,
        sellerTaxNumber: invoice.sellerTax,
      });
    }
  });

  it('[TICKET-02] leaves empty what is not sure in every sign, whatever the others are', () => {
    const invoice = paperInvoice(5, { layout: 'paper' });
    const rows = rowsOfPage(invoice);
    const unsure = (label: RegExp) =>
      rows.map((one) => ({
        ...one,
        confidence: one.confidence.map((sure, at) => (label.test(one.text) && at === one.text.length - 1 ? 0.6 : sure)),
      }));
    expect(readInvoicePicture(unsure(/发票代码/), today)).toMatchObject({ ocrCode: null, ocrNum: invoice.number });
    expect(readInvoicePicture(unsure(/名称：/), today)).toMatchObject({ ocrBuyer: invoice.buyer, ocrSeller: null });
    // Without a number it is no invoice: an amount alone would be anything's.
    expect(readInvoicePicture(unsure(/发票号码/), today)).toBeUndefined();
  });

  it('[TICKET-02] takes no number of another length or year, no day that is not or is to come, no tax number with a wrong check sign', () => {
    const invoice = paperInvoice(7, { layout: 'digital' });
    const rows = rowsOfPage(invoice);
    expect(readInvoicePicture(withRow(rows, /(发票号码：)./, '$1'), today)).toBeUndefined();
    expect(readInvoicePicture(withRow(rows, /(发票号码：)../, '$119'), today)).toBeUndefined();
    const dated = (date: string) =>
      readInvoicePicture(withRow(rowsOfPage({ ...invoice, layout: 'paper', number: '12345678' }), /\d{4}年\d\d月\d\d/, date), today);
    for (const date of ['2023年02月30', '2026年11月27', '2086年01月01'])
      expect(dated(date)).toMatchObject({ ocrNum: '12345678', ocrDate: null });
    const wrong = readInvoicePicture(withRow(rows, new RegExp(invoice.buyerTax), `${invoice.buyerTax.slice(0, -1)}7`), today);
    expect(wrong).toMatchObject({ buyerTaxNumber: null, sellerTaxNumber: invoice.sellerTax });
    // A letter these numbers have not is the figure it looks like, which the check sign proves.
    const alike = withRow(rows, new RegExp(invoice.buyerTax), invoice.buyerTax.replaceAll('0', 'O'));
    expect(readInvoicePicture(alike, today)).toMatchObject({ buyerTaxNumber: invoice.buyerTax });
  });

  it('[TICKET-02] is nothing where two invoices are in the picture, or a column beside a name was read into it', () => {
    const [first, second] = [paperInvoice(8, { layout: 'digital' }), paperInvoice(9, { layout: 'digital' })];
    expect(readInvoicePicture([...rowsOfPage(first), ...rowsOfPage(second)], today)).toBeUndefined();
    const glued = withRow(rowsOfPage(first), new RegExp(`${first.buyer}\t销`), `${first.buyer}销`);
    expect(readInvoicePicture(glued, today)).toMatchObject({ ocrBuyer: null });
  });

  it('[TICKET-02] has the amount of an invoice without tax only where it is the total itself', () => {
    const invoice = paperInvoice(12, { layout: 'digital' });
    const rows = rowsOfPage({ ...invoice, amount: invoice.total }).map((one) =>
      one.text.startsWith('合') ? row('合', '计', `￥${invoice.total}`, '***') : one,
    );
    expect(readInvoicePicture(rows, today)).toMatchObject({ ocrAmount: invoice.total, tax: '0.00' });
    const other = rows.map((one) => (one.text.startsWith('合') ? row('合', '计', `￥${invoice.amount}`, '***') : one));
    expect(readInvoicePicture(other, today)).toMatchObject({ ocrAmount: null });
  });

  it('[TICKET-02] has no amounts where every minus was lost and something else says that it takes an invoice back', () => {
    const invoice = paperInvoice(13, { layout: 'digital', isCredit: true });
    const lost = rowsOfPage(invoice).map(({ text }) => row(text.replaceAll('-', '').replace(/[（(]负数[）)]/, '')));
    for (const word of ['销项负数', '被红冲蓝字发票', '红 字发票信息确认单编号：4401', '对应正数发票代码：044002600111'])
      expect([word, readInvoicePicture([...lost, row(word)], today)]).toMatchObject([word, { ocrAmount: null, tax: null, total: null }]);
    // Below zero it is read as it stands, and a company may have red in its name.
    expect(readInvoicePicture([...rowsOfPage(invoice), row('销项负数')], today)).toMatchObject({ ocrAmount: invoice.amount });
    const plain = paperInvoice(14, { layout: 'digital' });
    expect(readInvoicePicture([...rowsOfPage(plain), row('备注：红十字会')], today)).toMatchObject({ ocrAmount: plain.amount });
  });

  it('[TICKET-02] has its amounts exact or not at all, whatever is misread for sure', () => {
    const random = chance(42);
    const pick = (text: string) => text.charAt(Math.floor(random() * text.length));
    let [exact, empty] = [0, 0];
    for (let times = 0; times < 4_000; times += 1) {
      const invoice = paperInvoice(times, { layout: times % 2 === 0 ? 'digital' : 'paper', isCredit: times % 5 === 0 });
      // What happens alike at several places: a figure beside the sign of the currency is swallowed, or a minus, or a point is another sign.
      const [swallows, isMinusLost, otherPoint] = [random() < 0.2, random() < 0.1, random() < 0.1 ? pick(', ') : '.'];
      const rows = rowsOfPage(invoice).map(({ text }) => {
        let misread = text;
        if (/合|小写/.test(text)) {
          if (swallows) misread = misread.replaceAll(/(￥-?)\d/g, '$1');
          if (isMinusLost) misread = misread.replaceAll('￥-', '￥');
          misread = misread.replaceAll('.', otherPoint);
          for (let hits = Math.floor(random() * 3); hits > 0; hits -= 1) {
            const at = Math.floor(random() * misread.length);
            const sign = random() < 0.3 ? '' : pick('0123456789.,￥- 壹贰叁肆伍陆柒捌玖拾佰仟万零');
            misread = misread.slice(0, at) + sign + misread.slice(at + 1);
          }
        }
        return row(misread);
      });
      const read = readInvoicePicture(rows, today);
      const amounts = [read?.ocrAmount ?? null, read?.tax ?? null, read?.total ?? null];
      if (amounts[0] === null) empty += 1;
      else exact += 1;
      if (amounts[0] !== null) expect([times, ...amounts]).toEqual([times, invoice.amount, invoice.tax, invoice.total]);
    }
    // Both happen, or nothing would be shown.
    expect(Math.min(exact, empty)).toBeGreaterThan(100);
  });
});

describe('a code and print of one invoice', () => {
  it('[TICKET-02] leave to the code what it says; the print adds names, where both say the same number', () => {
    const invoice = paperInvoice(15, { layout: 'digital' });
    const print = readInvoicePicture(rowsOfPage(invoice), today);
    const code = {
      ocrCode: null,
      ocrNum: invoice.number,
      ocrDate: '2025-01-02',
      ocrCheckNum: null,
      ocrBuyer: null,
      ocrSeller: null,
      ocrAmount: '1.00',
    };
    expect(mergedInvoice(code, print)).toMatchObject({
      ...{ source: 'qrOcr', ocrDate: '2025-01-02', ocrAmount: '1.00', ocrBuyer: invoice.buyer, ocrSeller: invoice.seller },
      // They would be those of another amount.
      ...{ tax: null, total: null },
    });
    expect(mergedInvoice({ ...code, ocrNum: '26442000000012345678' }, print)).toMatchObject({ source: 'qr', ocrBuyer: null });
    expect(mergedInvoice(code, undefined)).toMatchObject({ source: 'qr', ocrSeller: null });
    expect(mergedInvoice(undefined, print)).toMatchObject({ source: 'ocr', ocrAmount: invoice.amount });
    expect(mergedInvoice(undefined, undefined)).toBeUndefined();
  });
});
