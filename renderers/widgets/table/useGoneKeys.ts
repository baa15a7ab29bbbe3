import { useCallback, useLayoutEffect, useRef } from 'react';
import { sameValue, useObserved } from '../../../src/engine/index.ts';
import { type Lazy, truth } from '../../shared/lazy.ts';
import { type Line, linesOf, type Row } from './model.ts';

/** The rows there are, before the table's own filters. */
export interface Answer {
  rows: readonly Row[];
  /** What they answer. */
  question: unknown;
  total: number;
  /** No other rows answer it. */
  isWhole: boolean;
}
interface Keys {
  rowKey: string;
  childrenField: string | undefined;
}

/** Tells which of the rows that were there are no longer, when the same question is answered anew; not of those that may only have come to stand on another page. */
export function useGoneKeys(answer: Answer | undefined, keys: Keys, isWanted: boolean, onGone: (gone: ReadonlySet<string>) => void): void {
  const last = useRef(answer);
  useLayoutEffect(() => {
    const before = last.current;
    if (!answer || answer.rows === before?.rows) return;
    last.current = answer;
    if (!before || !isWanted || !sameValue(before.question, answer.question)) return;
    const here = keysOf(answer.rows, keys);
    const gone = new Set([...keysOf(before.rows, keys)].filter((key) => !here.has(key)));
    if (gone.size > 0 && (answer.isWhole || answer.total <= before.total - gone.size)) onGone(gone);
  });
}

/** Tells which of the selected rows that are shown cannot be selected any more, whether they changed or what `selectable` reads beside them. */
export function useBarredKeys(
  lines: readonly Line[],
  keys: readonly string[],
  selectable: Lazy | undefined,
  onBarred: (barred: ReadonlySet<string>) => void,
): void {
  const find = useCallback(() => {
    if (!selectable || keys.length === 0) return [];
    const chosen = new Set(keys);
    return lines.filter(({ key, row, index }) => chosen.has(key) && !truth(selectable, { row, index }, true)).map(({ key }) => key);
  }, [lines, keys, selectable]);
  const isBarred = useObserved(useCallback(() => find().length > 0, [find]));
  useLayoutEffect(() => {
    if (isBarred) onBarred(new Set(find()));
  });
}

function keysOf(rows: readonly Row[], { rowKey, childrenField }: Keys): Set<string> {
  const lines = linesOf(rows, { rowKey, ...(childrenField && { childrenField }), isOpen: () => true });
  return new Set(lines.map(({ key }) => key));
}
