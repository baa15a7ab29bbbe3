const FOCUSABLE = 'input,select,textarea,button,[tabindex]';

/** Focuses the first of these controls in the order of the page, or what can take the focus inside it; false when none is in sight. */
export function focusFirst(ids: readonly string[]): boolean {
  const elements = ids.flatMap((id) => document.getElementById(id) ?? []).filter((element) => !element.closest('[hidden]'));
  elements.sort((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1));
  const [first] = elements;
  if (!first) return false;
  const target = first.matches(FOCUSABLE) ? first : first.querySelector<HTMLElement>(FOCUSABLE);
  (target ?? first).focus();
  return true;
}
