import type { Questionnaire } from '../../../../src/core/index.ts';
import { make } from './dom.ts';

/** The choices as buttons: the one editor of a matrix, in the cell that is pointed at or focused. */
export class Editor {
  readonly element: HTMLElement;
  readonly #buttons: { button: HTMLElement; value: number }[];
  /** What the buttons show as chosen. */
  #value: number | undefined;

  constructor({ choices }: Questionnaire<string>, label: string) {
    this.element = make('span', 'tg-matrix-editor', 'radiogroup');
    this.element.setAttribute('aria-label', label);
    this.element.style.setProperty('--tg-choices', String(choices.length));
    this.#buttons = choices.map(({ value, label: name, text, tone, key }) => {
      const button = make('span', `tg-matrix-choice tg-choice-${tone}`, 'radio');
      button.setAttribute('aria-label', name);
      button.title = key === undefined ? name : `${name} (${key})`;
      button.tabIndex = -1;
      button.textContent = text;
      this.element.append(button);
      return { button, value };
    });
  }

  get isOpen(): boolean {
    return this.element.contains(document.activeElement);
  }

  /** Moves into a cell that holds this value. */
  show(cell: HTMLElement, value: number): void {
    if (value !== this.#value) {
      for (const { button, value: own } of this.#buttons) {
        if (own === value || own === this.#value || this.#value === undefined) button.setAttribute('aria-checked', String(own === value));
      }
      this.#value = value;
    }
    if (this.element.parentElement !== cell) cell.append(this.element);
  }

  hide(): void {
    this.element.remove();
  }

  /** For the keyboard: the chosen button, or the first, takes the focus. */
  focus(): void {
    const chosen = this.#buttons.find(({ button }) => button.getAttribute('aria-checked') === 'true') ?? this.#buttons[0];
    chosen?.button.focus({ preventScroll: true });
  }

  /** Value of the button an event came from. */
  valueOf(target: EventTarget | null): number | undefined {
    return this.#buttons.find(({ button }) => button === target)?.value;
  }

  move(step: 1 | -1): void {
    const at = this.#buttons.findIndex(({ button }) => button === document.activeElement);
    this.#buttons[(at + step + this.#buttons.length) % this.#buttons.length]?.button.focus({ preventScroll: true });
  }
}
