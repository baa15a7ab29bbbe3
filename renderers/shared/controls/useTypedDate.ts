import dayjs, { type Dayjs } from 'dayjs';
import { useRef, useState } from 'react';
import { useTranslate } from '../../../src/engine/index.ts';
import {
  isNoDate,
  isOutside,
  nearestWithin,
  type Precision,
  readDate,
  readTyped,
  shownFormat,
  stepOf,
  typedDate,
  writeDate,
} from './dates.ts';
import type { Typing } from './TypedInput.tsx';

interface DateLimits {
  precision?: Precision | undefined;
  format?: string | undefined;
  min?: string | undefined;
  max?: string | undefined;
  clearable?: boolean | undefined;
}
export interface TypedDate {
  typing: Typing;
  /** How a date that may be chosen is written: today, or the nearest to it. */
  example: string;
  /** For the calendar, in which any day can be pressed while what is typed is none. */
  date: Dayjs | null;
  /** The last one there was: where the calendar opens. */
  last: Dayjs | undefined;
  /** The picker has another date, such as one that was pressed in the calendar. */
  pick: (date: Dayjs | null | undefined) => void;
  /** The picker gives its date to the form. */
  give: (date: Dayjs | null) => void;
  /** What is no date goes to the form as it was typed, where it is told and stops a submit. False for that. */
  leave: () => boolean;
  /** What is wrong with what was typed, or else with the value. */
  problem: (value: unknown) => string | undefined;
}

/** What is typed as a date and is none, or none that may be chosen: it stays, is dirty and is told (nothing typed goes silently). */
export function useTypedDate(limits: DateLimits, value: unknown, onChange: (value: string | undefined) => void): TypedDate {
  const { min, max, clearable } = limits;
  const precision: Precision = limits.precision ?? 'day';
  const format = limits.format ?? shownFormat(precision);
  const example = (nearestWithin(dayjs(), min, max, precision) ?? dayjs()).format(format);
  const t = useTranslate();
  const [live, setLive] = useState<string>();
  /** Typed and not yet given to the form; the same as `live`, at once. */
  const pending = useRef<string>(undefined);
  /** A date out of reach that was typed here: one that was there before is no fault of who edits something else. */
  const outside = useRef<string>(undefined);
  /** Typed here in another form than it is shown in: another clock or calendar may be meant, 2026-05 is no year. */
  const unlike = useRef<string>(undefined);
  /** What the library still gives when the field is left is a date that was there before something else was typed. */
  const isStale = useRef(false);
  /** The library goes on showing a text that was no date when the form was emptied since. */
  const isLeft = useRef(false);
  /** What the library says now it made of another notation, which may be more than that: it is given once the field is left. */
  const isOnItsWay = useRef(false);
  const hold = (text: string | undefined): void => {
    pending.current = text;
    setLive(text);
  };

  const chosenBy = (text: string | undefined): Dayjs | undefined => {
    const typed = text === undefined ? undefined : readTyped(text, format, precision);
    return typed && !isOutside(typed, min, max, precision) ? typed : undefined;
  };
  const isWrong = (now: unknown): now is string => isNoDate(now, precision) || (typeof now === 'string' && now === unlike.current);
  const isBad = isWrong(value);
  const last = useRef<Dayjs>(undefined);
  if (!isBad) last.current = readDate(value);
  if (isBad) isLeft.current = true;
  else if (last.current) isLeft.current = false;
  const shown = live ?? (isBad ? value : isLeft.current ? '' : undefined);
  return {
    typing: {
      shown,
      asShown: (text) => {
        const other = typedDate(text, format) ? undefined : readTyped(text, format, precision);
        isOnItsWay.current = other !== undefined;
        return other?.format(format) ?? text;
      },
      type: (text) => {
        isOnItsWay.current = false;
        const date = typedDate(text, format);
        const isTaken = text === '' ? clearable !== false : date && !isOutside(date, min, max, precision);
        isStale.current = !isTaken || text === '';
        hold(isTaken ? undefined : text);
        if (!isTaken) return;
        unlike.current = undefined;
        onChange(writeDate(date, precision));
      },
      step: (by, far) => {
        const typed = pending.current ? readTyped(pending.current, format, precision) : undefined;
        // What cannot be read is not moved, and stays for whoever typed it.
        if (pending.current ? !typed : isBad) return;
        const from = typed ?? last.current;
        const date = nearestWithin(from ? from.add(by, stepOf(precision, far)) : dayjs(), min, max, precision);
        if (!date) return;
        isStale.current = false;
        unlike.current = undefined;
        hold(undefined);
        onChange(writeDate(date, precision));
      },
    },
    example,
    // Also the one a text in another notation says: as the field is left the library gives what it has, and would give none.
    date: (shown === undefined ? last.current : chosenBy(live)) || null,
    last: last.current,
    pick: (date) => {
      if (!date || isOnItsWay.current || isOutside(date, min, max, precision)) return;
      isStale.current = false;
      hold(undefined);
    },
    give: (date) => {
      if (date && (isStale.current || isOnItsWay.current)) return;
      isStale.current = false;
      unlike.current = undefined;
      hold(undefined);
      onChange(writeDate(date, precision));
    },
    leave: () => {
      const text = pending.current;
      if (text === undefined) return !isBad;
      const date = readTyped(text, format, precision);
      const given = date ? writeDate(date, precision) : text;
      outside.current = date ? given : undefined;
      unlike.current = date ? undefined : text;
      hold(undefined);
      if (text !== '') onChange(given);
      return date !== undefined || text === '';
    },
    problem: (now) => {
      const text = pending.current ?? now;
      const typed = pending.current === undefined ? undefined : readTyped(pending.current, format, precision);
      if (pending.current ? !typed : isWrong(text)) return t('field.noDate', { text, example });
      const given = typed ? writeDate(typed, precision) : now;
      if (!typed && given !== outside.current) return undefined;
      const date = readDate(given);
      if (!date || !isOutside(date, min, max, precision)) return undefined;
      return t(min && max ? 'field.dateBetween' : min ? 'field.dateFrom' : 'field.dateTo', { min, max });
    },
  };
}
