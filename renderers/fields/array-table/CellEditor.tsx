import { memo } from 'react';
import type { ArrayTableOptions } from '../../../src/generated/options.ts';
import { type Choice, choiceOf } from '../../shared/controls/choices.ts';

export type Column = ArrayTableOptions['columns'][number];

export interface CellProps {
  column: Column;
  value: unknown;
  choices: readonly Choice[];
  /** Name for screen readers: column and row. */
  label: string;
  id: string | undefined;
  disabled: boolean;
  readOnly: boolean;
  problem: string | undefined;
  onChange: (value: unknown) => void;
  onBlur: () => void;
}

/** The editor of one cell: always a native control, because a table of 200 rows has thousands of them. */
export const CellEditor = memo(function CellEditor(props: CellProps) {
  const { column, value, label, id, readOnly } = props;
  const attributes = {
    id,
    className: 'tg-cell-editor',
    'aria-label': label,
    'aria-required': column.required || undefined,
    'aria-invalid': props.problem !== undefined || undefined,
    title: props.problem,
    onBlur: props.onBlur,
  };
  switch (column.type) {
    case 'label':
      return <span className="tg-cell-label">{text(value)}</span>;
    case 'checkbox':
      return (
        <input
          {...attributes}
          type="checkbox"
          checked={value === true}
          disabled={props.disabled || readOnly}
          onChange={(event) => props.onChange(event.target.checked)}
        />
      );
    case 'select': {
      const chosen = choiceOf([...props.choices], value);
      return (
        <select
          {...attributes}
          value={chosen ? String(chosen.value) : text(value)}
          disabled={props.disabled || readOnly}
          onChange={(event) => props.onChange(props.choices.find((choice) => String(choice.value) === event.target.value)?.value)}
        >
          <option value="">{column.placeholder ?? ''}</option>
          {!chosen && text(value) !== '' ? <option value={text(value)}>{text(value)}</option> : null}
          {props.choices.map((choice) => (
            <option key={String(choice.value)} value={String(choice.value)} disabled={choice.disabled === true && choice !== chosen}>
              {choice.label}
            </option>
          ))}
        </select>
      );
    }
    default: {
      const isNumber = column.type === 'number';
      return (
        <input
          {...attributes}
          data-column={column.name}
          type={isNumber ? 'number' : column.type === 'date' ? 'date' : 'text'}
          value={text(value)}
          disabled={props.disabled}
          readOnly={readOnly}
          maxLength={column.maxLength}
          min={column.min}
          max={column.max}
          step={isNumber ? (column.step ?? 'any') : undefined}
          placeholder={column.placeholder}
          autoComplete="off"
          onChange={(event) => props.onChange(isNumber ? numberOf(event.target.value) : event.target.value)}
        />
      );
    }
  }
});

function numberOf(typed: string): number | undefined {
  return typed === '' ? undefined : Number(typed);
}
function text(value: unknown): string {
  return value === undefined || value === null ? '' : String(value);
}
