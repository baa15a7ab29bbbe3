import { passes } from './checks.ts';
import type { RecogniserDocument } from './document.ts';
import { type Scanner, scan, scanner } from './scan.ts';
import { values } from './values.ts';

export { isCreditCode } from './checks.ts';
export { type RecogniserDocument, recogniserFaults } from './document.ts';

/** What was recognised at one place of a text. */
export interface Recognised {
  /** Id of the recogniser. */
  kind: string;
  /** First sign, and the one behind the last, as JavaScript counts them. */
  from: number;
  to: number;
  /** As it stands. */
  text: string;
  value: string;
  /** Null where its kind has no check. */
  passed: boolean | null;
}

/** Most places that are told of one text. */
const mostPlaces = 5_000;

interface Compiled {
  id: string;
  document: RecogniserDocument;
  scanners: Scanner[];
}

/** Recognisers made ready to read texts. @throws PatternError for what `recogniserFaults` reports */
export function compileRecognisers(
  documents: readonly { id: string; document: RecogniserDocument }[],
): (text: string) => { places: Recognised[]; isCut: boolean } {
  const compiled = documents.map(({ id, document }): Compiled => {
    const { patterns, neighbours = 'word', longest = 100 } = document;
    return { id, document, scanners: patterns.map((pattern) => scanner(pattern, { neighbours, longest })) };
  });
  const orderOf = new Map(compiled.map(({ id, document }) => [id, document.order ?? 100]));
  return (text) => {
    const narrow = narrowed(text);
    const candidates = compiled.flatMap((one) => placesOf(one, text, narrow));
    const places = chosen(candidates, text.length, orderOf);
    return { places: places.slice(0, mostPlaces), isCut: places.length > mostPlaces };
  };
}

/** Wide forms of Latin signs, as Chinese programs write them, made narrow; every sign stays at its place. */
function narrowed(text: string): string {
  return text
    .replaceAll(/[\uff01-\uff5e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replaceAll('\u3000', ' ')
    .replaceAll('\u00a0', ' ')
    .replaceAll('\uffe5', '\u00a5');
}

function placesOf({ id, document, scanners }: Compiled, text: string, narrow: string): Recognised[] {
  const { leading = [], value = 'text', check, failed = 'shown' } = document;
  return scanners.flatMap((one) =>
    scan(one, narrow).flatMap(({ from: begin, to }) => {
      const from = withoutLeading(narrow, { from: begin, to }, leading);
      if (from >= to) return [];
      const written = values[value](narrow.slice(from, to));
      const passed = check === undefined ? null : passes(check, written);
      if (passed === false && failed === 'left-out') return [];
      return [{ kind: id, from, to, text: text.slice(from, to), value: written, passed }];
    }),
  );
}

function withoutLeading(text: string, { from, to }: { from: number; to: number }, leading: readonly string[]): number {
  let at = from;
  for (let isOn = true; isOn && at < to; ) {
    const taken = leading.find((one) => one !== '' && at + one.length < to && text.startsWith(one, at));
    isOn = taken !== undefined;
    at += taken?.length ?? 0;
  }
  return at;
}

/** Of places that share signs: those that do not fail their check, then those of the lower order, then the longer ones. */
function chosen(candidates: Recognised[], length: number, orderOf: ReadonlyMap<string, number>): Recognised[] {
  const rank = (one: Recognised) => (one.passed === false ? 1 : 0);
  const order = (one: Recognised) => orderOf.get(one.kind) ?? 0;
  const sorted = candidates.toSorted(
    (one, other) =>
      rank(one) - rank(other) || order(one) - order(other) || other.to - other.from - (one.to - one.from) || one.from - other.from,
  );
  const taken = new Uint8Array(length);
  const kept = sorted.filter(({ from, to }) => {
    if (taken.subarray(from, to).includes(1)) return false;
    taken.fill(1, from, to);
    return true;
  });
  return kept.sort((one, other) => one.from - other.from);
}
