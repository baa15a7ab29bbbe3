import { DatePicker } from 'antd';
import type { FieldProps } from '../../../src/engine/index.ts';
import { useTranslate } from '../../../src/engine/index.ts';
import type { DateOptions } from '../../../src/generated/options.ts';
import { hasTime, isOutside, readDate, shownFormat, writeDate } from '../../shared/controls/dates.ts';
import { Library } from '../../shared/theme/Library.tsx';

/** A day, moment, month or year; the value is an ISO text. */
export function DateField(props: FieldProps<string, DateOptions>) {
  const { options } = props;
  const t = useTranslate();
  const precision = options.precision ?? 'day';
  const isFixed = props.disabled || props.readOnly;
  return (
    <Library>
      <DatePicker
        id={props.id}
        picker={precision === 'year' || precision === 'month' ? precision : 'date'}
        showTime={hasTime(precision) ? { format: precision === 'minute' ? 'HH:mm' : 'HH:mm:ss' } : false}
        format={options.format ?? shownFormat(precision)}
        value={readDate(props.value) ?? null}
        onChange={(date) => props.onChange(writeDate(date, precision))}
        onBlur={props.onBlur}
        disabled={props.disabled}
        inputReadOnly={props.readOnly}
        open={isFixed ? false : undefined}
        allowClear={options.clearable !== false && !isFixed}
        disabledDate={(date) => isOutside(date, options.min, options.max)}
        status={props.invalid ? 'error' : undefined}
        placeholder={options.placeholder ?? t('field.chooseDate')}
        needConfirm={false}
        style={{ width: '100%', minHeight: 36 }}
        aria-required={props.required || undefined}
        aria-invalid={props.invalid || undefined}
        aria-describedby={props.describedBy}
      />
    </Library>
  );
}
