import { amountOf, dayOf, noValues, type Values } from './invoice-qr.ts';

/** A piece of text with where it begins on its page, in points from the lower left. */
export interface Piece {
  text: string;
  x: number;
  y: number;
}

/** The pieces of a page as lines from its top, each from the left. Labels and values of invoices are often pieces of their own. */
export function linesOf(pieces: readonly Piece[]): string[] {
  const rows: { y: number; pieces: Piece[] }[] = [];
  for (const piece of pieces.filter(({ text }) => text.trim() !== '').toSorted((one, other) => other.y - one.y)) {
    const row = rows.at(-1);
    if (row && Math.abs(row.y - piece.y) < 4) row.pieces.push(piece);
    else rows.push({ y: piece.y, pieces: [piece] });
  }
  return rows.map((row) =>
    row.pieces
      .toSorted((one, other) => one.x - other.x)
      .map(({ text }) => text.trim())
      .join(' '),
  );
}

/**
 * What the text layer of a VAT invoice says, found by its printed labels. Nothing where no invoice number stands there. The amount is the one
 * before tax (the sum line), as in the QR code.
 */
export function readInvoiceText(lines: readonly string[]): Values | undefined {
  // Printed labels are stretched with spaces: "名 称", "发 票 代 码".
  const text = lines.map((line) => line.normalize('NFKC').replaceAll(/(?<=\p{sc=Han})\s+(?=[\p{sc=Han}:])/gu, '')).join('\n');
  const one = (pattern: RegExp) => pattern.exec(text)?.[1] ?? null;
  const number = one(/发票号码:?\s*(\d{20}|\d{8})(?!\d)/);
  if (number === null) return undefined;
  const [, year = '', month = '', day = ''] = /开票日期:?\s*(\d{4})\s*[年-]\s*(\d{1,2})\s*[月-]\s*(\d{1,2})/.exec(text) ?? [];
  const names = [...text.matchAll(/名称:?[ \t]*([^\s:]+(?:[ \t]+\((?:[^)\n]+)\))?)/g)].map(([, name = '']) => name);
  return {
    ...noValues,
    ocrCode: one(/发票代码:?\s*(\d{10,12})(?!\d)/),
    ocrNum: number,
    ocrDate: dayOf(year, month, day),
    ocrCheckNum: one(/校验码:?\s*((?:\d{5}\s?){4}|\d{20})/)?.replaceAll(/\s/g, '') ?? null,
    ocrBuyer: names[0] ?? null,
    ocrSeller: names[1] ?? null,
    ocrAmount: amountOf(one(/合计[^\d\n-]*(-?[\d,]+\.\d{2})/) ?? ''),
  };
}
