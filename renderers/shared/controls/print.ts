/** Runs `before` when the page is put on paper, also as a preview of the browser, and `after` when that is over. Returns what stops listening. */
export function aroundPrint(before: () => void, after: () => void): () => void {
  const media = window.matchMedia?.('print');
  const onMedia = ({ matches }: MediaQueryListEvent): void => (matches ? before() : after());
  window.addEventListener('beforeprint', before);
  window.addEventListener('afterprint', after);
  media?.addEventListener?.('change', onMedia);
  return () => {
    window.removeEventListener('beforeprint', before);
    window.removeEventListener('afterprint', after);
    media?.removeEventListener?.('change', onMedia);
  };
}
