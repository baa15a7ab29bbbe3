/** How long a page may take to settle; one that never does keeps the focus where it is. In milliseconds. */
const PATIENCE = 5000;

/**
 * Moves the focus to the heading (or main part) of the page on show: at once, or as soon as it has loaded, unless the page took it itself.
 * `before`: what had it when the page was asked for. Returns what gives up.
 */
export function focusPage(before = document.activeElement): () => void {
  const move = (): boolean => {
    const main = document.querySelector('main');
    if (!main || main.querySelector('[aria-busy="true"]')) return false;
    const active = document.activeElement;
    if (active && active !== before && main.contains(active)) return true;
    const target = main.querySelector('h1') ?? main;
    if (!target.hasAttribute('tabindex')) target.setAttribute('tabindex', '-1');
    (target as HTMLElement).focus({ preventScroll: true });
    return true;
  };
  if (move()) return () => undefined;
  const observerOfPage = new MutationObserver(() => {
    if (move()) stop();
  });
  const stop = (): void => {
    observerOfPage.disconnect();
    clearTimeout(timer);
  };
  const timer = setTimeout(stop, PATIENCE);
  observerOfPage.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['aria-busy'] });
  return stop;
}
