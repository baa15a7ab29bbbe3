const PAGE = 10;

/** The row a key goes to, from row `at` of `count`; undefined for keys that do not move. */
export function targetRow(key: string, at: number, count: number): number | undefined {
  const last = Math.max(0, count - 1);
  const within = (index: number) => Math.max(0, Math.min(last, index));
  switch (key) {
    case 'ArrowDown':
      return within(at + 1);
    case 'ArrowUp':
      return within(at - 1);
    case 'PageDown':
      return within(at + PAGE);
    case 'PageUp':
      return within(at - PAGE);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return undefined;
  }
}
