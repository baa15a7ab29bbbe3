import './cover.css';

/** The questions the page is covered for now. */
const covering = new Set<object>();

/**
 * Hides everything but dialogs that stand alone, also from screen readers, the keyboard and behind the browser's own questions. Gives what
 * shows the page again, as it was, once nobody else covers it.
 */
export function cover(): () => void {
  const { classList } = document.documentElement;
  const question = {};
  const { activeElement } = document;
  covering.add(question);
  classList.add('tg-covered');
  return () => {
    covering.delete(question);
    if (covering.size > 0) return;
    classList.remove('tg-covered');
    // What is hidden loses the focus.
    if (document.activeElement === document.body && activeElement instanceof HTMLElement) activeElement.focus({ preventScroll: true });
  };
}
