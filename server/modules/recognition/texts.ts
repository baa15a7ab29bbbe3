import { askerOf } from '../../caller.ts';
import type { WordedContext } from '../../context.ts';
import type { FileAnswer } from '../../contracts.ts';
import { ApiError, wrong } from '../../errors.ts';
import type { Passing } from '../../gate.ts';
import type { UploadedFile } from '../../plugins/uploads.ts';
import { wordsOf } from '../../reader.ts';
import { admitFile, fileRule } from '../files/admitted.ts';
import { workbook } from '../spreadsheets/workbook.ts';
import { answerSoon, TooLarge } from '../work/short.ts';
import type { PagesProblem } from './ocr/page-by-page.ts';
import { readPages } from './ocr/pool.ts';
import type { NumberedPage } from './ocr/read-pages.ts';
import { rowsOf } from './ocr/rows.ts';
import { readHere, recognisersOf, told } from './recognisers.ts';
import type { ReadTextJob, TextRead } from './work/read-text.ts';

/** Signs of a text that is read where everybody else is answered: longer ones go to a thread. */
const shortText = 20_000;
/** Scanned pages of a file that are read. */
const mostScans = 10;

/** Pages whose text was read of a picture, and whether there are more of them than were read. */
interface Scans {
  pages: number;
  isCut: boolean;
}
const noScans: Scans = { pages: 0, isCut: false };

export interface GivenText {
  text: string;
  /** Ids of recognisers; empty: all. */
  kinds?: readonly string[] | undefined;
}

/** Recognises what stands in a text (DATA-04). @throws ApiError PARAMETER_ERROR, DATA_BUSY, DATA_TIMEOUT */
export async function recogniseText(context: WordedContext, { text, kinds = [] }: GivenText) {
  const { documents } = context.services;
  const recognisers = recognisersOf(documents, kinds);
  if (text.length > shortText) return await readInThread(context, { kind: 'readText', source: { text }, recognisers }, 'text');
  const plain = text.replaceAll('\r\n', '\n');
  if (plain.trim() === '') throw unreadable('text', 'noText');
  const { places, isCut } = readHere(documents, recognisers, plain);
  return answer(context, recognisers, { text: plain, isCut: false, places, placesCut: isCut }, noScans);
}

/**
 * The same of a file: a text, a PDF, a document of Office, or a picture. Pictures and the scanned pages of a PDF are read by their print.
 * @throws ApiError PARAMETER_ERROR at `file`, DATA_BUSY, DATA_TIMEOUT
 */
export async function recogniseFile(context: WordedContext, file: UploadedFile | undefined) {
  const { documents } = context.services;
  const { content, extension, type } = await admitFile(file, fileRule(documents, 'text-recognition'));
  const recognisers = recognisersOf(documents);
  const job = { kind: 'readText', recognisers } as const;
  const asker = askerOf(context);
  if (type.startsWith('image/')) {
    const read = await readPages({ content, type, mostPages: 1 }, asker);
    if (read.problem) throw problemOf(read.problem);
    const text = read.pages.map(textOfPage).join('\n');
    return await readInThread(context, { ...job, source: { text } }, 'file', { pages: 1, isCut: false }, true);
  }
  const first = await readBounded(asker, job, { content, extension }, 'file');
  if (!first.hasScans) return answer(context, recognisers, first, noScans);
  const read = await readPages({ content, type, mostPages: mostScans }, asker);
  const isEmpty = first.text.trim() === '';
  if (read.problem && read.pages.length === 0 && isEmpty) throw problemOf(read.problem);
  if (read.pages.length === 0 && !isEmpty) return answer(context, recognisers, first, { pages: 0, isCut: read.isCut });
  const scanned = new Map(read.pages.map((page) => [page.number, textOfPage(page)]));
  const scans = { pages: scanned.size, isCut: read.isCut };
  return await readInThread(context, { ...job, source: { content, extension, scanned } }, 'file', scans, true);
}

/** The rows of a page, each a line. */
function textOfPage({ lines }: NumberedPage): string {
  return rowsOf(lines)
    .map(({ text }) => text.replaceAll('\t', ' '))
    .join('\n');
}

function problemOf(problem: PagesProblem): ApiError {
  if (problem === 'busy') return new ApiError('DATA_BUSY');
  if (problem === 'timeout' || problem === 'stopped') return new ApiError('DATA_TIMEOUT');
  return unreadable('file', problem === 'tooLarge' ? 'pictureTooLarge' : 'unreadable');
}

type Read = Exclude<TextRead, { problem: string }>;

/** `isSequel`: it goes on with what was read before. */
async function readInThread(context: WordedContext, job: ReadTextJob, field: 'text' | 'file', scans = noScans, isSequel = false) {
  const read = await readBounded({ ...askerOf(context), isSequel }, job, job.source, field);
  if (read.text.trim() === '') throw unreadable(field, 'noText');
  return answer(context, job.recognisers, read, scans);
}

/** @throws ApiError at the field where it cannot be read, DATA_BUSY, DATA_TIMEOUT */
async function readBounded(
  asker: Passing,
  job: Omit<ReadTextJob, 'source'>,
  source: ReadTextJob['source'],
  field: 'text' | 'file',
): Promise<Read> {
  const read = await answerSoon(asker, { ...job, source }).catch((error: unknown): TextRead => {
    if (error instanceof TooLarge) return { problem: 'tooLarge' };
    throw error;
  });
  if ('problem' in read) throw unreadable(field, read.problem);
  return read;
}

function unreadable(field: string, problem: 'unreadable' | 'encrypted' | 'tooLarge' | 'noText' | 'pictureTooLarge'): ApiError {
  return wrong(field, `cannot be read: ${problem}`, `recognition.problem.${problem}`);
}

function answer(context: WordedContext, recognisers: ReadTextJob['recognisers'], read: Omit<Read, 'hasScans'>, scans: Scans) {
  const places = told(context, recognisers, read.places);
  const counts = recognisers.flatMap(({ id }) => {
    const own = places.filter(({ kind }) => kind === id);
    const [first] = own;
    return first ? [{ kind: id, kindName: first.kindName, tone: first.tone, count: own.length }] : [];
  });
  return {
    text: read.text,
    isCut: read.isCut,
    placesCut: read.placesCut,
    places,
    counts,
    scannedPages: scans.pages,
    scansCut: scans.isCut,
  };
}

/** What was recognised in a text as a workbook. @throws as recogniseText */
export async function exportPlaces(context: WordedContext, given: GivenText): Promise<FileAnswer> {
  const { places } = await recogniseText(context, given);
  const word = wordsOf(context);
  const name = word('recognition.textTitle');
  const titles = ['kind', 'value', 'found', 'check', 'place'].map((column) => word(`recognition.column.${column}`));
  const rows = places.map(({ kindName, value, text, check, from }) => [
    kindName,
    value,
    text,
    check === 'none' ? null : word(`recognition.check.${check}`),
    from + 1,
  ]);
  const file = await workbook(name, [{ name, columns: titles.map((title, at) => ({ title, width: at < 3 ? 30 : 12 })), rows }]);
  // The text itself is what people look for numbers and names in: nothing of it belongs into a log.
  return { ...file, logEntry: { detail: { places: places.length, file: file.name } } };
}
