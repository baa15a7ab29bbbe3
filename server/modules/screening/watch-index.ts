import { setImmediate } from 'node:timers/promises';
import { bigrams, jaroWinkler, type NameReader, plainIdentifier, type Signs, signsOf } from './names.ts';

/** What an index is made of. */
export interface IndexedEntry {
  /** Of an entry of the list, or the number of a record that counts on it. */
  id: number | string;
  name: string;
  identifiers: readonly string[];
  /** From this moment on it does not count any more, in milliseconds. */
  until: number | undefined;
}
/** The words of a name as they stand, and in the order of the alphabet. */
interface Forms {
  plain: string;
  ordered: string;
}
interface FormSigns {
  plain: Signs;
  ordered: Signs;
}
interface Prepared {
  entry: IndexedEntry;
  forms: Forms;
  /** Of the forms, once they were compared. */
  signs?: FormSigns;
  /** Number of different bigrams of the ordered form. */
  size: number;
}
export interface Found {
  entryId: string;
  name: string;
  /** 0 to 100. */
  score: number;
}

/** Entries that are read at a time: some milliseconds. */
const slice = 500;

const byNumber = new Intl.Collator('en', { numeric: true });

const formsOf = (words: readonly string[]): Forms => ({ plain: words.join(' '), ordered: [...words].sort().join(' ') });

function signsOfForms({ plain, ordered }: Forms): FormSigns {
  const signs = signsOf(plain);
  return { plain: signs, ordered: plain === ordered ? signs : signsOf(ordered) };
}

/** How alike two names are, 0 to 1, whatever the order of their words. */
function alikeness(one: FormSigns, other: FormSigns): number {
  const alike = jaroWinkler(one.plain, other.plain);
  const isSame = one.plain === one.ordered && other.plain === other.ordered;
  return isSame ? alike : Math.max(alike, jaroWinkler(one.ordered, other.ordered));
}

/**
 * The entries of a list, ready to be looked up by names that are written otherwise. The score of two names is the mean of their Jaro-Winkler similarity and the share of their bigrams; an
 * identifier fits as a whole, or not at all. Bigrams lead to the few entries that can reach a score, so that tens of thousands are no longer looked at one by one.
 */
export class WatchIndex {
  readonly #entries: Prepared[] = [];
  readonly #byBigram = new Map<string, number[]>();
  readonly #byIdentifier = new Map<string, number[]>();
  /** Bigrams shared with the name that is looked up, by entry; all 0 between two look-ups. */
  #shared = new Uint16Array();

  constructor(
    entries: readonly IndexedEntry[],
    private readonly read: NameReader,
  ) {
    for (const entry of entries) this.#add(entry);
    this.#shared = new Uint16Array(entries.length);
  }

  /** The same, with whatever else waits in between: a long list takes longer than a request may. */
  static async inSlices(entries: readonly IndexedEntry[], read: NameReader): Promise<WatchIndex> {
    const index = new WatchIndex([], read);
    for (const [at, entry] of entries.entries()) {
      if (at % slice === 0) await setImmediate();
      index.#add(entry);
    }
    index.#shared = new Uint16Array(entries.length);
    return index;
  }

  #add(entry: IndexedEntry): void {
    const at = this.#entries.length;
    const forms = formsOf(this.read(entry.name));
    const pairs = bigrams(forms.ordered);
    for (const pair of pairs) listed(this.#byBigram, pair).push(at);
    for (const identifier of entry.identifiers) listed(this.#byIdentifier, plainIdentifier(identifier)).push(at);
    this.#entries.push({ entry, forms, size: pairs.size });
  }

  /** The entries that fit with at least this score, the best first. */
  find(text: string, least: number, now: number): Found[] {
    const found = new Map<number, number>();
    const identifier = plainIdentifier(text);
    if (identifier !== '') for (const at of this.#byIdentifier.get(identifier) ?? []) found.set(at, 100);
    for (const [at, score] of this.#byName(text, least)) found.set(at, Math.max(score, found.get(at) ?? 0));
    return [...found]
      .flatMap(([at, score]) => {
        const entry = this.#entries[at]?.entry;
        return entry && (entry.until === undefined || now < entry.until) ? [{ entryId: String(entry.id), name: entry.name, score }] : [];
      })
      .sort((one, other) => other.score - one.score || byNumber.compare(one.entryId, other.entryId));
  }

  *#byName(text: string, least: number): Generator<[number, number]> {
    const forms = formsOf(this.read(text));
    if (forms.ordered === '') return;
    const signs = signsOfForms(forms);
    // A mean of `least` needs at least this share of bigrams, however similar the rest is.
    const leastShare = (2 * least) / 100 - 1;
    for (const [at, share] of this.#sharing(bigrams(forms.ordered), leastShare)) {
      const prepared = this.#entries[at];
      if (!prepared) continue;
      prepared.signs ??= signsOfForms(prepared.forms);
      const score = Math.round(50 * (alikeness(signs, prepared.signs) + share) * 10) / 10;
      if (score >= least) yield [at, score];
    }
  }

  /** Entries that have at least this share of bigrams in common with these, and how much. */
  #sharing(pairs: ReadonlySet<string>, least: number): [number, number][] {
    const having = [...pairs].map((pair) => this.#byBigram.get(pair) ?? []).sort((one, other) => one.length - other.length);
    // So many have to be in common even with an entry that has no others: whoever has none of the rarest cannot have enough of them.
    const needed = Math.max(1, Math.ceil((pairs.size * least) / (2 - least) - 1e-9));
    const touched: number[] = [];
    for (const [rank, entries] of having.entries()) {
      const isRare = rank <= pairs.size - needed;
      for (const at of entries) {
        const shared = this.#shared[at] ?? 0;
        if (shared > 0) this.#shared[at] = shared + 1;
        else if (isRare) {
          touched.push(at);
          this.#shared[at] = 1;
        }
      }
    }
    const found: [number, number][] = [];
    for (const at of touched) {
      const share = (2 * (this.#shared[at] ?? 0)) / (pairs.size + (this.#entries[at]?.size ?? 0));
      this.#shared[at] = 0;
      if (share >= least) found.push([at, share]);
    }
    return found;
  }
}

function listed(map: Map<string, number[]>, key: string): number[] {
  const known = map.get(key);
  if (known) return known;
  const made: number[] = [];
  map.set(key, made);
  return made;
}
