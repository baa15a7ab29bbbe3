import { focusPage } from './focus-page.ts';

/** Parts of a page in which the focus goes on to what stands next. */
const PARTS = 'ul, ol, tbody, form, fieldset, section, nav, [role="group"], [role="toolbar"]';
/** What comes over the page and goes: the focus goes back to where it was before. */
const OVER = '.tg-popups, [role="dialog"], [role="menu"], [role="listbox"]';
const FOCUSABLE = [':is(button, input, select, textarea):enabled', 'a[href]', '[tabindex="0"]']
  .map((kind) => `${kind}:not([tabindex="-1"])`)
  .join(', ');
/** What takes the focus itself, such as a dialog that opens, has done so by then. In milliseconds. */
const SOON = 100;

/** Where the focus was: the element, and for it and every part around it what stood before. */
interface Place {
  element: HTMLElement;
  trail: { parent: Element; before: Element | null }[];
}

/**
 * When what has the focus goes - a button that did its work, a row that was decided, a dialog that opened by itself - browsers give the
 * focus to nothing, and whoever works by keyboard or screen reader begins at the top again. Here it goes to what stands next in the same
 * list, section or form, else to the heading of the page. Open dialogs look after theirs themselves. Returns what ends it.
 * @param held what had the focus last while this was on its way: it may be gone already
 */
export function keepFocus(held: Element | null = document.activeElement): () => void {
  let last: Place | undefined;
  /** The last one that was not over the page. */
  let below: Place | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let giveUp = (): void => undefined;

  const note = ({ target }: Pick<Event, 'target'>): void => {
    giveUp();
    if (!(target instanceof HTMLElement)) return;
    last = placeOf(target);
    if (!target.closest(OVER)) below = last;
  };
  const rescue = (): void => {
    if (!last || !isNowhere() || [...document.querySelectorAll('[role="dialog"][aria-modal="true"]')].some(isShown)) return;
    // Nobody took it away, such as a press beside everything.
    const isLeft = canFocus(last.element);
    const target = isLeft ? undefined : below && nextTo(below);
    last = below = undefined;
    if (target) target.focus({ preventScroll: true });
    else if (!isLeft) giveUp = focusPage();
  };
  const look = (): void => {
    if (!last || !isNowhere()) return;
    clearTimeout(timer);
    timer = setTimeout(rescue, SOON);
  };
  const changes = new MutationObserver(look);
  changes.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] });
  document.addEventListener('focusin', note);
  document.addEventListener('focusout', look);
  if (held !== document.body) note({ target: held });
  look();
  return () => {
    changes.disconnect();
    clearTimeout(timer);
    giveUp();
    document.removeEventListener('focusin', note);
    document.removeEventListener('focusout', look);
  };
}

function isNowhere(): boolean {
  const { activeElement, body, documentElement } = document;
  return activeElement === null || activeElement === body || activeElement === documentElement;
}

function isShown(element: Element): boolean {
  return element.isConnected && (element.checkVisibility?.() ?? true) && !element.closest('[inert]');
}
function canFocus(element: Element): boolean {
  return isShown(element) && !element.matches(':disabled');
}

function placeOf(element: HTMLElement): Place {
  const trail: Place['trail'] = [];
  for (let inner: Element = element; inner.parentElement; inner = inner.parentElement) {
    trail.push({ parent: inner.parentElement, before: inner.previousElementSibling });
  }
  return { element, trail };
}

/** The element itself while it can be focused; else what follows it, or comes last, in the smallest part that has anything. */
function nextTo({ element, trail }: Place): HTMLElement | undefined {
  if (canFocus(element)) return element;
  const left = trail.find(({ parent }) => parent.isConnected);
  if (!left) return undefined;
  const grid = left.parent.closest<HTMLElement>('[role="grid"][tabindex="0"]');
  if (grid) return grid;
  const { parent, before } = left;
  const gone = before?.isConnected ? before.nextElementSibling : parent.firstElementChild;
  const from = element.isConnected ? element : gone;
  for (let part = parent.closest(PARTS); part; part = part.parentElement?.closest(PARTS) ?? null) {
    const found = [...part.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(canFocus);
    const next = found.find((one) => from && (from.contains(one) || from.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING));
    if (found.length > 0) return next ?? found.at(-1);
  }
  return undefined;
}
