import { label, partyIn } from './invoice-picture.ts';
import { amountOf, dayOf, noValues, type Values } from './invoice-qr.ts';

/** A piece of text with where it begins on its page, how long it is, and how large its signs are, in points from the lower left. */
export interface Piece {
  text: string;
  x: number;
  y: number;
  width: number;
  size: number;
}

/** Gaps between pieces in sizes of their signs: nearer ones are one word, farther ones are columns. */
const gaps = { word: 0.2, column: 1 };

/**
 * The pieces of a page as lines from its top, each from the left. Labels and values of invoices are often pieces of their own: a tab stands
 * between columns, a space between words.
 */
export function linesOf(pieces: readonly Piece[]): string[] {
  const rows: { y: number; pieces: Piece[] }[] = [];
  for (const piece of pieces.filter(({ text }) => text.trim() !== '').toSorted((one, other) => other.y - one.y)) {
    const row = rows.at(-1);
    if (row && Math.abs(row.y - piece.y) < 4) row.pieces.push(piece);
    else rows.push({ y: piece.y, pieces: [piece] });
  }
  return rows.map((row) => joined(row.pieces.toSorted((one, other) => one.x - other.x)));
}

function joined(pieces: readonly Piece[]): string {
  return pieces.reduce((line, piece, at) => `${line}${spaceBetween(pieces[at - 1], piece)}${piece.text.trim()}`, '');
}

function spaceBetween(before: Piece | undefined, piece: Piece): string {
  if (!before) return '';
  const gap = (piece.x - before.x - before.width) / Math.max(before.size, piece.size, 1);
  if (gap >= gaps.column) return '\t';
  return gap >= gaps.word || before.text.endsWith(' ') || piece.text.startsWith(' ') ? ' ' : '';
}

const labels = {
  number: new RegExp(`${label('发票号码')}\\s*:?\\s*(\\d{20}|\\d{8})(?!\\d)`),
  code: new RegExp(`${label('发票代码')}\\s*:?\\s*(\\d{10,12})(?!\\d)`),
  date: new RegExp(`${label('开票日期')}\\s*:?\\s*(\\d{4})\\s*[年-]\\s*(\\d{1,2})\\s*[月-]\\s*(\\d{1,2})`),
  check: new RegExp(`${label('校验码')}\\s*:?\\s*((?:\\d{5}\\s?){4}|\\d{20})`),
  sum: new RegExp(`(?<!税\\s*)${label('合计')}[^\\d\\n-]*(-?[\\d,]+\\.\\d{2})`),
  // A name ends where its column does, or where the label of the other one begins. One that is not there keeps its place.
  party: new RegExp(
    `(?<![目务]\\s*)${label('名称')}\\s*:[^\\S\\n]*(?:([^\\s:][^\\t\\n:]{1,60}?)(?=\\s*(?:[\\t\\n]|$|[购销]?[^\\S\\n]*${label('名称')}\\s*:)))?`,
    'g',
  ),
};

/**
 * What the text layer of a VAT invoice says, found by its printed labels. Nothing where no invoice number stands there. The amount is the one
 * before tax (the sum line), as in the QR code.
 */
export function readInvoiceText(lines: readonly string[]): Values | undefined {
  const text = lines.map((line) => line.normalize('NFKC')).join('\n');
  const one = (pattern: RegExp) => pattern.exec(text)?.[1] ?? null;
  const number = one(labels.number);
  if (number === null) return undefined;
  const [, year = '', month = '', day = ''] = labels.date.exec(text) ?? [];
  const [buyer = null, seller = null] = [...text.matchAll(labels.party)].map(([, name]) => partyIn(name));
  return {
    ...noValues,
    ocrCode: one(labels.code),
    ocrNum: number,
    ocrDate: dayOf(year, month, day),
    ocrCheckNum: one(labels.check)?.replaceAll(/\s/g, '') ?? null,
    ocrBuyer: buyer,
    ocrSeller: seller,
    ocrAmount: amountOf(one(labels.sum) ?? ''),
  };
}
