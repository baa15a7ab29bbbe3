import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import type { FieldProps } from '../../../src/engine/index.ts';
import { useTranslate } from '../../../src/engine/index.ts';
import type { DateRangeOptions } from '../../../src/generated/options.ts';
import { hasTime, isOutside, presetRange, readDate, shownFormat, writeDate } from '../../shared/controls/dates.ts';
import { Library } from '../../shared/theme/Library.tsx';

/** From and to; the value is a list of two ISO texts, or undefined while one end is missing. */
export function DateRange(props: FieldProps<string[], DateRangeOptions>) {
  const { options } = props;
  const t = useTranslate();
  const precision = options.precision ?? 'day';
  const isFixed = props.disabled || props.readOnly;
  const value = Array.isArray(props.value) ? props.value : [];
  return (
    <Library>
      <DatePicker.RangePicker
        id={{ start: props.id, end: `${props.id}-end` }}
        picker={precision === 'month' ? 'month' : 'date'}
        showTime={hasTime(precision) ? { format: precision === 'minute' ? 'HH:mm' : 'HH:mm:ss' } : false}
        format={options.format ?? shownFormat(precision)}
        value={[readDate(value[0]) ?? null, readDate(value[1]) ?? null]}
        onChange={(dates) => {
          const start = writeDate(dates?.[0], precision);
          const end = writeDate(dates?.[1], precision);
          props.onChange(start !== undefined && end !== undefined ? [start, end] : undefined);
        }}
        onBlur={props.onBlur}
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
        aria-invalid={props.invalid || undefined}
        aria-describedby={props.describedBy}
      />
    </Library>
  );
}
