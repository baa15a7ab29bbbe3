/** Letters and digits side by side that a name, an account or a code has at most; a Chinese sign takes the room of two. */
export const NAME_WIDTH = 24;

const unbroken = new RegExp(`\\S{${NAME_WIDTH + 1}}`);

/** Whether a text has more signs without a blank between them than a narrow place has room for: it is broken between any two of them. */
export function isUnbroken(text: string): boolean {
  return unbroken.test(text);
}
