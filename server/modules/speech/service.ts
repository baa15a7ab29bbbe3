import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isObject } from '../../../src/core/json-object.ts';
import type { SpeechSettings } from '../../settings.ts';

/** A stretch of speech, in seconds from the beginning where the service tells them. */
export interface Segment {
  start: number | null;
  end: number | null;
  text: string;
}
export interface Transcript {
  language: string | null;
  /** Seconds. */
  duration: number | null;
  segments: Segment[];
}

/** Why there is no transcript; the detail is for people who run the service, and holds nothing secret. */
export type SpeechProblem = 'unreachable' | 'late' | 'refused' | 'unauthorised' | 'unreadable' | 'tooLarge' | 'silent';
export class SpeechError extends Error {
  override readonly name = 'SpeechError';
  constructor(
    readonly problem: SpeechProblem,
    readonly detail = '',
    options?: ErrorOptions,
  ) {
    super(`No transcript: ${problem} ${detail}`.trim(), options);
  }
}

/** Milliseconds a service may think: recordings of an hour take some minutes. */
const patience = 900_000;
const mostBytes = 8 * 1024 * 1024;
const mostSegments = 20_000;
const mostSigns = 2_000_000;
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * Asks a transcription service: POST of a form with `file`, `response_format=verbose_json`, and `model` and `language` where they are set; it answers
 * `{"text", "language", "duration", "segments": [{"start", "end", "text"}]}`, of which `text` or `segments` is enough. Redirects are not followed: the recording and the key go to the
 * address that is configured and nowhere else.
 * @throws SpeechError
 */
export async function transcribe(
  { url, key, model }: SpeechSettings,
  audio: { name: string; type: string; content: Uint8Array; language?: string | undefined },
  signal: AbortSignal,
  longest = patience,
): Promise<Transcript> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(audio.content)], { type: audio.type }), audio.name);
  form.append('response_format', 'verbose_json');
  if (model !== undefined) form.append('model', model);
  if (audio.language !== undefined) form.append('language', audio.language);
  const late = AbortSignal.timeout(longest);
  try {
    const answer = await answerOf(url, form, {
      signal: AbortSignal.any([signal, late]),
      headers: { accept: 'application/json', ...(key !== undefined && { authorization: `Bearer ${key}` }) },
    });
    const { statusCode: status = 0 } = answer;
    if (status < 200 || status > 299) answer.destroy();
    if (redirects.has(status)) throw new SpeechError('unreachable');
    if (status < 200 || status > 299) throw new SpeechError(status === 401 || status === 403 ? 'unauthorised' : 'refused', String(status));
    return transcriptIn(await bodyOf(answer));
  } catch (error) {
    if (error instanceof SpeechError || signal.aborted) throw error;
    throw new SpeechError(late.aborted ? 'late' : 'unreachable', '', { cause: error });
  }
}

/** Sends a form, and waits for an answer until the signal ends that: `fetch` gives up after five minutes without one. */
async function answerOf(
  url: string,
  form: FormData,
  { headers, signal }: { headers: Record<string, string>; signal: AbortSignal },
): Promise<IncomingMessage> {
  const encoded = new Response(form);
  const body = Buffer.from(await encoded.arrayBuffer());
  const send = new URL(url).protocol === 'https:' ? httpsRequest : httpRequest;
  return await new Promise((resolve, reject) => {
    const type = encoded.headers.get('content-type') ?? '';
    const outgoing = send(url, {
      ...{ method: 'POST', agent: false, signal },
      headers: { ...headers, 'content-type': type, 'content-length': body.length },
    });
    outgoing.once('response', resolve);
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** The body as text, read no further than an answer may be long. */
async function bodyOf(answer: IncomingMessage): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of answer as AsyncIterable<Uint8Array>) {
    bytes += part.length;
    if (bytes > mostBytes) throw new SpeechError('tooLarge');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** Takes what is asked for out of an answer, and nothing else. */
function transcriptIn(body: string): Transcript {
  const answer = parsed(body);
  const given = Array.isArray(answer.segments) ? (answer.segments as unknown[]) : [];
  if (given.length > mostSegments) throw new SpeechError('tooLarge');
  const segments = given.flatMap((one): Segment[] => {
    const { start, end, text } = typeof one === 'object' && one !== null ? (one as Record<string, unknown>) : {};
    const words = wordsIn(text);
    return words === '' ? [] : [{ start: secondsIn(start), end: secondsIn(end), text: words }];
  });
  const whole = wordsIn(answer.text);
  const told = segments.length > 0 || whole === '' ? segments : [{ start: null, end: null, text: whole }];
  if (told.reduce((sum, { text }) => sum + text.length, 0) > mostSigns) throw new SpeechError('tooLarge');
  if (told.length === 0) throw new SpeechError('silent');
  const language = wordsIn(answer.language).slice(0, 40) || null;
  return { language, duration: secondsIn(answer.duration), segments: told };
}

function parsed(body: string): Record<string, unknown> {
  try {
    const answer: unknown = JSON.parse(body);
    if (isObject(answer)) return answer;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new SpeechError('unreadable', '', { cause: error });
  }
  throw new SpeechError('unreadable');
}

/** Texts as they can be kept: no controls but line ends, no halves of signs. */
function wordsIn(value: unknown): string {
  return typeof value === 'string'
    ? Buffer.from(value)
        .toString()
        .replaceAll(/[^\P{Cc}\n\t]/gu, '')
        .trim()
    : '';
}

function secondsIn(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 && value < 1_000_000 ? Math.round(value * 1_000) / 1_000 : null;
}
