import { describe, expect, it } from 'vitest';
import { bigrams, jaroWinkler, nameReader, signsOf } from '../../../server/modules/screening/names.ts';
import { type IndexedEntry, WatchIndex } from '../../../server/modules/screening/watch-index.ts';

const read = nameReader(['Ltd', '有限公司']);
let seed = 11;
/** The same numbers in every run. */
function below(limit: number): number {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return Math.floor(seed / 65_536) % limit;
}
const some = (signs: readonly string[], least: number, more: number, by = '') =>
  Array.from({ length: least + below(more) }, () => signs[below(signs.length)] ?? '').join(by);
const word = () => some(['al', 'ba', 'co', 'trade', 'in', 'er', '𠮷'], 1, 4);
const name = () =>
  below(2) === 0
    ? `${some([...'北京海天贸易国际物流科技达利'], 2, 6)}有限公司`
    : `${Array.from({ length: 1 + below(3) }, word).join(' ')} Ltd`;
/** With a sign too many, too few, or its words turned. */
function otherwise(text: string): string {
  const at = below(text.length);
  const made = [text.slice(0, at) + text.slice(at + 1), `${text.slice(0, at)}x${text.slice(at)}`, text.split(' ').reverse().join(' ')];
  return made[below(3)] ?? '';
}
const entries: IndexedEntry[] = Array.from({ length: 1_500 }, (_, id) => ({ id, name: name(), identifiers: [], until: undefined }));

/** Every entry compared with a name, one by one. */
function compared(text: string, least: number): [string, number][] {
  const forms = (given: string) => ({ plain: read(given).join(' '), ordered: read(given).sort().join(' ') });
  const own = forms(text);
  const pairs = bigrams(own.ordered);
  return entries.flatMap(({ id, name: other }): [string, number][] => {
    const theirs = forms(other);
    const theirPairs = bigrams(theirs.ordered);
    const share = (2 * [...pairs].filter((pair) => theirPairs.has(pair)).length) / (pairs.size + theirPairs.size);
    const alike = Math.max(...(['plain', 'ordered'] as const).map((form) => jaroWinkler(signsOf(own[form]), signsOf(theirs[form]))));
    const score = Math.round(50 * (alike + share) * 10) / 10;
    return share > 0 && score >= least ? [[String(id), score]] : [];
  });
}

describe('the index of a watch list', () => {
  it.each([50, 70, 85, 100])('[SCREEN-01] finds with a score of at least %i whoever is found by comparing with every entry', (least) => {
    const index = new WatchIndex(entries, read);
    let total = 0;
    for (let round = 0; round < 120; round += 1) {
      const text = below(3) === 0 ? name() : otherwise(entries[below(entries.length)]?.name ?? '');
      const found = index.find(text, least, 0).map(({ entryId, score }): [string, number] => [entryId, score]);
      total += found.length;
      const inOrder = (list: [string, number][]) => list.sort(([one], [other]) => Number(one) - Number(other));
      expect([text, inOrder(found)]).toEqual([text, inOrder(compared(text, least))]);
    }
    expect(total).toBeGreaterThan(20);
  });

  it('[SCREEN-01] knows names by signs at the same place and by their beginning', () => {
    const alike = (one: string, other: string) => Number(jaroWinkler(signsOf(one), signsOf(other)).toFixed(4));
    expect([alike('martha', 'marhta'), alike('dixon', 'dicksonx'), alike('jellyfish', 'smellyfish')]).toEqual([0.9611, 0.8133, 0.8963]);
    expect([alike('same', 'same'), alike('', ''), alike('abc', ''), alike('abc', 'xyz')]).toEqual([1, 1, 0, 0]);
  });

  it('[SCREEN-01] is made with whatever else waits in between, and finds the same', async () => {
    let turns = 0;
    const count = () => {
      turns += 1;
      timer = setImmediate(count);
    };
    let timer = setImmediate(count);
    const index = await WatchIndex.inSlices(entries, read);
    clearImmediate(timer);
    expect(turns).toBeGreaterThanOrEqual(2);
    const [first] = entries;
    expect(index.find(first?.name ?? '', 85, 0)).toEqual(new WatchIndex(entries, read).find(first?.name ?? '', 85, 0));
  });
});
