import { withoutMeaningless } from '../core/hidden-signs.ts';

/** Inputs people type texts into; those of numbers, days and boxes hold no others. */
const TEXTS = ['text', 'search', 'email', 'url', 'tel'];

/**
 * Takes signs without a meaning out of what comes into any field of the page: as it is pasted, and of what came otherwise (dropped, filled in by
 * a program) when the field is left or Enter is pressed in it. Fields in which every sign counts, such as passwords, say so (`data-verbatim`) and stay as they are.
 */
export function cleanTyping(window: Window): void {
  const { document } = window;
  // After the field itself, which may take what is pasted in its own way.
  window.addEventListener('paste', (event) => {
    const pasted = event.clipboardData?.getData('text/plain') ?? '';
    const cleaned = withoutMeaningless(pasted);
    if (event.defaultPrevented || cleaned === pasted || !textField(event.target)) return;
    // As if it was typed, so that the browser can take it back. Where that cannot be, it is cleaned when the field is left.
    if (cleaned === '' || document.execCommand('insertText', false, cleaned)) event.preventDefault();
  });
  document.addEventListener('change', ({ target }) => clean(target), true);
  // Enter sends a form before the browser tells of the change.
  document.addEventListener('keydown', (event) => isEnter(event) && clean(event.target), true);
}

/** Enter that may send what is typed: not the one that chooses a word, nor the one that breaks a line. */
function isEnter({ key, isComposing, target, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return key === 'Enter' && !isComposing && (target instanceof HTMLInputElement || ctrlKey || metaKey);
}

function clean(target: EventTarget | null): void {
  const field = textField(target);
  const cleaned = field && withoutMeaningless(field.value);
  if (!field || cleaned === undefined || cleaned === field.value) return;
  writeValue(field, cleaned);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

function textField(target: EventTarget | null): HTMLInputElement | HTMLTextAreaElement | undefined {
  const isText = target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && TEXTS.includes(target.type));
  return isText && !target.readOnly && target.dataset.verbatim === undefined ? target : undefined;
}

/** Writes past what the page remembers of the value, so that it hears of the change. */
function writeValue(field: HTMLInputElement | HTMLTextAreaElement, value: string): void {
  const kind = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
  Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(field, value);
}
