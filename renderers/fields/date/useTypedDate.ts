import dayjs, { type Dayjs } from 'dayjs';
import { useRef, useState } from 'react';
import { type FieldProps, useFieldCheck, useTranslate } from '../../../src/engine/index.ts';
import type { DateOptions } from '../../../src/generated/options.ts';
import { isNoDate, isOutside, type Precision, readDate, shownFormat, typedDate, writeDate } from '../../shared/controls/dates.ts';
import type { Typing } from '../../shared/controls/TypedInput.tsx';

interface TypedDate {
  typing: Typing;
  /** For the calendar: the last one there was. */
  date: Dayjs | undefined;
  /** The picker has another date, such as one that was pressed in the calendar. */
  pick: (date: Dayjs | null | undefined) => void;
  /** The picker gives its date to the form. */
  give: (date: Dayjs | null) => void;
  /** What is no date goes to the form as it was typed, where it is told and stops a submit. */
  leave: () => void;
}

/** What is typed into a date field and is no date, or none that may be chosen: it stays, is dirty and is told (nothing typed goes silently). */
export function useTypedDate({ options, value, node, onChange }: FieldProps<string, DateOptions>): TypedDate {
  const { min, max, clearable } = options;
  const precision: Precision = options.precision ?? 'day';
  const format = options.format ?? shownFormat(precision);
  const t = useTranslate();
  const [live, setLive] = useState<string>();
  /** Typed and not yet given to the form; the same as `live`, at once. */
  const pending = useRef<string>(undefined);
  /** A date out of reach that was typed here: one that was there before is no fault of who edits something else. */
  const outside = useRef<string>(undefined);
  /** What the library still gives when the field is left is a date that was there before something else was typed. */
  const isStale = useRef(false);
  const hold = (text: string | undefined): void => {
    pending.current = text;
    setLive(text);
  };

  useFieldCheck(node, (now) => {
    const text = pending.current ?? now;
    const typed = pending.current === undefined ? undefined : typedDate(pending.current, format);
    if (!typed && isNoDate(text, precision)) return t('field.noDate', { text, example: dayjs().format(format) });
    const given = typed ? writeDate(typed, precision) : now;
    if (!typed && given !== outside.current) return undefined;
    const date = readDate(given);
    if (!date || !isOutside(date, min, max)) return undefined;
    return t(min && max ? 'field.dateBetween' : min ? 'field.dateFrom' : 'field.dateTo', { min, max });
  });

  const isBad = isNoDate(value, precision);
  const last = useRef<Dayjs>(undefined);
  if (!isBad) last.current = readDate(value);
  return {
    typing: {
      shown: live ?? (isBad ? value : undefined),
      type: (text) => {
        const date = typedDate(text, format);
        const isTaken = text === '' ? clearable !== false : date && !isOutside(date, min, max);
        isStale.current = !isTaken;
        hold(isTaken ? undefined : text);
        if (isTaken) onChange(writeDate(date, precision));
      },
    },
    date: last.current,
    pick: (date) => {
      if (!date || isOutside(date, min, max)) return;
      isStale.current = false;
      hold(undefined);
    },
    give: (date) => {
      if (date && isStale.current) return;
      isStale.current = false;
      hold(undefined);
      onChange(writeDate(date, precision));
    },
    leave: () => {
      const text = pending.current;
      if (text === undefined) return;
      const date = typedDate(text, format);
      const given = date ? writeDate(date, precision) : text;
      outside.current = date ? given : undefined;
      hold(undefined);
      if (text !== '') onChange(given);
    },
  };
}
