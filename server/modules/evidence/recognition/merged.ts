import type { Signs } from '../../recognition/ocr/read-line.ts';
import { type PictureValues, readInvoicePicture } from './invoice-picture.ts';
import type { Values } from './invoice-qr.ts';

/** An invoice with where its values come from: its code, its print, or the code and what the print adds to it. */
export interface MergedInvoice extends PictureValues {
  source: 'qr' | 'qrOcr' | 'ocr';
}

const nothingMore = { buyerTaxNumber: null, sellerTaxNumber: null, tax: null, total: null };

/** What is printed on the first page with an invoice. `pages`: the rows of each. */
export function printedInvoice(pages: readonly (readonly Signs[])[]): PictureValues | undefined {
  // Invoices are not of days to come; it is tomorrow somewhere already.
  const latest = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  for (const rows of pages) {
    const values = readInvoicePicture(rows, latest);
    if (values) return values;
  }
  return undefined;
}

/** What the code says stays as it is. The print adds what the code has not, where both are of one invoice. */
export function mergedInvoice(code: Values | null | undefined, print: PictureValues | undefined): MergedInvoice | undefined {
  if (!code) return print && { ...print, source: 'ocr' };
  if (print?.ocrNum !== code.ocrNum) return { ...code, ...nothingMore, source: 'qr' };
  const { buyerTaxNumber, sellerTaxNumber } = print;
  const [buyer, seller] = [code.ocrBuyer ?? print.ocrBuyer, code.ocrSeller ?? print.ocrSeller];
  const { tax, total } = print.ocrAmount === code.ocrAmount ? print : nothingMore;
  const adds = (buyer !== null && code.ocrBuyer === null) || (seller !== null && code.ocrSeller === null);
  return { ...code, ocrBuyer: buyer, ocrSeller: seller, buyerTaxNumber, sellerTaxNumber, tax, total, source: adds ? 'qrOcr' : 'qr' };
}
