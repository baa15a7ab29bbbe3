import type { WordedContext } from '../../context.ts';
import type { FileAnswer } from '../../contracts.ts';
import { type ApiError, wrong } from '../../errors.ts';
import type { UploadedFile } from '../../plugins/uploads.ts';
import { wordsOf } from '../../reader.ts';
import { admitFile, fileRule } from '../files/admitted.ts';
import { answerIn, whileSomebodyWaits } from '../models/short-work.ts';
import { workbook } from '../spreadsheets/workbook.ts';
import { readHere, recognisersOf, told } from './recognisers.ts';
import type { ReadTextJob, TextRead } from './work/read-text.ts';

/** Signs of a text that is read where everybody else is answered: longer ones go to a thread. */
const shortText = 20_000;

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
  return answer(context, recognisers, { text: plain, isCut: false, places, placesCut: isCut });
}

/** The same of a file: a text, a PDF with a text layer, or a document of Office. @throws ApiError PARAMETER_ERROR at `file`, DATA_BUSY, DATA_TIMEOUT */
export async function recogniseFile(context: WordedContext, file: UploadedFile | undefined) {
  const { documents } = context.services;
  const { content, extension } = await admitFile(file, fileRule(documents, 'text-recognition'));
  return await readInThread(context, { kind: 'readText', source: { content, extension }, recognisers: recognisersOf(documents) }, 'file');
}

async function readInThread(context: WordedContext, job: ReadTextJob, field: 'text' | 'file') {
  const read = await whileSomebodyWaits(async (): Promise<TextRead> => {
    try {
      return await answerIn(job);
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY') return { problem: 'tooLarge' };
      throw error;
    }
  });
  if ('problem' in read) throw unreadable(field, read.problem);
  return answer(context, job.recognisers, read);
}

function unreadable(field: string, problem: 'unreadable' | 'encrypted' | 'tooLarge' | 'noText'): ApiError {
  return wrong(field, `cannot be read: ${problem}`, `recognition.problem.${problem}`);
}

function answer(context: WordedContext, recognisers: ReadTextJob['recognisers'], read: Exclude<TextRead, { problem: string }>) {
  const places = told(context, recognisers, read.places);
  const counts = recognisers.flatMap(({ id }) => {
    const own = places.filter(({ kind }) => kind === id);
    const [first] = own;
    return first ? [{ kind: id, kindName: first.kindName, tone: first.tone, count: own.length }] : [];
  });
  return { text: read.text, isCut: read.isCut, placesCut: read.placesCut, places, counts };
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
  return workbook(name, [{ name, columns: titles.map((title, at) => ({ title, width: at < 3 ? 30 : 12 })), rows }]);
}
