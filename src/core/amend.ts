import { type DocumentKind, documentFolders } from './documents.ts';
import { isForbiddenName } from './expression/index.ts';
import { didYouMean, fieldHint } from './suggest.ts';

/**
 * What may be changed in part: documents whose every state is right by itself, registers, whose records are asked about what comes out, and
 * dictionaries and menus, whose rows follow as far as nobody changed them. What papers or senders rely on is a document of its own.
 */
export const amendableKinds = [
  ...(['app', 'dictionary', 'form', 'layout', 'menu', 'page', 'register', 'rule', 'table', 'theme'] as const),
] satisfies DocumentKind[];

const AMENDMENT = /^amendments\/(([a-z]+)\/.+)\.amendment\.json$/;

/** Whether a file below schemas/ is an amendment, whatever of. */
export const isAmendment = (path: string): boolean => path.startsWith('amendments/');

/**
 * The document an amendment changes: `amendments/tables/system/users.amendment.json` that of `tables/system/users.table.json`. Undefined
 * where it names no kind that can be amended.
 */
export function amendedPath(path: string): string | undefined {
  const [, target, folder] = AMENDMENT.exec(path) ?? [];
  const kind = amendableKinds.find((candidate) => documentFolders[candidate] === folder);
  return kind && target !== undefined ? `${target}.${kind}.json` : undefined;
}

/** Where the amendment of a document lies: `tables/system/users.table.json` has `amendments/tables/system/users.amendment.json`. */
export const amendmentOf = (path: string): string => `amendments/${path.replace(/\.[a-z]+\.json$/, '')}.amendment.json`;

/** The changes an amendment says; undefined where they are none, which its meta-schema tells in detail. */
export function changesOf(amendment: unknown): Amending[] | undefined {
  const { changes } = (amendment ?? {}) as { changes?: unknown };
  return Array.isArray(changes) && changes.every(isChange) ? changes : undefined;
}

const operations: unknown[] = ['add', 'replace', 'remove'] satisfies Amending['op'][];

function isChange(one: unknown): one is Amending {
  const { op, path, value } = (isHolder(one) ? one : {}) as Partial<Amending>;
  return operations.includes(op) && typeof path === 'string' && path.startsWith('/') && (op === 'remove' || value !== undefined);
}

/** One change of an amendment: an operation of JSON Patch (RFC 6902) whose path may name entries in place of counting them. */
export interface Amending {
  op: 'add' | 'replace' | 'remove';
  /** JSON pointer. In a list `name=email` is the one entry with that property, and an empty part before it looks anywhere below. */
  path: string;
  value?: unknown;
}

/** A change that could not be made. */
export interface AmendFault {
  /** Its place among the changes. */
  index: number;
  message: string;
  hint?: string | undefined;
}

/** Where a part of an amended document was written: the change, and the way from its value on. */
export interface Written {
  index: number;
  rest: (string | number)[];
}

export interface Amended {
  value: unknown;
  faults: AmendFault[];
  /** Who wrote what stands at this way; undefined where it is as it was. */
  writtenAt: (way: readonly (string | number)[]) => Written | undefined;
}

type Holder = Record<string, unknown> | unknown[];
interface Place {
  holder: Holder;
  key: string | number;
}

/** JSON is copied by writing and reading it. */
const copy = (value: unknown): unknown => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)));
const isHolder = (value: unknown): value is Holder => typeof value === 'object' && value !== null;
const read = (holder: Holder, key: string | number): unknown =>
  Object.hasOwn(holder, key) ? (holder as Record<string | number, unknown>)[key] : undefined;

/** A copy of a document with the changes made one after the other. One that cannot be made is left out and told. */
export function amend(document: unknown, changes: readonly Amending[]): Amended {
  const root: Record<string, unknown> = { document: copy(document) };
  const faults: AmendFault[] = [];
  const writers = new Map<Holder, Holder>();
  for (const [index, change] of changes.entries()) {
    try {
      const place = placeOf(root, change);
      // Beside every object and list that is changed: the changes that wrote its entries, moved as they are.
      const beside = writers.get(place.holder) ?? (Array.isArray(place.holder) ? place.holder.map(() => undefined) : {});
      writers.set(place.holder, beside);
      make(change, { ...place, holder: beside }, index);
      make(change, place, copy(change.value));
    } catch (error) {
      if (!(error instanceof AmendError)) throw error;
      faults.push({ index, message: error.message, hint: error.hint });
    }
  }
  const writtenAt = (way: readonly (string | number)[]): Written | undefined => {
    let found: Written | undefined;
    let at: unknown = root.document;
    for (const [depth, key] of way.entries()) {
      if (!isHolder(at)) break;
      const index = read(writers.get(at) ?? {}, key);
      if (typeof index === 'number') found = { index, rest: way.slice(depth + 1) };
      at = read(at, key);
    }
    return found;
  };
  return { value: root.document, faults, writtenAt };
}

class AmendError extends Error {
  constructor(
    message: string,
    readonly hint?: string,
  ) {
    super(message);
  }
}

function make({ op }: Amending, { holder, key }: Place, value: unknown): void {
  if (!Array.isArray(holder)) {
    if (op === 'remove') delete holder[key];
    else holder[key] = value;
  } else if (op === 'add') holder.splice(Number(key), 0, value);
  else if (op === 'remove') holder.splice(Number(key), 1);
  else holder[Number(key)] = value;
}

/** Where the last part of a path stands. Throws AmendError when there is no such place, or more than one. */
function placeOf(root: Holder, { op, path }: Amending): Place {
  const parts = path.split('/').map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  if (parts.shift() !== '' || parts.length === 0) throw new AmendError('a path begins with / and leads into the document');
  let place: Place = { holder: root, key: 'document' };
  let below = false;
  for (const [index, part] of parts.entries()) {
    const isLast = index === parts.length - 1;
    if (part === '' && !isLast && !below) {
      below = true;
      continue;
    }
    const within = read(place.holder, place.key);
    if (!isHolder(within)) throw new AmendError(`nothing stands below "${place.key}"`);
    place = below ? only(part, everyEntry(within)) : step(within, part, isLast ? op : undefined);
    below = false;
  }
  return place;
}

/** `op`: what is done at this place, the last of a path. */
function step(holder: Holder, part: string, op: Amending['op'] | undefined): Place {
  const mayBeNew = op === 'add';
  if (!Array.isArray(holder)) {
    if (isForbiddenName(part)) throw new AmendError(`"${part}" is no name`);
    if (!mayBeNew && !Object.hasOwn(holder, part)) {
      const known = Object.keys(holder);
      const advice = op === 'replace' ? (didYouMean(part, known) ?? '"add" makes what is not there') : fieldHint(part, known);
      throw new AmendError(`there is no "${part}" here`, advice);
    }
    return { holder, key: part };
  }
  if (part.includes('=')) return only(part, entriesOf(holder));
  const end = mayBeNew ? holder.length : holder.length - 1;
  const key = part === '-' && mayBeNew ? holder.length : /^(0|[1-9]\d*)$/.test(part) ? Number(part) : Number.NaN;
  if (key <= end) return { holder, key };
  const advice = 'an entry is named, such as name=email, or counted from 0';
  throw new AmendError(`"${part}" is no place in this list, which has ${holder.length} entries`, advice);
}

const entriesOf = (list: unknown[]): Place[] => list.map((_, key) => ({ holder: list, key }));

/** Every entry of every list below, itself included. */
function everyEntry(holder: Holder, found: Place[] = []): Place[] {
  for (const [key, value] of Object.entries(holder)) {
    if (Array.isArray(holder)) found.push({ holder, key: Number(key) });
    if (isHolder(value)) everyEntry(value, found);
  }
  return found;
}

/** The one of these places whose entry has the property. */
function only(part: string, places: readonly Place[]): Place {
  const [, name = '', wanted = ''] = /^([^=]+)=(.*)$/s.exec(part) ?? [];
  if (name === '') throw new AmendError(`"${part}" names no entry`, 'write a property and its value, such as name=email');
  const named = ({ holder, key }: Place): string | undefined => {
    const entry = read(holder, key);
    const value = isHolder(entry) && !Array.isArray(entry) ? read(entry, name) : undefined;
    return value === undefined || value === null || isHolder(value) ? undefined : String(value);
  };
  const [first, ...more] = places.filter((place) => named(place) === wanted);
  if (first && more.length === 0) return first;
  if (first) throw new AmendError(`${more.length + 1} entries have ${part}`, 'say more of the way to the one that is meant');
  const there = [...new Set(places.flatMap((place) => named(place) ?? []))];
  const cut = there.filter((value) => value.startsWith(`${wanted}/`));
  const advice = cut.length > 0 ? `a / in a name is written ~1: ${name}=${cut[0]?.replaceAll('/', '~1')}` : fieldHint(wanted, there);
  throw new AmendError(`no entry has ${part}`, advice);
}
