import { type InputHTMLAttributes, type KeyboardEvent, memo, useState } from 'react';
import { parseNumber } from '../../../src/core/typed-number.ts';
import type { ArrayTableOptions } from '../../../src/generated/options.ts';
import { choiceOf } from '../../shared/controls/choices.ts';
import { numberText, stepBy } from '../../shared/controls/numbers.ts';
import type { CellChoices } from './useCellChoices.tsx';

export type Column = ArrayTableOptions['columns'][number];

export interface CellProps {
  column: Column;
  value: unknown;
  choices: CellChoices | undefined;
  /** Name for screen readers: column and row. */
  label: string;
  /** Where its problem is told. */
  problemId: string;
  disabled: boolean;
  readOnly: boolean;
  required: boolean;
  problem: string | undefined;
  onChange: (value: unknown) => void;
  onBlur: () => void;
}

/** The editor of one cell: always a native control, because a table of 200 rows has thousands of them. */
export const CellEditor = memo(function CellEditor(props: CellProps) {
  const { column, value, label, readOnly, problem } = props;
  const attributes = {
    className: 'tg-cell-editor',
    'data-column': column.name,
    'aria-label': label,
    'aria-required': props.required || undefined,
    'aria-invalid': problem !== undefined || undefined,
    'aria-describedby': problem === undefined ? undefined : props.problemId,
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
      const { choices = [], loading = false } = props.choices ?? {};
      const chosen = choiceOf([...choices], value);
      return (
        <select
          {...attributes}
          value={chosen ? String(chosen.value) : text(value)}
          disabled={props.disabled || readOnly}
          onChange={(event) => props.onChange(choices.find((choice) => String(choice.value) === event.target.value)?.value)}
        >
          <option value="">{column.placeholder ?? ''}</option>
          {!chosen && text(value) !== '' ? <option value={text(value)}>{loading ? '…' : text(value)}</option> : null}
          {choices.map((choice) => (
            <option key={String(choice.value)} value={String(choice.value)} disabled={choice.disabled === true && choice !== chosen}>
              {choice.label}
            </option>
          ))}
        </select>
      );
    }
    case 'number':
      return <NumberCell {...props} attributes={attributes} />;
    default:
      return (
        <input
          {...attributes}
          type={column.type === 'date' ? 'date' : 'text'}
          value={text(value)}
          disabled={props.disabled}
          readOnly={readOnly}
          maxLength={column.maxLength}
          placeholder={column.placeholder}
          autoComplete="off"
          onChange={(event) => props.onChange(event.target.value)}
        />
      );
  }
});

/** A number as it is typed: the browser's own would drop signs it does not know, and 1,5 would be 15. What cannot be read stays in the row as it is. */
function NumberCell({ column, value, attributes, ...props }: CellProps & { attributes: InputHTMLAttributes<HTMLInputElement> }) {
  const [draft, setDraft] = useState<string>();
  const read = typeof value === 'number' ? value : parseNumber(text(value));
  const number = Number.isNaN(read) ? undefined : read;
  const shown = number === undefined ? text(value) : numberText(number, undefined, false, 'en');
  const isOwn = draft !== undefined && text(numberOrText(draft)) === text(value);
  const type = (typed: string) => {
    setDraft(typed);
    props.onChange(numberOrText(typed));
  };
  const step = (event: KeyboardEvent) => {
    const count = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
    if (count === 0 || props.disabled || props.readOnly || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    setDraft(undefined);
    props.onChange(stepBy(number, count, column));
  };
  return (
    <input
      {...attributes}
      type="text"
      role="spinbutton"
      inputMode="decimal"
      value={isOwn ? draft : shown}
      disabled={props.disabled}
      readOnly={props.readOnly}
      aria-valuenow={number}
      aria-valuemin={column.min}
      aria-valuemax={column.max}
      placeholder={column.placeholder}
      autoComplete="off"
      onKeyDown={step}
      onChange={(event) => type(event.target.value)}
      onBlur={() => {
        setDraft(undefined);
        props.onBlur();
      }}
    />
  );
}

/** What a row keeps of what was typed. */
function numberOrText(typed: string): number | string | undefined {
  const given = parseNumber(typed);
  return Number.isNaN(given) ? typed : given;
}

function text(value: unknown): string {
  return value === undefined || value === null ? '' : String(value);
}
