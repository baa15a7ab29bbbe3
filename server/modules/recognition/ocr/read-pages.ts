import { hasOwnText, withPdf } from '../pdf.ts';
import { pictureOfPage } from '../pdf-pages.ts';
import { type PictureProblem, unpacked } from '../unpacked.ts';
import { type ReadPage, readPrint } from './read-print.ts';

export interface PageJob {
  content: Uint8Array;
  /** image/png, image/jpeg or application/pdf. */
  type: string;
  /** The first page of a PDF that is looked at. */
  from: number;
}

/** A page with its number from 1; a picture is one page. */
export interface NumberedPage extends ReadPage {
  number: number;
}
/**
 * The first scanned page from there on, and the number of the next one: only those are read that have next to no text of their own.
 * `isCut`: the file has more pages than are looked through.
 */
export type PageRead = { page: NumberedPage | null; next: number | null; isCut: boolean } | { problem: PictureProblem };

/** Pixels of the largest picture that is unpacked. */
const mostPixels = 30_000_000;
/** Pages that are looked through for scanned ones. */
const mostLookedAt = 200;

/** Reads what is printed on one page of a file, in a thread whose memory and time are bounded. Never throws for what stands in the file. */
export async function readPageHere({ content, type, from }: PageJob): Promise<PageRead> {
  try {
    if (type === 'application/pdf') return await readScan(content, from);
    const picture = unpacked(content, type, mostPixels);
    if ('problem' in picture) return picture;
    return { page: { number: 1, ...(await readPrint(picture)) }, next: null, isCut: false };
  } catch (error) {
    // Whatever a broken file makes of the libraries is one answer: it cannot be read.
    if (!(error instanceof Error) && typeof error !== 'number') throw error;
    return { problem: 'unreadable' };
  }
}

async function readScan(content: Uint8Array, from: number): Promise<PageRead> {
  return await withPdf(content, { mostPixels }, async (document, { OPS }) => {
    const last = Math.min(document.numPages, mostLookedAt);
    const scanFrom = async (first: number): Promise<number | null> => {
      for (let number = first; number <= last; number += 1) {
        const { items } = await (await document.getPage(number)).getTextContent();
        if (!hasOwnText(items.map((item) => ('str' in item ? item.str : '')).join(''))) return number;
      }
      return null;
    };
    let page: NumberedPage | null = null;
    let next = await scanFrom(from);
    while (next !== null && page === null) {
      const number: number = next;
      const picture = await pictureOfPage(await document.getPage(number), OPS);
      if (picture) page = { number, ...(await readPrint(picture)) };
      next = await scanFrom(number + 1);
    }
    return { page, next, isCut: document.numPages > mostLookedAt };
  });
}
