import { make } from './dom.ts';

/** Words of the grid in the language of the window. */
export interface GridTexts {
  choices: string;
  pasted: (count: number, unknown: number, cut: { rows: number; columns: number }) => string;
  filled: (count: number) => string;
  keys: string;
}
/** Milliseconds after what is said about: the frame that the eye waits for is the quicker for it. */
const AFTER = 80;

/** Milliseconds after which what was shown is gone. */
const SHOWN_FOR = 6000;

/** What screen readers are told of changes, and everybody of those that reach beyond the active cell. */
export class Status {
  readonly element = make('div', 'tg-matrix-status tg-hidden', 'status');
  #timer: ReturnType<typeof setTimeout> | undefined;
  #end: ReturnType<typeof setTimeout> | undefined;

  /** Says a text in place of one that is not said yet. */
  say(text: string, isShown = false): void {
    this.stop();
    this.#timer = setTimeout(() => {
      this.element.textContent = text;
      this.element.classList.toggle('tg-hidden', !isShown);
      if (isShown) this.#end = setTimeout(() => this.element.classList.add('tg-hidden'), SHOWN_FOR);
    }, AFTER);
  }

  /** Takes back what is shown: it is no longer so. */
  hide(): void {
    this.stop();
    this.element.classList.add('tg-hidden');
  }

  stop(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#end);
  }
}
