import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import { useRef } from 'react';
import type { FieldProps } from '../../../src/engine/index.ts';
import { useTranslate } from '../../../src/engine/index.ts';
import type { DateRangeOptions } from '../../../src/generated/options.ts';
import { hasTime, isOutside, presetRange, shownFormat } from '../../shared/controls/dates.ts';
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
            if (!isNowOpen) leave();
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter' || event.key === 'Escape') leave();
            if (event.key !== 'Escape' || !isOpen.current) return;
            // It closes the calendar alone, not the window around the field with it. The library tells so a frame later.
            event.stopPropagation();
            isOpen.current = false;
          }}
          onBlur={({ relatedTarget }) => {
            const isWithin = relatedTarget instanceof Element && [id, `${id}-end`].includes(relatedTarget.id);
            if (!leave()) props.onBlur();
            else if (!isWithin) {
              order();
              props.onBlur();
            }
          }}
          disabled={props.disabled}
          inputReadOnly={props.readOnly}
          open={isFixed ? false : undefined}
          allowClear={options.clearable !== false && !isFixed}
          disabledDate={(date) => isOutside(date, options.min, options.max)}
          presets={options.presets?.map((preset) => ({ label: t(`field.preset.${preset}`), value: () => presetRange(preset, dayjs()) }))}
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
