import { DatePicker } from 'antd';
import { useRef } from 'react';
import type { FieldProps } from '../../../src/engine/index.ts';
import { useFieldCheck, useTranslate } from '../../../src/engine/index.ts';
import type { DateOptions } from '../../../src/generated/options.ts';
import { hasTime, isOutside, shownFormat } from '../../shared/controls/dates.ts';
import { TypedInput, TypedText } from '../../shared/controls/TypedInput.tsx';
import { useTypedDate } from '../../shared/controls/useTypedDate.ts';
import { Library } from '../../shared/theme/Library.tsx';

const components = { input: TypedInput };

/** A day, moment, month or year; the value is an ISO text. What is typed and is none of them stays and stops a submit. */
export function DateField(props: FieldProps<string, DateOptions>) {
  const { options } = props;
  const t = useTranslate();
  const precision = options.precision ?? 'day';
  const isFixed = props.disabled || props.readOnly;
  const isOpen = useRef(false);
  const { typing, date, last, pick, give, leave, problem } = useTypedDate(options, props.value, props.onChange);
  useFieldCheck(props.node, problem);
  return (
    <Library>
      <TypedText.Provider value={{ start: typing }}>
        <DatePicker
          id={props.id}
          picker={precision === 'year' || precision === 'month' ? precision : 'date'}
          showTime={hasTime(precision) ? { format: precision === 'minute' ? 'HH:mm' : 'HH:mm:ss' } : false}
          format={options.format ?? shownFormat(precision)}
          value={date}
          {...(last && { defaultPickerValue: last })}
          preserveInvalidOnBlur
          components={components}
          onCalendarChange={(found) => pick(Array.isArray(found) ? undefined : found)}
          onChange={give}
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
          onBlur={() => {
            leave();
            props.onBlur();
          }}
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
          aria-invalid={props.invalid}
          aria-describedby={props.describedBy}
        />
      </TypedText.Provider>
    </Library>
  );
}
