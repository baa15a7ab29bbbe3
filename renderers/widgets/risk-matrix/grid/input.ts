import { type CellAddress, cutOff, readBlock, writeBlock } from '../../../../src/core/index.ts';
import { changeText } from '../told.ts';
import type { HelpPlace } from './help.ts';
import { type Command, commandOf } from './keys.ts';
import { contains } from './selection.ts';
import type { GridView } from './view.ts';

/** Hears what people do to a grid: pointer, focus, keys, clipboard. Each event is heard once, on the scroller. */
export function listenTo(grid: GridView): Input {
  const input = new Input(grid);
  input.listen(grid.scroller);
  return input;
}

/** event -> selection or store -> the view draws what changed */
export class Input {
  readonly #grid: GridView;
  #isLeaving = false;
  /** The row whose name is under the pointer. */
  #hoveredName: number | undefined;

  constructor(grid: GridView) {
    this.#grid = grid;
  }

  listen(scroller: HTMLElement): void {
    scroller.addEventListener('keydown', (event) => this.#onKey(event));
    scroller.addEventListener('click', (event) => this.#onClick(event));
    scroller.addEventListener('pointerover', (event) => this.#onHover(event));
    scroller.addEventListener('pointerleave', () => this.#onLeave());
    scroller.addEventListener('focus', () => this.#onFocus());
    scroller.addEventListener('blur', () => this.#onBlur());
    scroller.addEventListener('copy', (event) => this.#onCopy(event));
    scroller.addEventListener('paste', (event) => this.#onPaste(event));
  }

  // ------------------------------------------------------------------------------------------------ pointer and focus

  #onClick(event: MouseEvent): void {
    const at = this.#grid.pool.addressOf(event.target);
    if (!at) return;
    const value = this.#grid.editor.valueOf(event.target);
    const { active, size } = this.#grid.selection;
    this.#grid.selection.go(at.row, at.column, event.shiftKey && value === undefined);
    this.#grid.focus();
    if (size > 1 || this.#grid.selection.size > 1) this.#grid.repaint();
    else {
      this.#grid.pool.repaintAt(active.row, active.column);
      this.#grid.pool.repaintAt(at.row, at.column);
      this.#grid.afterDrawing();
    }
    if (value !== undefined) this.#choose(value);
  }

  #onHover(event: PointerEvent): void {
    if (event.pointerType === 'touch') return;
    const at = this.#grid.pool.addressOf(event.target);
    const name = at ? undefined : this.#grid.side.rowOf(event.target);
    const { hovered } = this.#grid;
    if ((!at && !name) || (name && name.row === this.#hoveredName) || (at && at.row === hovered?.row && at.column === hovered.column))
      return;
    this.#hoveredName = name?.row;
    this.#grid.hovered = at;
    this.#grid.placeEditor();
    if (at) this.#planHelp(at);
    else if (name) this.#planHelpOfName(name);
  }
  #onLeave(): void {
    this.#hoveredName = undefined;
    this.#grid.hovered = undefined;
    this.#grid.placeEditor();
    this.#grid.help.leave();
  }
  #onFocus(): void {
    this.#isLeaving = false;
    this.#grid.announceActive();
    this.#grid.placeEditor();
    this.#grid.element.classList.add('tg-focused');
    if (!this.#grid.hovered) this.#planHelp(this.#grid.selection.active);
  }
  #onBlur(): void {
    this.#grid.element.classList.remove('tg-focused');
    if (!this.#grid.hovered) this.#grid.help.hide();
    // The focus may be on its way into the editor.
    setTimeout(() => this.#grid.placeEditor());
  }

  #planHelp({ row, column }: CellAddress): void {
    this.#planAt(row, () => {
      const cell = this.#grid.pool.elementOf(row, column);
      return cell?.isConnected
        ? { of: cell.getBoundingClientRect(), names: this.#grid.side.element.getBoundingClientRect().right }
        : undefined;
    });
  }
  #planHelpOfName({ row, element }: { row: number; element: Element }): void {
    this.#planAt(row, () => (element.isConnected ? { of: element.getBoundingClientRect() } : undefined));
  }
  #planAt(row: number, placeOf: () => HelpPlace | undefined): void {
    const record = this.#grid.store.layout.rows[row];
    this.#grid.scroller.removeAttribute('aria-describedby');
    if (!record) return;
    this.#grid.help.plan(record, placeOf, () => this.#grid.scroller.setAttribute('aria-describedby', this.#grid.help.element.id));
  }

  #onKey(event: KeyboardEvent): void {
    if (this.#grid.editor.isOpen) {
      this.#onEditorKey(event);
      return;
    }
    const command = commandOf(event);
    if (!command) return;
    if (command.kind === 'tab' && this.#isLeaving) return;
    this.#isLeaving = command.kind === 'escape';
    if (this.#run(command)) event.preventDefault();
  }

  /** False leaves the key to the browser. */
  #run(command: Command): boolean {
    switch (command.kind) {
      case 'choose': {
        const choice = this.#grid.questionnaire.choices.find(({ key }) => key?.toLowerCase() === command.key);
        if (!choice) return false;
        this.#choose(choice.value);
        return true;
      }
      case 'clear':
        this.#choose(this.#grid.questionnaire.unanswered.value);
        return true;
      case 'undo':
      case 'redo':
        this.step(command.kind);
        return true;
      case 'open':
        if (!this.#grid.isReadOnly) this.#openEditor();
        return true;
      case 'escape':
        this.#grid.help.hide();
        this.#grid.selection.go(this.#grid.selection.active.row, this.#grid.selection.active.column);
        this.#grid.repaint();
        return true;
      default: {
        if (!this.#grid.selection.run(command, this.#grid.page)) return false;
        this.#grid.hovered = undefined;
        this.#grid.showActive();
        this.#planHelp(this.#grid.selection.active);
        return true;
      }
    }
  }

  /** Gives all selected cells a value, as one step. */
  #choose(value: number): void {
    if (this.#grid.isReadOnly) return;
    const { top, left, bottom, right } = this.#grid.selection.area;
    const block = Array.from({ length: bottom - top + 1 }, () => Array.from({ length: right - left + 1 }, () => value));
    const change = this.#grid.store.setBlock(top, left, block);
    const { row, column } = this.#grid.selection.active;
    this.#sayChanged(change?.cells ?? [], row, column);
  }

  /** Names a cell, and says how many a step changed when it is more than that one; everybody sees the number when some of them are not selected. */
  #sayChanged(cells: readonly number[], row: number, column: number): void {
    const { selection, store, status, texts, pool } = this.#grid;
    const { area } = selection;
    const isBeyond = cells.some((cell) => !contains(area, Math.floor(cell / store.columns), cell % store.columns));
    status.say(changeText(pool.nameOf(row, column), cells.length, texts.filled), isBeyond && cells.length > 1);
  }

  /** Back or forward, and to what it changed when that is out of sight; the focus stays where it is. */
  step(kind: 'undo' | 'redo'): void {
    const cells = this.#grid.isReadOnly ? [] : (this.#grid.store[kind]()?.cells ?? []);
    const [cell] = cells;
    if (cell === undefined) return;
    const row = Math.floor(cell / this.#grid.store.columns);
    const column = cell % this.#grid.store.columns;
    if (!this.#grid.pool.elementOf(row, column)) this.#grid.reach(row, column);
    this.#sayChanged(cells, row, column);
  }

  #openEditor(): void {
    const { row, column } = this.#grid.selection.active;
    const cell = this.#grid.pool.elementOf(row, column);
    if (!cell) return;
    this.#grid.editor.show(cell, this.#grid.store.value(row, column));
    this.#grid.editor.focus();
  }
  #onEditorKey(event: KeyboardEvent): void {
    const steps: Record<string, 1 | -1> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
    const step = steps[event.key];
    const value = event.key === 'Enter' || event.key === ' ' ? this.#grid.editor.valueOf(event.target) : undefined;
    if (step) this.#grid.editor.move(step);
    else if (value !== undefined || event.key === 'Escape' || event.key === 'Tab') {
      this.#grid.focus();
      if (value !== undefined) this.#choose(value);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  // ------------------------------------------------------------------------------------------------ clipboard

  #onCopy(event: ClipboardEvent): void {
    const { top, left, bottom, right } = this.#grid.selection.area;
    const values = Array.from({ length: bottom - top + 1 }, (_, down) =>
      Array.from({ length: right - left + 1 }, (_, across) => this.#grid.store.value(top + down, left + across)),
    );
    event.clipboardData?.setData('text/plain', writeBlock(values, this.#grid.questionnaire));
    event.preventDefault();
  }

  /** A block from its upper left cell; one value alone fills the whole selection. */
  #onPaste(event: ClipboardEvent): void {
    const text = event.clipboardData?.getData('text/plain') ?? '';
    event.preventDefault();
    if (this.#grid.isReadOnly || text === '') return;
    const { values, unknown } = readBlock(text, this.#grid.questionnaire);
    const { top, left } = this.#grid.selection.area;
    const [first] = values[0] ?? [];
    if (values.length === 1 && values[0]?.length === 1 && first !== undefined && this.#grid.selection.size > 1) {
      this.#choose(first);
      return;
    }
    this.#grid.selection.selectBlock({ top, left, bottom: top + values.length - 1, right: left + (values[0]?.length ?? 1) - 1 });
    const change = this.#grid.store.setBlock(top, left, values);
    // What is selected changed as well.
    this.#grid.repaint();
    const { rows, columns } = this.#grid.store;
    const cut = cutOff(text, { rows: rows - top, columns: columns - left });
    this.#grid.status.say(this.#grid.texts.pasted(change?.cells.length ?? 0, unknown, cut), true);
  }
}
