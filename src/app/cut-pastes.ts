/** `most`: characters the field takes; `lost`: those at the end of what was pasted that it did not. */
type Tell = (most: number, lost: number) => void;

/** Browsers cut what is pasted to what a field takes, without a word. Whoever pasted it is told, and still has it. */
export function tellCutPastes(window: Window, tell: Tell): void {
  window.addEventListener('paste', ({ clipboardData, defaultPrevented, target }) => {
    if (defaultPrevented || !(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return;
    const { maxLength, readOnly, value, selectionStart, selectionEnd } = target;
    if (maxLength < 0 || readOnly) return;
    const pasted = (clipboardData?.getData('text/plain') ?? '').replaceAll(/\r\n?/g, '\n');
    const taken = target instanceof HTMLInputElement ? pasted.replaceAll('\n', '') : pasted;
    const stays = value.length - ((selectionEnd ?? 0) - (selectionStart ?? 0));
    const lost = taken.length - Math.max(0, maxLength - stays);
    if (lost > 0) tell(maxLength, lost);
  });
}
