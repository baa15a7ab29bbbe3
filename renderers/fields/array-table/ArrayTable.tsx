import { type KeyboardEvent, useMemo, useRef } from 'react';
import type { FieldProps } from '../../../src/engine/index.ts';
import { useDictionaries, useFieldCheck, useTranslate } from '../../../src/engine/index.ts';
import type { ArrayTableOptions } from '../../../src/generated/options.ts';
import { type Choice, toChoices } from '../../shared/controls/choices.ts';
import { PlainButton } from '../../shared/controls/PlainButton.tsx';
import { Icon } from '../../shared/icon/Icon.tsx';
import { CellEditor, type Column } from './CellEditor.tsx';
import { cellProblem, emptyRow, type Row, readRows, rowWithSame, unreadableCell } from './rows.ts';
import { useRows } from './useRows.ts';
import './array-table.css';

/** A list of objects as an editable table. The whole list is one value of the form; cells are native controls. */
export function ArrayTable(props: FieldProps<Row[], ArrayTableOptions>) {
  const { options, id, onChange } = props;
  const t = useTranslate();
  const body = useRef<HTMLTableSectionElement>(null);
  const rows = readRows(props.value);
  const list = useRows(rows, onChange);
  const choices = useCellChoices(options.columns);
  const addText = options.addText ?? t('field.rowAdd');
  const isFixed = props.disabled || props.readOnly;
  const canAdd = !isFixed && (options.max === undefined || rows.length < options.max);
  const canRemove = !isFixed && rows.length > (options.min ?? 0);
  const isMovable = !isFixed && options.movable !== false && rows.length > 1;

  const problemOf = (column: Column, list: readonly Row[], index: number) => {
    const key = unread(body.current?.rows[index], column) ?? cellProblem(column, list[index]?.[column.name]);
    if (key) return t(key, { column: column.title, min: column.min ?? '', max: column.max ?? '' });
    const row = rowWithSame(column, list, index);
    return row === undefined ? undefined : t('field.cellTwice', { column: column.title, row });
  };
  useFieldCheck(props.node, (value) => {
    const checked = readRows(value);
    if (options.min !== undefined && checked.length < options.min) return t('field.rowsMin', { count: options.min });
    if (options.max !== undefined && checked.length > options.max) return t('field.rowsMax', { count: options.max });
    for (const index of checked.keys()) {
      for (const column of options.columns) {
        const problem = problemOf(column, checked, index);
        if (problem) return t('field.inRow', { row: index + 1, problem });
      }
    }
    return undefined;
  });

  const focusCell = (row: number, column: number) => {
    // After React has drawn the row that a key has just added or moved.
    setTimeout(() => body.current?.rows[row]?.querySelectorAll<HTMLElement>('.tg-cell-editor')[column]?.focus(), 0);
  };
  const add = () => {
    list.add(emptyRow(options.columns));
    focusCell(rows.length, 0);
  };
  const key = (event: KeyboardEvent<HTMLTableRowElement>, index: number) => {
    const editors = [...event.currentTarget.querySelectorAll('.tg-cell-editor')];
    const column = editors.indexOf(event.target as Element);
    if (column < 0) return;
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (event.altKey && step !== 0 && isMovable) {
      event.preventDefault();
      list.move(index, index + step);
      focusCell(Math.min(rows.length - 1, Math.max(0, index + step)), column);
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing && !(event.target instanceof HTMLSelectElement)) {
      // Enter goes on to the next row instead of submitting the form.
      event.preventDefault();
      event.stopPropagation();
      if (index + 1 < rows.length) focusCell(index + 1, column);
      else if (canAdd) add();
    }
  };

  return (
    <div className="tg-array-table" data-invalid={props.invalid || undefined}>
      <div className="tg-array-table-scroll">
        <table aria-label={props.label} aria-describedby={props.describedBy}>
          <thead>
            <tr>
              {options.numbered === false ? null : (
                <th scope="col" className="tg-array-table-number">
                  {t('field.rowNumber')}
                </th>
              )}
              {options.columns.map((column) => (
                <th key={column.name} scope="col" style={column.width === undefined ? undefined : { width: column.width }}>
                  {column.title}
                  {column.required ? (
                    <span className="tg-array-table-required" aria-hidden="true">
                      {' *'}
                    </span>
                  ) : null}
                </th>
              ))}
              {isFixed ? null : (
                <th scope="col" className="tg-array-table-tools">
                  <span className="tg-hidden">{t('field.rowActions')}</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody ref={body}>
            {rows.map((row, index) => (
              <tr key={list.keys[index]} onKeyDown={(event) => key(event, index)}>
                {options.numbered === false ? null : <td className="tg-array-table-number">{index + 1}</td>}
                {options.columns.map((column, at) => (
                  <td key={column.name}>
                    <CellEditor
                      id={index === 0 && at === 0 ? id : undefined}
                      column={column}
                      value={
                        column.type === 'label' && column.value ? computed(column.value, options.columns, row, index) : row[column.name]
                      }
                      choices={choices.get(column.name) ?? []}
                      label={t('field.cell', { column: column.title, row: index + 1 })}
                      disabled={props.disabled}
                      readOnly={props.readOnly || (column.readOnly ? Boolean(column.readOnly({ row, index })) : false)}
                      problem={props.invalid ? problemOf(column, rows, index) : undefined}
                      onChange={(value) => list.write(index, column.name, value)}
                      onBlur={props.onBlur}
                    />
                  </td>
                ))}
                {isFixed ? null : (
                  <td className="tg-array-table-tools">
                    {isMovable ? (
                      <>
                        <Tool
                          icon="up"
                          label={t('field.rowUp', { row: index + 1 })}
                          disabled={index === 0}
                          onClick={() => list.move(index, index - 1)}
                        />
                        <Tool
                          icon="down"
                          label={t('field.rowDown', { row: index + 1 })}
                          disabled={index === rows.length - 1}
                          onClick={() => list.move(index, index + 1)}
                        />
                      </>
                    ) : null}
                    <Tool
                      icon="delete"
                      label={t('field.rowRemove', { row: index + 1 })}
                      disabled={!canRemove}
                      onClick={() => list.remove(index)}
                    />
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length === 0 ? <p className="tg-note">{t('field.noRows')}</p> : null}
      <div className="tg-array-table-foot">
        {isFixed ? null : (
          <PlainButton
            id={rows.length === 0 ? id : undefined}
            icon="plus"
            text={addText}
            disabled={!canAdd}
            onClick={add}
            aria-label={rows.length === 0 && props.label ? `${props.label}: ${addText}` : undefined}
            aria-describedby={rows.length === 0 ? props.describedBy : undefined}
            aria-invalid={(rows.length === 0 && props.invalid) || undefined}
          />
        )}
        <span role="status" className="tg-note">
          {list.removed && !isFixed ? t('field.rowRemoved', { row: list.removed.index + 1 }) : ''}
        </span>
        {list.removed && canAdd ? <PlainButton look="link" icon="undo" text={t('field.undo')} onClick={list.undo} /> : null}
      </div>
    </div>
  );
}

/** Nothing is computed of a row before its numbers can be read. */
function computed(value: NonNullable<Column['value']>, columns: readonly Column[], row: Row, index: number): unknown {
  return columns.some((column) => unreadableCell(column, row[column.name])) ? undefined : value({ row, index });
}

/** What is typed and makes no date: the browser gives it to nobody, though it stands in the cell. */
function unread(row: HTMLTableRowElement | undefined, column: Column) {
  if (column.type !== 'date') return undefined;
  const editor = [...(row?.querySelectorAll('input') ?? [])].find((input) => input.dataset.column === column.name);
  return editor?.validity.badInput ? 'field.cellDate' : undefined;
}

function Tool(props: { icon: string; label: string; disabled: boolean; onClick: () => void }) {
  return (
    <button
      type="button"
      className="tg-tool"
      aria-label={props.label}
      title={props.label}
      disabled={props.disabled}
      onClick={props.onClick}
    >
      <Icon name={props.icon} />
    </button>
  );
}

/** Choices of the select columns by column name. */
function useCellChoices(columns: readonly Column[]): Map<string, Choice[]> {
  const t = useTranslate();
  const types = useMemo(() => columns.map((column) => column.dictionary).filter((type) => type !== undefined), [columns]);
  const views = useDictionaries(types);
  return useMemo(() => {
    const label = (source: unknown) => t.localized(source as Parameters<typeof t.localized>[0]);
    return new Map(
      columns
        .filter((column) => column.type === 'select')
        .map((column) => [
          column.name,
          column.dictionary
            ? (views[column.dictionary]?.entries ?? []).map(
                (entry): Choice => ({
                  value: entry.value,
                  label: entry.label,
                  disabled: entry.status !== '0',
                }),
              )
            : toChoices(column.options, label),
        ]),
    );
  }, [columns, views, t]);
}
