import { Readable } from 'node:stream';
import type { CallContract } from '../../src/core/types.ts';
import { illFormedText } from './validation.ts';

/** Bytes at the beginning of a body in which the sender has to stand. */
const most = 16_384;

interface HeadRules {
  saysLength: boolean;
  /** Whether the beginning holds what is looked for, so that no more of it is read. */
  isEnough: (head: Buffer) => boolean;
  /** Forms are parsed from the request itself, so what was taken off it goes back there. */
  isForm: boolean;
}

/**
 * The beginning of a body, and the whole of it to be read. Of a body that does not say how long it is the rest is another stream: one that has ended takes nothing back.
 * A form that ends without what is looked for cannot be put back: it has to say its length.
 * @throws Error when whoever sends goes away
 */
export async function bodyHead(payload: Readable, { saysLength, isEnough, isForm }: HeadRules): Promise<{ head: Buffer; rest: Readable }> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  while (bytes < most && !(isForm && isEnough(Buffer.concat(chunks)))) {
    const chunk: Buffer | null = payload.read();
    if (chunk === null) {
      if (await hasEnded(payload)) break;
    } else {
      chunks.push(chunk);
      bytes += chunk.length;
    }
  }
  const head = Buffer.concat(chunks);
  if ((saysLength || isForm) && !payload.readableEnded) {
    payload.unshift(head);
    return { head: head.subarray(0, most), rest: payload };
  }
  return { head: head.subarray(0, most), rest: Readable.from(joined(head, payload), { objectMode: false }) };
}

async function* joined(head: Buffer, rest: Readable): AsyncGenerator<Buffer> {
  yield head;
  if (!rest.readableEnded) yield* rest;
}

/** Waits for more. @returns whether there is none */
async function hasEnded(payload: Readable): Promise<boolean> {
  if (payload.readableEnded) return true;
  if (payload.destroyed) throw new Error('The connection was closed before the body was here');
  return await new Promise((resolve, reject) => {
    const settle = (outcome: () => void) => {
      for (const [name, listener] of listeners) payload.off(name, listener);
      outcome();
    };
    const listeners: [string, (error?: Error) => void][] = [
      ['readable', () => settle(() => resolve(payload.readableEnded))],
      ['end', () => settle(() => resolve(true))],
      ['error', (error) => settle(() => reject(error))],
      ['close', () => settle(() => reject(new Error('The connection was closed before the body was here')))],
    ];
    for (const [name, listener] of listeners) payload.on(name, listener);
  });
}

/**
 * The first text under a name in the beginning of a body. It is a hint which sender to ask for: what the body says is read once more, by its schema.
 */
export function valueIn(head: Buffer, name: string, bodyType: CallContract['bodyType']): string | undefined {
  const text = head.toString('utf8');
  const value = bodyType === 'multipart' ? partIn(text, name) : textIn(text, name);
  return value === undefined || illFormedText(value) !== undefined ? undefined : value;
}

/** `"name": "value"` */
function textIn(text: string, name: string): string | undefined {
  for (const [, key, value] of text.matchAll(/"(\w{1,60})"\s{0,100}:\s{0,100}"([^"\\]{1,2000})"/g)) if (key === name) return value;
  return undefined;
}

/** `...; name="name"`, an empty line, and the value in one. */
function partIn(text: string, name: string): string | undefined {
  const [, part] = text.split(`form-data; name="${name}"\r\n`);
  return /^(?:[^\r\n]{1,200}\r\n){0,5}\r\n([^\r\n]{1,2000})\r\n/.exec(part ?? '')?.[1];
}
