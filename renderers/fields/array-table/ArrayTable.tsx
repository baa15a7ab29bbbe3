import { type KeyboardEvent, useRef } from 'react';
import type { FieldProps } from '../../../src/engine/index.ts';
import { isComposing, useFieldCheck, useForm, useTranslate } from '../../../src/engine/index.ts';
import type { ArrayTableOptions } from '../../../src/generated/options.ts';
import { PlainButton } from '../../shared/controls/PlainButton.tsx';
import { ArrayHead } from './ArrayHead.tsx';
import { ArrayRow, type RowsProps, shownValue } from './ArrayRow.tsx';
import { pasteBlock } from './block.ts';
import type { Column } from './CellEditor.tsx';
import { isRequired, partAt, wrongIn } from './cells.ts';
import { FollowedTold } from './FollowedTold.tsx';
import { PasteTold } from './PasteTold.tsx';
import { checkWords } from './read-cell.ts';
import { emptyRow, type Row, readRows } from './rows.ts';
import { useCellChoices } from './useCellChoices.tsx';
import { usePaste } from './usePaste.ts';
import { useRows } from './useRows.ts';
import './array-table.css';

const EDITOR = '.tg-cell-editor:not(:disabled)';

/** A list of objects as an editable table. The whole list is one value of the form; cells are native controls. */
export function ArrayTable(props: FieldProps<Row[], ArrayTableOptions>) {
  const { options, id, onChange } = props;
  const { columns, min = 0, max = Number.POSITIVE_INFINITY } = options;
  const t = useTranslate();
  const form = useForm();
  const body = useRef<HTMLTableSectionElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const rows = readRows(props.value);
  const list = useRows(rows, onChange, columns);
  const { choices, sources } = useCellChoices(columns, id);
  const addText = options.addText ?? t('field.rowAdd');
  const isFixed = props.disabled || props.readOnly;
  // As many rows as there must be and may be: nobody ever adds or removes one.
  const isExact = min >= max && rows.length === max;
  const isAddable = options.addable !== false;
  const canAdd = !isFixed && isAddable && rows.length < max;
  const canRemove = rows.length > min;
  const isMovable = !isFixed && options.movable !== false && rows.length > 1;

  const part = () => {
    const told = form?.checking.part(props.node.name);
    const at = told && partAt(told.field);
    return at && { ...at, message: told.message };
  };
  const problemOf = (column: Column, list: readonly Row[], index: number) => {
    const wrong = isUnread(body.current?.rows[index], column) ? { key: 'field.cellDate' } : wrongIn(column, list, index);
    if (wrong === undefined || 'text' in wrong) return wrong?.text;
    return t(wrong.key, { column: column.title, min: column.min ?? '', max: column.max ?? '', ...wrong });
  };
  /** The first wrong cell of the last check. */
  const wrongCell = useRef<{ index: number; name: string }>(undefined);
  useFieldCheck(props.node, (value) => {
    const checked = readRows(value);
    wrongCell.current = undefined;
    if (checked.length < min) return t('field.rowsMin', { count: min });
    if (checked.length > max) return t('field.rowsMax', { count: max });
    for (const index of checked.keys()) {
      for (const column of columns) {
        const problem = problemOf(column, checked, index);
        if (!problem) continue;
        wrongCell.current = { index, name: column.name };
        return t('field.inRow', { row: index + 1, problem });
      }
    }
    return undefined;
  });

  /** What the label and a refused submit lead to: the first wrong cell, or else the first that can be filled. */
  const enter = () => {
    const wrong = wrongCell.current ?? part();
    const cell = wrong && editorOf(body.current?.rows[wrong.index], wrong.name);
    (cell ?? body.current?.querySelector<HTMLElement>(EDITOR) ?? addButton.current)?.focus();
  };
  const focusCell = (row: number, column: number) => {
    // After React has drawn the row that a key has just added or moved.
    setTimeout(() => body.current?.rows[row]?.querySelectorAll<HTMLElement>('.tg-cell-editor')[column]?.focus(), 0);
  };
  const add = () => {
    list.add(emptyRow(columns));
    focusCell(rows.length, 0);
  };
  const pasteStart = useRef({ row: 0, column: 0 });
  usePaste(body, columns, ({ text, ...start }) => {
    if (isFixed) return;
    pasteStart.current = start;
    const shownAt = (column: Column, row: Row, index: number) => shownValue(column, columns, row, index);
    list.paste(pasteBlock({ rows, columns, choices, words: checkWords(t), most: isAddable ? max : rows.length, shownAt }, start, text));
  });
  const backToPaste = () => editorOf(body.current?.rows[pasteStart.current.row], columns[pasteStart.current.column]?.name ?? '')?.focus();
  const key = (event: KeyboardEvent<HTMLTableRowElement>, index: number) => {
    const editors = [...event.currentTarget.querySelectorAll('.tg-cell-editor')];
    const column = editors.indexOf(event.target as Element);
    if (column < 0) return;
    if (list.canUndoPaste && isUndo(event)) {
      event.preventDefault();
      list.undoPaste();
      return;
    }
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (event.altKey && step !== 0 && isMovable) {
      event.preventDefault();
      list.move(index, index + step);
      focusCell(Math.min(rows.length - 1, Math.max(0, index + step)), column);
    } else if (event.key === 'Enter' && !isComposing(event) && !(event.target instanceof HTMLSelectElement)) {
      // Enter goes on to the next row instead of submitting the form.
      event.preventDefault();
      event.stopPropagation();
      if (index + 1 < rows.length) focusCell(index + 1, column);
      else if (canAdd) add();
    }
  };

  const shared: RowsProps = {
    id,
    columns,
    always: new Set(columns.filter((column) => isRequired(column, rows, emptyRow(columns))).map(({ name }) => name)),
    numbered: options.numbered !== false,
    disabled: props.disabled,
    readOnly: props.readOnly,
    choices,
    list,
    tools: { move: isMovable, remove: !isFixed && !isExact, canRemove },
    onBlur: props.onBlur,
    onKeyDown: key,
  };
  const told = props.invalid ? part() : undefined;
  const isTold = (index: number, { name }: Column) => told?.index === index && told.name === name;
  return (
    <div className="tg-array-table" data-invalid={props.invalid || undefined}>
      {isFixed ? null : (
        <button type="button" id={id} className="tg-hidden" tabIndex={-1} aria-hidden="true" onClick={enter} onFocus={enter} />
      )}
      <div className="tg-array-table-scroll" data-cards={columns.length > 1 || undefined}>
        <table aria-label={props.label} aria-describedby={props.describedBy}>
          <ArrayHead columns={columns} numbered={shared.numbered} tools={shared.tools.move || shared.tools.remove} always={shared.always} />
          <tbody ref={body}>
            {rows.map((row, index) => (
              <ArrayRow
                key={list.keys[index]}
                {...shared}
                row={row}
                index={index}
                isLast={index === rows.length - 1}
                problemOf={(column) =>
                  props.invalid ? (problemOf(column, rows, index) ?? (isTold(index, column) ? told?.message : undefined)) : undefined
                }
              />
            ))}
          </tbody>
        </table>
      </div>
      {sources}
      {rows.length === 0 ? <p className="tg-note">{t('field.noRows')}</p> : null}
      {isFixed ? null : <FollowedTold followed={list.followed} choices={choices} />}
      {isFixed ? null : <PasteTold list={list} onGone={backToPaste} />}
      {isExact || isFixed ? null : (
        <div className="tg-array-table-foot">
          {isAddable ? (
            <PlainButton
              ref={addButton}
              icon="plus"
              text={addText}
              disabled={!canAdd}
              onClick={add}
              aria-label={rows.length === 0 && props.label ? `${props.label}: ${addText}` : undefined}
              aria-describedby={rows.length === 0 ? props.describedBy : undefined}
              aria-invalid={(rows.length === 0 && props.invalid) || undefined}
            />
          ) : null}
          <span role="status" className="tg-note">
            {list.removed ? t('field.rowRemoved', { row: list.removed.index + 1 }) : ''}
          </span>
          {list.removed && rows.length < max ? <PlainButton look="link" icon="undo" text={t('field.undo')} onClick={list.undo} /> : null}
        </div>
      )}
    </div>
  );
}

function isUndo({ ctrlKey, metaKey, altKey, shiftKey, key }: KeyboardEvent): boolean {
  return (ctrlKey || metaKey) && !altKey && !shiftKey && key.toLowerCase() === 'z';
}

function editorOf(row: HTMLTableRowElement | undefined, name: string): HTMLElement | undefined {
  return [...(row?.querySelectorAll<HTMLElement>(EDITOR) ?? [])].find((editor) => editor.dataset.column === name);
}

/** What is typed and makes no date: the browser gives it to nobody, though it stands in the cell. */
function isUnread(row: HTMLTableRowElement | undefined, column: Column): boolean {
  const editor = column.type === 'date' ? editorOf(row, column.name) : undefined;
  return editor instanceof HTMLInputElement && editor.validity.badInput;
}
