import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import { useRef } from 'react';
import type { FieldProps } from '../../../src/engine/index.ts';
import { useTranslate } from '../../../src/engine/index.ts';
import type { DateRangeOptions } from '../../../src/generated/options.ts';
import { hasTime, isOutside, presetWithin, shownFormat } from '../../shared/controls/dates.ts';
import { TypedInput, TypedText } from '../../shared/controls/TypedInput.tsx';
import { Library } from '../../shared/theme/Library.tsx';
import { useTypedRange } from './useTypedRange.ts';

const components = { input: TypedInput };

/** From and to; the value is a list of two ISO texts, or undefined without any. What is typed and is no date stays and stops a submit. */
export function DateRange(props: FieldProps<string[], DateRangeOptions>) {
  const { options, id } = props;
  const t = useTranslate();
  const precision = options.precision ?? 'day';
  const isFixed = props.disabled || props.readOnly;
  const isOpen = useRef(false);
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
  return (
    <Library>
      <TypedText.Provider value={typing}>
        <DatePicker.RangePicker
          id={{ start: id, end: `${id}-end` }}
          picker={precision === 'month' ? 'month' : 'date'}
          showTime={hasTime(precision) ? { format: precision === 'minute' ? 'HH:mm' : 'HH:mm:ss' } : false}
          format={options.format ?? shownFormat(precision)}
          value={dates}
          order={false}
          preserveInvalidOnBlur
          components={components}
          onCalendarChange={take}
          onChange={(picked) => {
            if (!picked) take(null);
          }}
          onOpenChange={(isNowOpen) => {
            isOpen.current = isNowOpen;
            if (isNowOpen) return;
            leave();
            if (!isHere(document.activeElement)) done(null);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter' || event.key === 'Escape') leave();
            if (event.key !== 'Escape' || !isOpen.current) return;
            // It closes the calendar alone, not the window around the field with it. The library tells so a frame later.
            event.stopPropagation();
            isOpen.current = false;
          }}
          onBlur={({ relatedTarget }) => done(relatedTarget)}
          disabled={props.disabled}
          inputReadOnly={props.readOnly}
          open={isFixed ? false : undefined}
          allowClear={options.clearable !== false && !isFixed}
          disabledDate={(date) => isOutside(date, options.min, options.max)}
          presets={options.presets?.flatMap((preset) => {
            const value = presetWithin(preset, dayjs(), options.min, options.max);
            return value ? [{ label: t(`field.preset.${preset}`), value }] : [];
          })}
          status={props.invalid ? 'error' : undefined}
          placeholder={[options.placeholders?.[0] ?? t('field.start'), options.placeholders?.[1] ?? t('field.end')]}
          needConfirm={false}
          style={{ width: '100%', minHeight: 36 }}
          aria-required={props.required || undefined}
          aria-invalid={props.invalid}
          aria-describedby={props.describedBy}
        />
      </TypedText.Provider>
    </Library>
  );
}
