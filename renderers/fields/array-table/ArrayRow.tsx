import type { KeyboardEvent } from 'react';
import { useTranslate } from '../../../src/engine/index.ts';
import { Icon } from '../../shared/icon/Icon.tsx';
import { CellEditor, type Column } from './CellEditor.tsx';
import { cellFacts } from './cells.ts';
import { type Row, unreadableCell } from './rows.ts';
import type { CellChoices } from './useCellChoices.tsx';
import type { useRows } from './useRows.ts';

/** What is the same for all rows. */
export interface RowsProps {
  id: string;
  columns: readonly Column[];
  /** Names of the columns whose head says that they are required. */
  always: ReadonlySet<string>;
  numbered: boolean;
  disabled: boolean;
  readOnly: boolean;
  choices: ReadonlyMap<string, CellChoices>;
  list: ReturnType<typeof useRows>;
  /** Tools are offered at all, and can be used now. */
  tools: { move: boolean; remove: boolean; canRemove: boolean };
  onBlur: () => void;
  onKeyDown: (event: KeyboardEvent<HTMLTableRowElement>, index: number) => void;
}

interface ArrayRowProps extends RowsProps {
  row: Row;
  index: number;
  isLast: boolean;
  problemOf: (column: Column) => string | undefined;
}

/** One object of the list. */
export function ArrayRow(props: ArrayRowProps) {
  const { row, index, columns, list, tools } = props;
  const t = useTranslate();
  return (
    <tr onKeyDown={(event) => props.onKeyDown(event, index)}>
      {props.numbered ? (
        <td className="tg-array-table-number" data-title={t('field.rowNumber')}>
          {index + 1}
        </td>
      ) : null}
      {columns.map((column) => {
        const { readOnly, required } = cellFacts(column, row, index);
        const problem = props.problemOf(column);
        const problemId = `${props.id}-${index}-${column.name}-problem`;
        return (
          <td
            key={column.name}
            data-title={column.title}
            data-required={required ? (props.always.has(column.name) ? 'always' : 'here') : undefined}
          >
            <CellEditor
              column={column}
              value={shownValue(column, columns, row, index)}
              choices={props.choices.get(column.name)}
              label={t('field.cell', { column: column.title, row: index + 1 })}
              problemId={problemId}
              disabled={props.disabled}
              readOnly={props.readOnly || readOnly}
              required={required}
              problem={problem}
              onChange={(value) => list.write(index, column.name, value)}
              onBlur={props.onBlur}
            />
            {problem === undefined ? null : (
              <span id={problemId} className="tg-cell-problem">
                {problem}
              </span>
            )}
          </td>
        );
      })}
      {tools.move || tools.remove ? (
        <td className="tg-array-table-tools">
          {tools.move ? (
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
                disabled={props.isLast}
                onClick={() => list.move(index, index + 1)}
              />
            </>
          ) : null}
          {tools.remove ? (
            <Tool
              icon="delete"
              label={t('field.rowRemove', { row: index + 1 })}
              disabled={!tools.canRemove}
              onClick={() => list.remove(index)}
            />
          ) : null}
        </td>
      ) : null}
    </tr>
  );
}

/** What a cell shows. */
export function shownValue(column: Column, columns: readonly Column[], row: Row, index: number): unknown {
  return column.type === 'label' && column.value ? computed(column.value, columns, row, index) : row[column.name];
}

/** Nothing is computed of a row before its numbers can be read. */
function computed(value: NonNullable<Column['value']>, columns: readonly Column[], row: Row, index: number): unknown {
  return columns.some((column) => unreadableCell(column, row[column.name])) ? undefined : value({ row, index });
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
