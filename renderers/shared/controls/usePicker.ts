import type { Dayjs } from 'dayjs';
import { type KeyboardEvent, useRef } from 'react';
import type { FieldProps } from '../../../src/engine/index.ts';
import { hasTime, isOutside, type Precision, shownFormat } from './dates.ts';
import { TypedInput } from './TypedInput.tsx';
import './library-controls.css';

interface PickerOptions {
  precision?: Precision;
  format?: string;
  min?: string;
  max?: string;
  clearable?: boolean;
}

const components = { input: TypedInput };

type PickerProps = Pick<FieldProps<unknown, PickerOptions>, 'options' | 'disabled' | 'readOnly' | 'required' | 'invalid' | 'describedBy'>;

/** What the pickers of a date and of a range have in common. `leave`: what is typed is taken as it stands, and true where it is what may be chosen; `onClosed`: the calendar has gone. */
export function usePicker(props: PickerProps, { leave, onClosed }: { leave: () => boolean; onClosed?: () => void }) {
  const { options, disabled, readOnly, invalid } = props;
  const precision = options.precision ?? 'day';
  const isFixed = disabled || readOnly;
  const isOpen = useRef(false);
  return {
    showTime: hasTime(precision) ? { format: precision === 'minute' ? 'HH:mm' : 'HH:mm:ss' } : false,
    format: options.format ?? shownFormat(precision),
    preserveInvalidOnBlur: true,
    components,
    onOpenChange: (isNowOpen: boolean): void => {
      // The key that closes it is still one for the calendar.
      queueMicrotask(() => {
        isOpen.current = isNowOpen;
      });
      if (isNowOpen) return;
      leave();
      onClosed?.();
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>): void => {
      const isRead = (event.key === 'Enter' || event.key === 'Escape') && leave();
      // Enter takes the date and closes the calendar; the next one is for the form.
      if (event.key === 'Enter' && isOpen.current && isRead) event.preventDefault();
      if (event.key !== 'Escape' || !isOpen.current) return;
      // It closes the calendar alone, not the window around the field with it. The library tells so a frame later.
      event.stopPropagation();
      isOpen.current = false;
    },
    disabled,
    inputReadOnly: readOnly,
    className: `${hasTime(precision) ? 'tg-with-time' : ''} ${readOnly ? 'tg-read-only' : ''}`.trim(),
    ...(isFixed && { open: false }),
    allowClear: options.clearable !== false && !isFixed,
    disabledDate: (date: Dayjs): boolean => isOutside(date, options.min, options.max, precision),
    ...(invalid && { status: 'error' as const }),
    needConfirm: false,
    style: { width: '100%', minHeight: 36 },
    'aria-required': props.required || undefined,
    'aria-invalid': invalid,
    'aria-describedby': props.describedBy,
  };
}
