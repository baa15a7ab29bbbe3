import { bigrams, jaroWinkler, type NameReader, plainIdentifier } from './names.ts';

/** What an index is made of. */
export interface IndexedEntry {
  /** Of an entry of the list, or the number of a record that counts on it. */
  id: number | string;
  name: string;
  identifiers: readonly string[];
  /** From this moment on it does not count any more, in milliseconds. */
  until: number | undefined;
}
interface Prepared {
  entry: IndexedEntry;
  /** The words as they stand, and in the order of the alphabet. */
  forms: readonly string[];
  /** Number of different bigrams of the ordered form. */
  size: number;
}
export interface Found {
  entryId: string;
  name: string;
  /** 0 to 100. */
  score: number;
}

const byNumber = new Intl.Collator('en', { numeric: true });

const formsOf = (words: readonly string[]): { plain: string; ordered: string } => {
  return { plain: words.join(' '), ordered: [...words].sort().join(' ') };
};

/**
 * The entries of a list, ready to be looked up by names that are written otherwise. The score of two names is the mean of their Jaro-Winkler similarity and the share of their bigrams; an
 * identifier fits as a whole, or not at all. Bigrams lead to the few entries that can reach a score, so that tens of thousands are no longer looked at one by one.
 */
export class WatchIndex {
  readonly #entries: Prepared[];
  readonly #byBigram = new Map<string, number[]>();
  readonly #byIdentifier = new Map<string, number[]>();
  /** Bigrams shared with the name that is looked up, by entry; all 0 between two look-ups. */
  readonly #shared: Uint16Array;

  constructor(
    entries: readonly IndexedEntry[],
    private readonly read: NameReader,
  ) {
    this.#entries = entries.map((entry, at) => {
      const { plain, ordered } = formsOf(read(entry.name));
      const pairs = bigrams(ordered);
      for (const pair of pairs) listed(this.#byBigram, pair).push(at);
      for (const identifier of entry.identifiers) listed(this.#byIdentifier, plainIdentifier(identifier)).push(at);
      return { entry, forms: [plain, ordered], size: pairs.size };
    });
    this.#shared = new Uint16Array(this.#entries.length);
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
    const { plain, ordered } = formsOf(this.read(text));
    if (ordered === '') return;
    const pairs = bigrams(ordered);
    const touched: number[] = [];
    for (const pair of pairs) {
      for (const at of this.#byBigram.get(pair) ?? []) {
        if (this.#shared[at] === 0) touched.push(at);
        this.#shared[at] = (this.#shared[at] ?? 0) + 1;
      }
    }
    // A mean of `least` needs at least this share of bigrams, however similar the rest is.
    const leastShare = (2 * least) / 100 - 1;
    const candidates = touched.map((at) => ({ at, shared: this.#shared[at] ?? 0 }));
    for (const at of touched) this.#shared[at] = 0;
    for (const { at, shared } of candidates) {
      const prepared = this.#entries[at];
      if (!prepared) continue;
      const share = (2 * shared) / (pairs.size + prepared.size);
      if (share < leastShare) continue;
      const alike = Math.max(jaroWinkler(plain, prepared.forms[0] ?? ''), jaroWinkler(ordered, prepared.forms[1] ?? ''));
      const score = Math.round(50 * (alike + share) * 10) / 10;
      if (score >= least) yield [at, score];
    }
  }
}

function listed(map: Map<string, number[]>, key: string): number[] {
  const known = map.get(key);
  if (known) return known;
  const made: number[] = [];
  map.set(key, made);
  return made;
}
