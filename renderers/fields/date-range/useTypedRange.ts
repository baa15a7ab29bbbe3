import type { Dayjs } from 'dayjs';
import { useRef } from 'react';
import { type FieldProps, useFieldCheck, useTranslate } from '../../../src/engine/index.ts';
import type { DateRangeOptions } from '../../../src/generated/options.ts';
import { isOutside, readDate } from '../../shared/controls/dates.ts';
import { useTypedDate } from '../../shared/controls/useTypedDate.ts';

type Picked = readonly (Dayjs | null)[] | null;

function isTurned(first: unknown, last: unknown): boolean {
  const end = readDate(last);
  return end !== undefined && readDate(first)?.isAfter(end) === true;
}

/** Both ends of a range as they are typed or picked. An end that is no date, or is missing beside the other, stops a submit. */
export function useTypedRange({ options, value, node, label, onChange }: FieldProps<string[], DateRangeOptions>) {
  const t = useTranslate();
  const given = Array.isArray(value) ? value : [];
  const ends = useRef(given);
  ends.current = given;
  const write = (first: string | undefined, last: string | undefined): void => {
    ends.current = [first ?? '', last ?? ''];
    onChange(first || last ? ends.current : undefined);
  };
  const start = useTypedDate(options, given[0], (text) => write(text, ends.current[1]));
  const end = useTypedDate(options, given[1], (text) => write(ends.current[0], text));

  const problem = (first: unknown, last: unknown) => start.problem(first) ?? end.problem(last);
  useFieldCheck(node, (now) => {
    const [first, last] = Array.isArray(now) ? (now as unknown[]) : [];
    const typed = problem(first, last);
    if (typed !== undefined) return typed;
    if (!first !== !last) return t(first ? 'field.noEnd' : 'field.noStart');
    return isTurned(first, last) ? t('field.endFirst') : undefined;
  });

  const dates: [Dayjs | null, Dayjs | null] = [start.date, end.date];
  return {
    typing: { start: start.typing, end: { ...end.typing, label: label === undefined ? t('field.end') : t('field.endOf', { label }) } },
    dates,
    take: (picked: Picked): void => {
      [start, end].forEach(({ pick, give }, index) => {
        const date = picked?.[index] ?? null;
        if (date ? dates[index]?.isSame(date) || isOutside(date, options.min, options.max, options.precision) : !dates[index] && picked)
          return;
        pick(date);
        give(date);
      });
    },
    /** True when both ends may stay as they are. */
    leave: (): boolean => {
      start.leave();
      end.leave();
      return problem(ends.current[0], ends.current[1]) === undefined;
    },
    /** The earlier end first, as soon as nobody is in the middle of changing both. */
    order: (): void => {
      const [first, last] = ends.current;
      if (isTurned(first, last)) write(last, first);
    },
  };
}
