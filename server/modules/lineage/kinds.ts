import type { Database } from '../../database/connection.ts';
import type { LabelValue } from '../../database/values.ts';
import type { Reader } from '../data-mart/rights.ts';
import type { RunStatus } from '../data-runs/tables.ts';

/** Names something in a lineage: the kind of it and its number, such as `table 12` or `model 3`. */
export type Key = `${string} ${string}`;
export const keyOf = (kind: string, number: number | string): Key => `${kind} ${number}`;
export const tableKey = (id: number): Key => keyOf('table', id);

/** The numbers of the keys of a kind. */
export function numbersOf(keys: Iterable<Key>, kind: string): number[] {
  const found: number[] = [];
  for (const key of keys) if (key.startsWith(`${kind} `)) found.push(Number(key.slice(kind.length + 1)));
  return found.filter(Number.isSafeInteger);
}

/** The last run of something. */
export interface LastRun {
  status: RunStatus;
  rejected: number;
  /** When it ended, or as long as it has not when it was asked for; an ISO moment. */
  time: string;
}

/** What reads tables or fills them. */
export interface Maker {
  key: Key;
  /** What people call it; null where the reader is not told: it is named by its kind. */
  name: LabelValue | null;
  /** What its page is found by, where it has one the reader may open. */
  target: string | null;
  /** Whether the reader is told of it at all. Of what is not seen nothing but that it is there leaves the server. */
  isSeen: boolean;
  /** It is its owner's alone: others are not even told that it is there. */
  isPrivate?: boolean;
  /** Whether what it reads is not deleted as long as it is there. */
  keeps: boolean;
  inputs: Key[];
  outputs: Key[];
  run: LastRun | null;
}

/** What is looked for: makers that read one of these, fill one of these, or are one of these. */
export interface Near {
  reads: ReadonlySet<Key>;
  fills: ReadonlySet<Key>;
  own: ReadonlySet<Key>;
}
const none: ReadonlySet<Key> = new Set();
export const near = (given: Partial<Near>): Near => ({ reads: none, fills: none, own: none, ...given });

/** A column of a table; of something that is no table `*`, all it is made of. */
export interface Place {
  key: Key;
  column: string;
}
/** Values of a column go into another one, as they are or computed with. */
export interface Way {
  from: Place;
  to: Place;
}

/** A kind of makers. */
export interface LineageKind {
  find(db: Database, reader: Reader, asked: Near): Promise<Maker[]>;
  /** Which column comes from which, of makers it found. Without it, and of a maker that is not in the answer, that is not known. */
  ways?(db: Database, makers: readonly Maker[]): Promise<Map<Key, Way[]>>;
}

const kinds = new Map<string, LineageKind>();

/** Makes a kind of makers known: what it reads and fills stands in the lineage of tables, and keeps them from being deleted. Each module does so where it is loaded. */
export function registerLineage(name: string, kind: LineageKind): void {
  if (kinds.has(name)) throw new Error(`Two kinds of lineage are called ${name}`);
  kinds.set(name, kind);
}

/** Makers of every kind, each with the name of its kind. Those that are somebody else's alone are among them, not seen. */
export async function findMakers(db: Database, reader: Reader, asked: Near): Promise<FoundMaker[]> {
  if (asked.reads.size + asked.fills.size + asked.own.size === 0) return [];
  const found: FoundMaker[] = [];
  for (const [kind, { find }] of kinds) for (const maker of await find(db, reader, asked)) found.push({ ...maker, kind });
  return found;
}
export interface FoundMaker extends Maker {
  kind: string;
}

/** The ways of columns through makers; undefined where they are not known. */
export async function waysThrough(db: Database, makers: readonly FoundMaker[]): Promise<Map<Key, Way[] | undefined>> {
  const all = new Map<Key, Way[] | undefined>(makers.map(({ key }) => [key, undefined]));
  for (const [name, { ways }] of kinds) {
    const own = makers.filter(({ kind }) => kind === name);
    if (ways && own.length > 0) for (const [key, found] of await ways(db, own)) all.set(key, found);
  }
  return all;
}
