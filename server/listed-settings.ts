import { readFileSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import type { Wording } from './database/values.ts';

/** What an entry of a listed setting is called: one text, or one a language. */
export type Title = string | Wording;

/** Hears of a fault, with its place and never with a secret. */
export type Complain = (fault: string) => void;

/** The entries of a setting that is a list in JSON, or the path of a file that holds one. `example`: what an entry looks like. */
export function readListed(text: string, root: string, complain: Complain, example: string): unknown[] {
  let list: unknown;
  try {
    list = JSON.parse(text.startsWith('[') ? text : readFileSync(isAbsolute(text) ? text : resolve(root, text), 'utf8'));
  } catch (error) {
    const isFile = error instanceof Error && 'code' in error;
    complain(isFile ? `the file ${text} cannot be read` : 'it is neither a list in JSON nor a file that holds one');
    return [];
  }
  if (Array.isArray(list)) return list;
  complain(`expected a list: [${example}]`);
  return [];
}

/** Tells of ids that more than one entry has; `what` is what an entry is. */
export function complainOfTwins(ids: readonly string[], what: string, complain: Complain): void {
  for (const id of new Set(ids.filter((name, index) => ids.indexOf(name) !== index))) complain(`two ${what} have the id "${id}"`);
}

export const isId = (id: string): boolean => /^[a-z][a-z0-9-]{0,30}$/.test(id);

/** A title as it is written in a setting; without one, `id`. */
export function readTitle(title: unknown, id: string): Title {
  if (typeof title === 'string' && title !== '') return title;
  if (typeof title !== 'object' || title === null) return id;
  const texts = Object.fromEntries(
    Object.entries(title).flatMap(([language, text]) => (typeof text === 'string' ? [[language, text]] : [])),
  );
  return { en: Object.values(texts)[0] ?? id, ...texts };
}

const local = /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/i;

/** Whether it is this very machine, which may be spoken to without TLS. */
export function isLocalHost(host: string): boolean {
  return local.test(host);
}

export function isLocalAddress(text: string): boolean {
  return isLocalHost(new URL(text).hostname);
}

/** An https address without user and password, or an http one of this machine. */
export function isSafeAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return `${username}${password}` === '' && (protocol === 'https:' || (protocol === 'http:' && isLocalAddress(text)));
}
