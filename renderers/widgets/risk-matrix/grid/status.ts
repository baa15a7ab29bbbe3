import { make } from './dom.ts';

/** Words of the grid in the language of the window. */
export interface GridTexts {
  choices: string;
  pasted: (count: number, unknown: number) => string;
  filled: (count: number) => string;
  keys: string;
}
/** Milliseconds after what is said about: the frame that the eye waits for is the quicker for it. */
const AFTER = 80;

/** What screen readers are told of changes. */
export class Status {
  readonly element = make('div', 'tg-hidden', 'status');
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Says a text in place of one that is not said yet. */
  say(text: string): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.element.textContent = text;
    }, AFTER);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
