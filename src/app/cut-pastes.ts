/** Where people type: an input or a text of several lines. */
export type TypedField = HTMLInputElement | HTMLTextAreaElement;

/** Characters at the end of a text that a field has no room for when it is pasted: browsers cut them off without a word. */
export function lostOfPaste(field: TypedField, pasted: string): number {
  const { maxLength, readOnly, value, selectionStart, selectionEnd } = field;
  if (maxLength < 0 || readOnly) return 0;
  // Breaks are one sign in a text of several lines, and none in an input.
  const taken = pasted.replaceAll(/\r\n?|\n/g, field instanceof HTMLInputElement ? '' : '\n');
  // Fields of addresses do not tell what is selected: all of it may be.
  const stays = selectionStart === null ? 0 : value.length - ((selectionEnd ?? 0) - selectionStart);
  return Math.max(0, taken.length - Math.max(0, maxLength - stays));
}
