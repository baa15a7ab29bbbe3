import { asOneLine, withoutMeaningless } from '../core/hidden-signs.ts';
import { isComposing } from '../engine/index.ts';
import { lostOfPaste, type TypedField } from './cut-pastes.ts';

/** Inputs people type texts into; those of numbers, days and boxes hold no others. */
const TEXTS = ['text', 'search', 'email', 'url', 'tel'];

/** `most`: characters the field takes; `lost`: those at the end of what was pasted that it did not. */
type Tell = (most: number, lost: number) => void;

/**
 * Takes signs without a meaning out, and makes one line of several cells and lines where there is no second one, of what comes into any field of the page: as it is pasted, and of what came otherwise (dropped, filled in by
 * a program) when the field is left or Enter is pressed in it. Fields in which every sign counts, such as passwords, say so (`data-verbatim`) and stay as they are.
 * Whoever pastes more than a field takes is told how much of it that is, and still has it.
 */
export function cleanTyping(window: Window, tell: Tell): void {
  const { document } = window;
  // After the field itself, which may take what is pasted in its own way.
  window.addEventListener('paste', (event) => {
    const { clipboardData, defaultPrevented, target } = event;
    if (defaultPrevented || !isTypedField(target)) return;
    const pasted = clipboardData?.getData('text/plain') ?? '';
    const cleaned = textField(target) ? cleanedFor(target, pasted) : pasted;
    const lost = lostOfPaste(target, cleaned);
    if (lost > 0) tell(target.maxLength, lost);
    if (cleaned === pasted) return;
    // As if it was typed, so that the browser can take it back. Where that cannot be, it is cleaned when the field is left.
    if (cleaned === '' || document.execCommand('insertText', false, cleaned)) event.preventDefault();
  });
  document.addEventListener('change', ({ target }) => clean(target), true);
  // Enter sends a form before the browser tells of the change.
  document.addEventListener('keydown', (event) => isEnter(event) && clean(event.target), true);
}

/** Enter that may send what is typed: not the one that chooses a word, nor the one that breaks a line. */
function isEnter(event: KeyboardEvent): boolean {
  const { key, target, ctrlKey, metaKey } = event;
  return key === 'Enter' && !isComposing(event) && (target instanceof HTMLInputElement || ctrlKey || metaKey);
}

function clean(target: EventTarget | null): void {
  const field = textField(target);
  const cleaned = field && cleanedFor(field, field.value);
  if (!field || cleaned === undefined || cleaned === field.value) return;
  writeValue(field, cleaned);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** A text as a field takes it. In a number or a code a blank between two of them would make one of them; these stay, and are refused. */
function cleanedFor(field: TypedField, text: string): string {
  const cleaned = withoutMeaningless(text);
  const isOneLine = ['text', 'search'].includes(field.type) && ['', 'text', 'search'].includes(field.inputMode);
  return isOneLine ? asOneLine(cleaned) : cleaned;
}

function isTypedField(target: EventTarget | null): target is TypedField {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
}

function textField(target: EventTarget | null): TypedField | undefined {
  const isText = isTypedField(target) && (target instanceof HTMLTextAreaElement || TEXTS.includes(target.type));
  return isText && !target.readOnly && target.dataset.verbatim === undefined ? target : undefined;
}

/** Writes past what the page remembers of the value, so that it hears of the change. */
function writeValue(field: TypedField, value: string): void {
  const kind = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
  Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(field, value);
}
