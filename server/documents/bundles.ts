import { buildBundle, type DocumentSet, type Library, libraryOf } from '../../src/core/index.ts';
import type { Bundle, CallContract, Problem } from '../../src/core/types.ts';
import { shapes } from '../../src/generated/widgets.ts';
import { type ServedFile, servedFile } from './served-file.ts';

type Kind = 'page' | 'layout';
type Contracts = Readonly<Record<string, CallContract>>;

/** A bundle as it is served. */
export interface BuiltBundle {
  file: ServedFile;
  problems: Problem[];
}
interface Kept extends BuiltBundle {
  page: unknown;
  /** Whether everything that was read for it is what it was. */
  isSame: (library: Library) => boolean;
}

export const json = 'application/json; charset=utf-8';

/** Bundles of pages and layouts, made anew only where something they read became another one. Documents are compared by identity. */
export class Bundles {
  #known = new Map<string, Kept>();

  /** The bundles of a set of documents, by their names: pages/system/dictionary. */
  of(set: DocumentSet, contracts: Contracts): Map<string, BuiltBundle> {
    const library = libraryOf(set, contracts);
    const known = new Map<string, Kept>();
    for (const kind of ['page', 'layout'] as const) {
      for (const id of set.ids(kind)) {
        const name = `${kind}s/${id}`;
        const before = this.#known.get(name);
        const isSame = before && before.page === set.get(kind, id) && before.isSame(library);
        known.set(name, isSame ? before : build(set, kind, id, { library, contracts }));
      }
    }
    this.#known = known;
    return known;
  }
}

function build(set: DocumentSet, kind: Kind, id: string, { library, contracts }: { library: Library; contracts: Contracts }): Kept {
  const { noting, isSame } = readsOf(library);
  const { bundle, problems } = bundleOf(set, kind, id, { library: noting, contracts });
  return { page: set.get(kind, id), isSame, problems, file: servedFile(JSON.stringify(bundle), json, true) };
}

/** A library that notes what is read in it, and whether another one says the same there. */
function readsOf(library: Library): { noting: Library; isSame: (other: Library) => boolean } {
  const reads = new Map<string, (other: Library) => boolean>();
  const noted = <Value>(key: string, read: (from: Library) => Value, isEqual: (one: Value, other: Value) => boolean = Object.is): Value => {
    const value = read(library);
    reads.set(key, (other) => isEqual(value, read(other)));
    return value;
  };
  const one =
    <Word extends 'form' | 'table' | 'rule' | 'call' | 'questionnaire' | 'statement'>(word: Word) =>
    (id: string) =>
      noted(`${word} ${id}`, (from) => from[word]?.(id)) as ReturnType<NonNullable<Library[Word]>>;
  const noting: Library = {
    form: one('form'),
    table: one('table'),
    rule: one('rule'),
    call: one('call'),
    questionnaire: one('questionnaire'),
    statement: one('statement'),
    ids: (kind) => noted(`ids ${kind}`, (from) => from.ids(kind), sameList),
    hasPage: (id) => noted(`has ${id}`, (from) => from.hasPage?.(id) ?? false),
  };
  return { noting, isSame: (other) => [...reads.values()].every((isUnchanged) => isUnchanged(other)) };
}

const sameList = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((id, index) => id === other[index]);

/** A document too broken to be planned is served alone, and the browser explains it in its place. */
function bundleOf(
  set: DocumentSet,
  kind: Kind,
  id: string,
  { library, contracts }: { library: Library; contracts: Contracts },
): { bundle: Partial<Bundle>; problems: Problem[] } {
  try {
    return buildBundle(set, kind, id, shapes, contracts, library);
  } catch (error) {
    const document = `${kind}s/${id}`;
    const message = error instanceof Error ? error.message : String(error);
    const parts = { forms: {}, tables: {}, rules: {}, calls: {}, dictionaries: [] };
    const page = set.get(kind, id);
    return {
      bundle: { document, ...(page !== undefined && { page }), ...parts },
      problems: [{ document, pointer: '', code: 'UNREADABLE_DOCUMENT', severity: 'error', message }],
    };
  }
}
