import { DatePicker } from 'antd';
import type { FieldProps } from '../../../src/engine/index.ts';
import { useFieldCheck, useTranslate } from '../../../src/engine/index.ts';
import type { DateOptions } from '../../../src/generated/options.ts';
import { TypedText } from '../../shared/controls/TypedInput.tsx';
import { usePicker } from '../../shared/controls/usePicker.ts';
import { useTypedDate } from '../../shared/controls/useTypedDate.ts';
import { Library } from '../../shared/theme/Library.tsx';

/** A day, moment, month or year; the value is an ISO text. What is typed and is none of them stays and stops a submit. */
export function DateField(props: FieldProps<string, DateOptions>) {
  const { options, node } = props;
  const t = useTranslate();
  const { precision } = options;
  const { typing, example, date, last, pick, give, leave, problem } = useTypedDate(options, props.value, props.onChange);
  useFieldCheck(node, problem);
  const picker = usePicker(props, { leave });
  return (
    <Library>
      <TypedText.Provider value={{ start: typing }}>
        <DatePicker
          {...picker}
          id={props.id}
          picker={precision === 'year' || precision === 'month' ? precision : 'date'}
          value={date}
          {...(last && { defaultPickerValue: last })}
          onCalendarChange={(found) => pick(Array.isArray(found) ? undefined : found)}
          onChange={give}
          onBlur={() => {
            leave();
            props.onBlur();
          }}
          placeholder={options.placeholder ?? t('field.dateSuch', { example })}
        />
      </TypedText.Provider>
    </Library>
  );
}
