import { useLayoutEffect, useRef } from 'react';
import type { FieldProps } from '../../../src/engine/index.ts';
import type { TextAreaOptions } from '../../../src/generated/options.ts';
import { ControlFrame, controlAttributes } from '../../shared/controls/TextControl.tsx';
import './text-area.css';

const LINE = 22;
const PADDING = 14;

/** Several lines of text that grow up to `maxRows` lines and scroll from there. */
export function TextArea(props: FieldProps<string, TextAreaOptions>) {
  const { options } = props;
  const field = useRef<HTMLTextAreaElement>(null);
  const value = props.value ?? '';
  const rows = options.rows ?? 3;
  const maxHeight = Math.max(rows, options.maxRows ?? 10) * LINE + PADDING;
  const grows = options.autosize !== false;
  useLayoutEffect(() => {
    const element = field.current;
    // The text itself is read so that the height follows it.
    if (!element || !grows || element.value !== value) return;
    element.style.height = 'auto';
    if (element.scrollHeight > 0) element.style.height = `${Math.min(element.scrollHeight, maxHeight)}px`;
  }, [value, grows, maxHeight]);
  const hasCount = options.count ?? options.maxLength !== undefined;
  return (
    <ControlFrame
      control={props}
      suffix={
        hasCount ? (
          <span className="tg-control-affix tg-control-count tg-text-area-count">
            {options.maxLength ? `${value.length}/${options.maxLength}` : value.length}
          </span>
        ) : undefined
      }
    >
      <textarea
        {...controlAttributes(props)}
        ref={field}
        className="tg-text-area"
        rows={rows}
        value={value}
        maxLength={options.maxLength}
        placeholder={options.placeholder}
        onChange={(event) => props.onChange(event.target.value)}
        onBlur={props.onBlur}
      />
    </ControlFrame>
  );
}
