import { compileRecognisers, type Recognised, type RecogniserDocument } from '../../../../src/core/recognise/index.ts';
import { textOf } from '../../../files/text.ts';
import { readWorkbook } from '../../spreadsheets/read-workbook.ts';
import { readXml } from '../../spreadsheets/read-xml.ts';
import { readZip } from '../../spreadsheets/read-zip.ts';
import { UnreadableFile } from '../../spreadsheets/unreadable.ts';
import { hasOwnText, withPdf } from '../pdf.ts';
import { withoutRadicals } from '../radicals.ts';

export interface ReadTextJob {
  kind: 'readText';
  /** A text, or the bytes of a file of this extension; of a PDF with what was read of its scanned pages, by their number from 1. */
  source: { text: string } | { content: Uint8Array; extension: string; scanned?: ReadonlyMap<number, string> };
  recognisers: { id: string; document: RecogniserDocument }[];
}
export type TextRead =
  | { text: string; isCut: boolean; places: Recognised[]; placesCut: boolean; hasScans: boolean }
  | { problem: 'unreadable' | 'encrypted' | 'tooLarge' | 'noText' };

/** Signs of a text that are read, pages of a PDF, and what a document may unpack to. */
const mostSigns = 100_000;
const mostPages = 200;
const office = { bytes: 64 * 1024 * 1024, entries: 5_000 };
const workbook = { rows: 20_000, columns: 200, bytes: 64 * 1024 * 1024 };

/** Reads the text of a file, if it is one, and recognises what stands in it. Never throws for what stands in the file. */
export async function readText({ source, recognisers }: ReadTextJob): Promise<TextRead> {
  try {
    let [hasScans, hasMore] = [false, false];
    const heard = { scan: () => (hasScans = true), more: () => (hasMore = true) };
    const whole = 'text' in source ? source.text : await textIn(source.content, source.extension, source.scanned, heard);
    const text = whole.slice(0, mostSigns).replaceAll('\r\n', '\n');
    if (text.trim() === '' && !hasScans) return { problem: 'noText' };
    const { places, isCut: placesCut } = compileRecognisers(recognisers)(text);
    return { text, isCut: hasMore || whole.length > mostSigns, places, placesCut, hasScans };
  } catch (error) {
    if (error instanceof UnreadableFile) return { problem: problemOf(error) };
    if (error instanceof Error && error.name === 'PasswordException') return { problem: 'encrypted' };
    // What a broken PDF makes of its library.
    if (error instanceof Error && /Exception$/.test(error.name)) return { problem: 'unreadable' };
    throw error;
  }
}

function problemOf({ reason }: UnreadableFile): 'unreadable' | 'encrypted' | 'tooLarge' {
  if (reason === 'encrypted') return 'encrypted';
  return ['tooLarge', 'tooManyRows', 'tooManyColumns'].includes(reason) ? 'tooLarge' : 'unreadable';
}

/** Hears of a scanned page that was not read, and that there are more pages than are read. */
interface Heard {
  scan: () => void;
  more: () => void;
}

async function textIn(
  content: Uint8Array,
  extension: string,
  scanned: ReadonlyMap<number, string> | undefined,
  heard: Heard,
): Promise<string> {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  if (extension === 'pdf') return await pdfText(content, scanned, heard);
  if (extension === 'xlsx') return await sheetText(bytes);
  if (extension === 'docx') return await officeText(bytes, /^word\/document\.xml$/, 'p');
  if (extension === 'pptx') return await officeText(bytes, /^ppt\/slides\/slide\d+\.xml$/, 'p');
  const text = textOf(bytes);
  if (text === undefined) throw new UnreadableFile('damaged');
  return text;
}

/** The text of a PDF, and of its scanned pages what was read of them. */
async function pdfText(content: Uint8Array, scanned: ReadonlyMap<number, string> = new Map(), heard: Heard): Promise<string> {
  return await withPdf(content, { mostPixels: 1 }, async (document) => {
    if (document.numPages > mostPages) heard.more();
    let text = '';
    for (let number = 1; number <= Math.min(document.numPages, mostPages) && text.length <= mostSigns; number += 1) {
      const page = await document.getPage(number);
      const { items } = await page.getTextContent();
      const own = withoutRadicals(items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join(''));
      const isScan = !hasOwnText(own);
      const print = scanned.get(number);
      if (isScan && print === undefined) heard.scan();
      text += `${own}\n${isScan && print !== undefined ? `${print}\n` : ''}`;
      page.cleanup();
    }
    return text;
  });
}

async function sheetText(content: Buffer): Promise<string> {
  const sheets = (await readWorkbook(content, workbook)).filter(({ isHidden }) => isHidden !== true);
  return sheets.flatMap(({ name, rows }) => [name, ...rows.map(({ cells }) => cells.join('\t')), '']).join('\n');
}

/** Paragraphs of the parts of a document: what stands in elements `t`, with tabs and breaks. */
async function officeText(content: Buffer, part: RegExp, paragraph: string): Promise<string> {
  const parts = await readZip(content, office);
  const names = [...parts.keys()].filter((name) => part.test(name)).sort((one, other) => numberIn(one) - numberIn(other));
  let text = '';
  for (const name of names) {
    let isText = false;
    readXml((await parts.get(name)?.()) ?? '', {
      open: (element) => {
        if (element === 't') isText = true;
        else if (element === 'tab') text += '\t';
        else if (element === 'br' || element === 'cr') text += '\n';
      },
      text: (piece) => {
        if (isText) text += piece;
      },
      close: (element) => {
        if (element === 't') isText = false;
        else if (element === paragraph) text += '\n';
      },
    });
    if (text.length > mostSigns) break;
  }
  return text;
}

function numberIn(name: string): number {
  return Number(/\d+/.exec(name)?.[0] ?? 0);
}
