import dayjs from 'dayjs';
import { type InputHTMLAttributes, type KeyboardEvent, useRef } from 'react';
import { readDay } from '../../../src/core/date-signs.ts';
import { useTranslate } from '../../../src/engine/index.ts';
import { Icon } from '../icon/Icon.tsx';
import { useToday } from './useToday.ts';
import './day-input.css';

interface DayInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'value' | 'onChange' | 'min' | 'max'> {
  /** What the day is called, for the button of its calendar. */
  label: string;
  /** A day, YYYY-MM-DD, or what was typed in place of one. */
  value: string;
  /** ISO days, both inclusive: what the calendar offers. */
  min?: string;
  max?: string;
  /** What stands in it now: a day, or what may become one. */
  onType: (text: string) => void;
}

const STEPS: Readonly<Record<string, readonly [count: number, unit: 'day' | 'month'] | undefined>> = {
  ArrowUp: [1, 'day'],
  ArrowDown: [-1, 'day'],
  PageUp: [1, 'month'],
  PageDown: [-1, 'month'],
};

/**
 * A day as it is written everywhere on the page, in a plain input: that of a browser writes days in an order of its own. It is typed in any notation nobody
 * can read as another day, and moved by the keys of the date field; its calendar is the browser's, so that a page of a few days, or a table of hundreds, loads no other.
 */
export function DayInput({ label, value, min, max, onType, onBlur, onKeyDown, ...rest }: DayInputProps) {
  const t = useTranslate();
  const today = useToday();
  const calendar = useRef<HTMLInputElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const day = readDay(value);
  const isFixed = rest.readOnly || rest.disabled;
  const open = () => {
    // It has the day of now, and nothing that was typed in an order of its own.
    if (calendar.current) calendar.current.value = day ?? '';
    try {
      calendar.current?.showPicker();
    } catch (error) {
      // Browsers refuse it in a frame of another site: the day is typed.
      console.warn('The calendar did not open', error);
      field.current?.focus();
    }
  };
  const move = (event: KeyboardEvent<HTMLInputElement>) => {
    onKeyDown?.(event);
    const step = STEPS[event.key];
    if (isFixed || !step || event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented) return;
    if (event.altKey && event.key !== 'ArrowDown') return;
    event.preventDefault();
    if (event.altKey) open();
    // What cannot be read is not moved, and stays for whoever typed it.
    else if (day !== undefined)
      onType(
        dayjs(day)
          .add(...step)
          .format('YYYY-MM-DD'),
      );
    else if (value.trim() === '') onType(today());
  };
  return (
    <>
      <input
        placeholder="YYYY-MM-DD"
        autoComplete="off"
        inputMode="text"
        maxLength={60}
        {...rest}
        ref={field}
        type="text"
        value={value}
        onChange={({ target }) => onType(target.value)}
        onKeyDown={move}
        onBlur={(event) => {
          if (day !== undefined && day !== value) onType(day);
          onBlur?.(event);
        }}
      />
      {isFixed ? null : (
        <span className="tg-day-calendar">
          <button
            type="button"
            className="tg-tool"
            tabIndex={-1}
            aria-label={t('field.openCalendar', { label })}
            title={t('field.openCalendar', { label })}
            onClick={open}
          >
            <Icon name="calendar" />
          </button>
          <input
            ref={calendar}
            type="date"
            tabIndex={-1}
            aria-hidden="true"
            min={min}
            max={max}
            onChange={({ target }) => onType(target.value)}
          />
        </span>
      )}
    </>
  );
}
