import { findCodes, type Pixels } from '../../recognition/codes.ts';
import { withPdf } from '../../recognition/pdf.ts';
import { type Page, pictureNamed, pixelsOf } from '../../recognition/pdf-pages.ts';
import { isWithinItsHead } from '../../recognition/png-bounds.ts';
import { withoutRadicals } from '../../recognition/radicals.ts';
import type { Recognised, Unrecognised } from '../tables.ts';
import { imageSize } from './image-size.ts';
import { noValues, readInvoiceCode, type Values } from './invoice-qr.ts';
import { linesOf, type Piece, readInvoiceText } from './invoice-text.ts';

/** Pixels of the largest picture that is unpacked: four bytes each are what a thread can spare. */
const mostPixels = 50_000_000;
/** Pages and pictures of a PDF that are looked at: invoices have one page. */
const mostPages = 3;
const mostPictures = 12;
const mostPieces = 5_000;

/** Reads a ticket file: first the QR code of a VAT invoice, then the text layer of a PDF. Its print is read elsewhere (recognise.ts). Never throws for what stands in the file. */
export async function readTicket(content: Uint8Array, type: string): Promise<Recognised> {
  try {
    return type === 'application/pdf' ? await readPdf(content) : await readPicture(content, type);
  } catch (error) {
    // Whatever a broken file makes of the libraries is one answer: it cannot be read.
    if (!(error instanceof Error) && typeof error !== 'number') throw error;
    return nothing('unreadable');
  }
}

function nothing(reason: Unrecognised): Recognised {
  return { ...noValues, source: 'none', reason };
}

async function readPicture(content: Uint8Array, type: string): Promise<Recognised> {
  const size = imageSize(content);
  if (!size || size.width === 0 || size.height === 0) return nothing('unreadable');
  if (size.width * size.height > mostPixels) return nothing('too-large');
  if (type === 'image/png' && !isWithinItsHead(content)) return nothing('unreadable');
  const values = await invoiceIn(content);
  return values ? { ...values, source: 'qr', reason: null } : nothing('nothing');
}

async function invoiceIn(image: Uint8Array | Pixels): Promise<Values | undefined> {
  for (const { text } of await findCodes(image, ['QRCode'])) {
    const values = readInvoiceCode(text);
    if (values) return values;
  }
  return undefined;
}

async function readPdf(content: Uint8Array): Promise<Recognised> {
  return await withPdf(content, { mostPixels }, async (document, pdf) => {
    let byText: Values | undefined;
    for (let number = 1; number <= Math.min(document.numPages, mostPages); number += 1) {
      const page = await document.getPage(number);
      const { items } = await page.getTextContent();
      byText ??= readInvoiceText(linesOf(items.slice(0, mostPieces).flatMap(pieceOf)));
      const byCode = await codeOnPage(page, pdf);
      // The code has no names; the text of the same invoice does.
      if (byCode) return { ...withNames(byCode, byText), source: 'qr', reason: null };
    }
    return byText ? { ...byText, source: 'pdf', reason: null } : nothing('nothing');
  });
}

function withNames(byCode: Values, byText: Values | undefined): Values {
  if (byText?.ocrNum !== byCode.ocrNum) return byCode;
  const { ocrBuyer, ocrSeller, ocrCheckNum } = byText;
  return { ...byCode, ocrBuyer, ocrSeller, ocrCheckNum: byCode.ocrCheckNum ?? ocrCheckNum };
}

function pieceOf(item: object): Piece[] {
  if (!('str' in item) || typeof item.str !== 'string' || !('transform' in item) || !Array.isArray(item.transform)) return [];
  const [along = 0, , , , x = 0, y = 0] = item.transform.map(Number);
  const width = 'width' in item && typeof item.width === 'number' ? item.width : 0;
  return [{ text: withoutRadicals(item.str), x, y, width, size: Math.abs(along) }];
}

/** The invoice whose code is among the pictures of a page, such as the code itself or the scan of a whole invoice. */
async function codeOnPage(
  page: Pick<Page, 'getOperatorList' | 'objs' | 'commonObjs'>,
  pdf: { OPS: { paintImageXObject: number } },
): Promise<Values | undefined> {
  const { fnArray, argsArray } = await page.getOperatorList();
  const names = fnArray.flatMap((operator, at) => {
    const args = operator === pdf.OPS.paintImageXObject ? argsArray[at] : undefined;
    const name: unknown = Array.isArray(args) ? args[0] : undefined;
    return typeof name === 'string' ? [name] : [];
  });
  for (const name of [...new Set(names)].slice(0, mostPictures)) {
    const picture = pixelsOf(await pictureNamed(page, name));
    const values = picture && (await invoiceIn(picture));
    if (values) return values;
  }
  return undefined;
}
