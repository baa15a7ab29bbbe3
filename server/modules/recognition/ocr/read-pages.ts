import { hasOwnText, withPdf } from '../pdf.ts';
import { pictureOfPage } from '../pdf-pages.ts';
import { type PictureProblem, unpacked } from '../unpacked.ts';
import { type ReadPage, readPrint } from './read-print.ts';

export interface PagesJob {
  content: Uint8Array;
  /** image/png, image/jpeg or application/pdf. */
  type: string;
  /** Pages of a PDF that are read at most: only those that have next to no text of their own. */
  mostPages: number;
}

/** A page with its number from 1; a picture is one page. */
export interface NumberedPage extends ReadPage {
  number: number;
}
export type PagesRead = { pages: NumberedPage[]; isCut: boolean } | { problem: PictureProblem };

/** Pixels of the largest picture that is unpacked. */
const mostPixels = 30_000_000;
/** Pages that are looked through for scanned ones. */
const mostLookedAt = 200;

/** Reads what is printed in a file, in a thread whose memory and time are bounded. Never throws for what stands in the file. */
export async function readPagesHere({ content, type, mostPages }: PagesJob): Promise<PagesRead> {
  try {
    if (type === 'application/pdf') return await readScan(content, mostPages);
    const picture = unpacked(content, type, mostPixels);
    if ('problem' in picture) return picture;
    return { pages: [{ number: 1, ...(await readPrint(picture)) }], isCut: false };
  } catch (error) {
    // Whatever a broken file makes of the libraries is one answer: it cannot be read.
    if (!(error instanceof Error) && typeof error !== 'number') throw error;
    return { problem: 'unreadable' };
  }
}

async function readScan(content: Uint8Array, mostPages: number): Promise<PagesRead> {
  return await withPdf(content, { mostPixels }, async (document, { OPS }) => {
    const pages: NumberedPage[] = [];
    let isCut = document.numPages > mostLookedAt;
    for (let number = 1; number <= Math.min(document.numPages, mostLookedAt); number += 1) {
      const page = await document.getPage(number);
      const { items } = await page.getTextContent();
      if (hasOwnText(items.map((item) => ('str' in item ? item.str : '')).join(''))) continue;
      if (pages.length >= mostPages) {
        isCut = true;
        break;
      }
      const picture = await pictureOfPage(page, OPS);
      if (picture) pages.push({ number, ...(await readPrint(picture)) });
      page.cleanup();
    }
    return { pages, isCut };
  });
}
