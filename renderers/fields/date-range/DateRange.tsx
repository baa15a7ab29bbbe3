import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import type { FieldProps } from '../../../src/engine/index.ts';
import { useTranslate } from '../../../src/engine/index.ts';
import type { DateRangeOptions } from '../../../src/generated/options.ts';
import { hasTime, presetWithin } from '../../shared/controls/dates.ts';
import { TypedText } from '../../shared/controls/TypedInput.tsx';
import { usePicker } from '../../shared/controls/usePicker.ts';
import { useToday } from '../../shared/controls/useToday.ts';
import { Library } from '../../shared/theme/Library.tsx';
import { useTypedRange } from './useTypedRange.ts';

/** From and to; the value is a list of two ISO texts, or undefined without any. What is typed and is no date stays and stops a submit. */
export function DateRange(props: FieldProps<string[], DateRangeOptions>) {
  const { options, id } = props;
  const t = useTranslate();
  const today = useToday();
  /** Moments are by the clock of the browser, as everywhere on the page. */
  const now = () => dayjs(hasTime(options.precision ?? 'day') ? undefined : today());
  const { typing, dates, take, leave, order } = useTypedRange(props);
  const isHere = (place: EventTarget | null) =>
    place instanceof Element && ([id, `${id}-end`].includes(place.id) || place.closest('.ant-picker-dropdown') !== null);
  /** The focus goes on. In the calendar it is still here: who presses there may change the other end next. */
  const done = (next: EventTarget | null): void => {
    const isFine = leave();
    if (isFine && isHere(next)) return;
    if (isFine) order();
    props.onBlur();
  };
  const picker = usePicker(props, {
    leave,
    onClosed: () => {
      if (!isHere(document.activeElement)) done(null);
    },
  });
  return (
    <Library>
      <TypedText.Provider value={typing}>
        <DatePicker.RangePicker
          {...picker}
          id={{ start: id, end: `${id}-end` }}
          picker={options.precision === 'month' ? 'month' : 'date'}
          value={dates}
          order={false}
          onCalendarChange={take}
          onChange={(picked) => {
            if (!picked) take(null);
          }}
          onBlur={({ relatedTarget }) => done(relatedTarget)}
          presets={options.presets?.flatMap((preset) => {
            const value = presetWithin(preset, now(), options.min, options.max);
            return value ? [{ label: t(`field.preset.${preset}`), value }] : [];
          })}
          placeholder={[options.placeholders?.[0] ?? t('field.start'), options.placeholders?.[1] ?? t('field.end')]}
        />
      </TypedText.Provider>
    </Library>
  );
}
