// The library keeps the input of a closed list readonly: people can choose there nevertheless.
const FIELD =
  '.tg-form-fields :is(input, textarea, select, [role="combobox"]):not([type="hidden"], :disabled, [readonly]:not([role="combobox"]), [aria-readonly="true"], [tabindex="-1"])';
/** How long the fields of a window may be in coming, in milliseconds. */
const PATIENCE = 1500;

/**
 * Moves the focus from a window that has just opened to its first field, once that is there. It stays where it is when somebody has pressed
 * anything, has gone on, or types on glass, where the keyboard would cover the window. Returns how to stop.
 */
export function focusFirstField(dialog: HTMLElement): () => void {
  if (window.matchMedia('(pointer: coarse)').matches) return () => undefined;
  const began = performance.now();
  let frame = 0;
  const stop = (): void => {
    cancelAnimationFrame(frame);
    for (const type of ['keydown', 'pointerdown']) document.removeEventListener(type, stop, true);
  };
  const look = (): void => {
    const { activeElement } = document;
    const field = [...dialog.querySelectorAll<HTMLElement>(FIELD)].find((element) => element.getClientRects().length > 0);
    // The library focuses the window, or a part that holds its content.
    if (field && activeElement && (activeElement === dialog || (dialog.contains(activeElement) && activeElement.contains(field)))) {
      stop();
      if (activeElement !== field) field.focus({ preventScroll: true });
    } else if (performance.now() - began < PATIENCE) frame = requestAnimationFrame(look);
    else stop();
  };
  for (const type of ['keydown', 'pointerdown']) document.addEventListener(type, stop, true);
  frame = requestAnimationFrame(look);
  return stop;
}
