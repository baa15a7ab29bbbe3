import { JsonError, parseLimitedJson } from '../core/index.ts';
import { isObject } from '../core/json-object.ts';
import type { CallContract } from '../core/types.ts';
import { described } from './described.ts';
import { type FindText, failureMessage, ServiceFailure } from './failure.ts';

const SUCCESS = '000000';
const NO_FILE = 'NOT_A_FILE';
/** Answers of calls may be large lists; what they must not be is deep (a deep one kills recursive code). */
const ANSWER_LIMITS = { maxBytes: 32 * 1024 * 1024, maxDepth: 64 };

/** Other bytes would become signs that stand for them all, and be saved as such. */
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** What stands between answers so for a server that hung up or kept silent, which may have done what it was asked for. */
export const LOST: ReadonlySet<number> = new Set([502, 504]);

interface Envelope {
  code?: unknown;
  msg?: unknown;
  data?: unknown;
  details?: unknown;
}

/** Response -> `data`, the whole answer or a file, as the contract's envelope says. Rejects with ServiceFailure. */
export async function readAnswer(contract: CallContract, response: Response, text: FindText): Promise<unknown> {
  if (contract.envelope === 'file' && response.ok && !isJson(response)) return readFile(contract, response, text);
  const answer = await readJson(contract, response, text);
  if (!response.ok) throw refusal(contract, response, answer, text);
  if (contract.envelope === 'file') throw notAFile(contract, response, answer, text);
  if (contract.envelope === 'none') return answer;
  const { code, msg, data }: Envelope = isObject(answer) ? answer : {};
  const { successMsg } = contract;
  // Where the words say it, a code need not (EVID-12).
  const isSaid = successMsg !== undefined && code === undefined && msg === successMsg;
  if (code !== SUCCESS && !isSaid) {
    // Neither of ours nor an error: no code at all, or what other back ends call success.
    if (![0, 200].includes(Number(code ?? 0))) throw refusal(contract, response, answer, text);
    throw broken(contract, response, text, 'code "000000" beside msg and data', described(code ?? answer));
  }
  if (successMsg !== undefined && isObject(answer) && answer.msg !== successMsg) throw unsuccessful(contract, response, answer, text);
  if (contract.flag !== undefined && isObject(data) && data[contract.flag] === false)
    throw flagged(contract, response, answer as Envelope, data, text);
  return data;
}

function failed(contract: CallContract, { status }: Response, code: string, message = code, details?: unknown): ServiceFailure {
  return new ServiceFailure({ code, call: contract.id, status, message, details });
}

function broken(contract: CallContract, response: Response, text: FindText, expected: string, got: string): ServiceFailure {
  return failed(contract, response, 'CONTRACT_BROKEN', text('engine.contractBroken'), { pointer: '', expected, got });
}

/** A success by its code alone, where the contract asks for more (EVID-12). */
function unsuccessful(contract: CallContract, response: Response, { msg }: Envelope, text: FindText): ServiceFailure {
  const code = 'NOT_SUCCESSFUL';
  return failed(contract, response, code, failureMessage({ code, msg: typeof msg === 'string' ? msg : undefined }, text));
}

/** A success that says of itself that it is none (SET-11). */
function flagged(
  contract: CallContract,
  response: Response,
  { msg }: Envelope,
  data: Record<string, unknown>,
  text: FindText,
): ServiceFailure {
  const code = typeof data.reason === 'string' ? data.reason : 'RESULT_FALSE';
  const message = failureMessage({ code, msg: typeof msg === 'string' && msg !== 'success' ? msg : undefined }, text);
  return failed(contract, response, code, message, translated(data.details, text));
}

async function readJson(contract: CallContract, response: Response, text: FindText): Promise<unknown> {
  const bytes = await response.arrayBuffer();
  try {
    const source = utf8.decode(bytes);
    return source.trim() === '' ? undefined : parseLimitedJson(source, ANSWER_LIMITS);
  } catch (error) {
    // An error page of a proxy says nothing to people.
    if (!response.ok) return undefined;
    const reason = error instanceof JsonError ? error.code : 'no UTF-8';
    throw broken(contract, response, text, 'readable JSON in UTF-8', `${reason}: ${described(new TextDecoder().decode(bytes))}`);
  }
}

/** FILE-05: a page instead of a file is no file. */
async function readFile(contract: CallContract, response: Response, text: FindText): Promise<File> {
  const type = response.headers.get('Content-Type') ?? '';
  if (/^text\/html/i.test(type)) throw failed(contract, response, NO_FILE, text('error.unsupportedResponse'));
  const content = await response.blob();
  const disposition = response.headers.get('Content-Disposition') ?? '';
  // FILE-04: nothing, not even under a name.
  if (content.size === 0 && disposition === '') throw failed(contract, response, NO_FILE, text('error.downloadFailed'));
  return new File([content], fileName(disposition), { type: content.type || type });
}

/** FILE-04: the server's words, otherwise 'download failed'. */
function notAFile(contract: CallContract, response: Response, answer: unknown, text: FindText): ServiceFailure {
  const { msg } = isObject(answer) ? (answer as Envelope) : {};
  return failed(
    contract,
    response,
    NO_FILE,
    typeof msg === 'string' && msg !== '' && msg !== 'success' ? msg : text('error.downloadFailed'),
  );
}

function refusal(contract: CallContract, response: Response, answer: unknown, text: FindText): ServiceFailure {
  const envelope: Envelope = isObject(answer) ? answer : {};
  const code = typeof envelope.code === 'string' || typeof envelope.code === 'number' ? String(envelope.code) : `HTTP_${response.status}`;
  const msg = typeof envelope.msg === 'string' ? envelope.msg : undefined;
  // A back end that has a word for it knows what it did.
  const isWordless = /^(UNAVAILABLE$|HTTP_5)/.test(code);
  // Where no session is asked for, none has ended.
  const isSignIn = response.status === 401 && contract.auth === 'basic';
  const status = response.ok || isSignIn ? undefined : response.status;
  const details = translated(envelope.details, text);
  return new ServiceFailure({
    code,
    call: contract.id,
    status: response.status,
    message:
      (contract.unsafe && isWordless && LOST.has(response.status) ? text('engine.lostDeed') : undefined) ??
      ofWhole(details) ??
      failureMessage({ code, status, msg }, text, contract.envelope === 'file' ? 'error.downloadFailed' : undefined),
    details,
    data: envelope.data,
  });
}

/** What a detail without a field says in the language of the window: more than the text of the code. */
function ofWhole(details: unknown): string | undefined {
  return Array.isArray(details) ? details.find((detail) => detail?.field === '' && detail.key)?.message : undefined;
}

/** Details whose message has a text key say it in the language of the window. */
function translated(details: unknown, text: FindText): unknown {
  if (!Array.isArray(details)) return details;
  return details.map((detail: unknown) => {
    if (!isObject(detail) || typeof detail.key !== 'string') return detail;
    return { ...detail, message: text(detail.key, isObject(detail.values) ? detail.values : {}) ?? detail.message };
  });
}

/** Name of a file from Content-Disposition: the encoded form first, then the plain one, never with a folder. */
export function fileName(disposition: string): string {
  const encoded = /filename\*\s*=\s*(?:UTF-8|utf-8)''([^;]+)/.exec(disposition)?.[1];
  const plain = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]+))/.exec(disposition);
  const name = decoded(encoded) ?? plain?.[1]?.replace(/\\(.)/g, '$1') ?? plain?.[2]?.trim() ?? '';
  return name.split(/[/\\]/).at(-1) ?? '';
}

function decoded(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  try {
    return decodeURIComponent(text.trim());
  } catch {
    // Not encoded after all: the plain form follows.
    return undefined;
  }
}

function isJson(response: Response): boolean {
  return /^application\/([\w.+-]+\+)?json/i.test(response.headers.get('Content-Type') ?? '');
}
