/** Moves a position in a list of `count` by a key: arrows wrap round, Home and End go to the ends. undefined for other keys. */
export function step(key: string, at: number, count: number, axis: 'vertical' | 'horizontal' | 'both' = 'vertical'): number | undefined {
  if (count === 0) return undefined;
  const back = (axis !== 'horizontal' && key === 'ArrowUp') || (axis !== 'vertical' && key === 'ArrowLeft');
  const on = (axis !== 'horizontal' && key === 'ArrowDown') || (axis !== 'vertical' && key === 'ArrowRight');
  if (on) return (at + 1) % count;
  if (back) return at <= 0 ? count - 1 : at - 1;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  return undefined;
}

/** Position of the next entry that starts with a typed letter, searched from `at` round the list; -1 for none. */
export function byLetter(letter: string, at: number, labels: readonly string[]): number {
  const wanted = letter.toLocaleLowerCase();
  for (let round = 1; round <= labels.length; round += 1) {
    const index = (at + round) % labels.length;
    if (labels[index]?.trim().toLocaleLowerCase().startsWith(wanted)) return index;
  }
  return -1;
}

/** What the Tab key reaches inside an element, in the order of the document. */
export function focusable(element: Element): HTMLElement[] {
  const found: HTMLElement[] = [];
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_ELEMENT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (node instanceof HTMLElement && node.tabIndex >= 0 && !node.matches(':disabled') && !node.closest('[hidden]')) found.push(node);
  }
  return found;
}
