import type { AddressSource } from '../../data-source-settings.ts';
import { ApiError } from '../../errors.ts';
import { Gate } from '../../gate.ts';
import { inReadingQueue } from '../data-mart/source-file.ts';
import { workThreads } from '../work/threads.ts';
import { FeedError, type Reading } from './reading.ts';
import { rowsIn } from './work/read-answer.ts';

/** Milliseconds an answer may take, and bytes it may have. */
const patience = 120_000;
const mostBytes = 64 * 1024 * 1024;

/** Answers that are waited for at a time, apart from the files that are read meanwhile: a slow address keeps nobody from their files. */
const answers = new Gate({ places: 4, queue: 20, refuse: () => new ApiError('DATA_BUSY') });
/** As many as the reading queue has places. */
const threads = workThreads({ patience, rest: 0 });

/** Reads what an address answers with. Redirects are not followed: what is sent along reaches the address of the setting and no other. @throws FeedError */
export async function readAddress<Found>(
  source: AddressSource,
  signal: AbortSignal,
  use: (reading: Reading) => Promise<Found>,
): Promise<Found> {
  const readNow = async () => {
    const content = await fetched(source, signal);
    return await inReadingQueue('feeds', async () => await use(await read(source, content, signal)), signal);
  };
  return await answers.pass(readNow, { signal });
}

async function fetched({ url, headers }: AddressSource, signal: AbortSignal): Promise<Buffer> {
  const late = AbortSignal.timeout(patience);
  try {
    const answer = await fetch(url, { headers, redirect: 'error', signal: AbortSignal.any([signal, late]) });
    if (!answer.ok) {
      await answer.body?.cancel();
      throw new FeedError('refused', String(answer.status));
    }
    return await bodyOf(answer);
  } catch (error) {
    if (error instanceof FeedError || signal.aborted) throw error;
    throw new FeedError(late.aborted ? 'late' : 'unreachable', '', { cause: error });
  }
}

async function bodyOf(answer: Response): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of answer.body ?? []) {
    bytes += part.length;
    if (bytes > mostBytes) throw new FeedError('tooLarge', `${mostBytes / 1024 / 1024} MB`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

async function read({ format, rowsAt }: AddressSource, content: Buffer, signal: AbortSignal): Promise<Reading> {
  const outcome = await threads.do({ kind: 'readAnswer', format, rowsAt, content }, { signal });
  if ('done' in outcome) {
    const { done } = outcome;
    if ('fault' in done) throw new FeedError(done.fault, done.detail);
    return { headings: done.headings.map((name) => ({ name, fieldType: undefined })), rows: unpacked(done.parts) };
  }
  signal.throwIfAborted();
  if (outcome.failed === 'memory') throw new FeedError('tooLarge');
  if (outcome.failed === 'timeout') throw new FeedError('late');
  throw ('cause' in outcome && outcome.cause) || new Error(`The thread is ${outcome.failed}`);
}

async function* unpacked(parts: readonly Uint8Array[]): AsyncGenerator<string[][]> {
  for (const part of parts) yield rowsIn(part);
}
