import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

type Library = typeof import('pdfjs-dist/legacy/build/pdf.mjs');
type PdfDocument = Awaited<ReturnType<Library['getDocument']>['promise']>;

/** Opens a PDF while `use` lasts. Only for threads whose memory and time are bounded. Rejects with what the library says of a broken one. */
export async function withPdf<T>(
  content: Uint8Array,
  { mostPixels }: { mostPixels: number },
  use: (document: PdfDocument, library: Library) => Promise<T>,
): Promise<T> {
  const library = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const home = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
  const task = library.getDocument({
    // The library takes the bytes over.
    data: new Uint8Array(content),
    cMapUrl: `${join(home, 'cmaps')}/`,
    cMapPacked: true,
    standardFontDataUrl: `${join(home, 'standard_fonts')}/`,
    wasmUrl: `${join(home, 'wasm')}/`,
    maxImageSize: mostPixels,
    disableFontFace: true,
    useSystemFonts: false,
    enableXfa: false,
    isEvalSupported: false,
    verbosity: library.VerbosityLevel.ERRORS,
  });
  try {
    return await use(await task.promise, library);
  } finally {
    await task.destroy();
  }
}

/** Signs of a page that has a text of its own: what scanners print on their pages is shorter. */
const leastSigns = 60;

/** Whether the text of a page is what stands on it, and not all there is beside a picture of the page. */
export function hasOwnText(text: string): boolean {
  return text.replaceAll(/\s/g, '').length >= leastSigns;
}
