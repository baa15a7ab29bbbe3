import { type KeyboardEvent, useId, useMemo, useRef } from 'react';
import { type FieldProps, isComposing, useTranslate } from '../../../src/engine/index.ts';
import type { CodeOptions } from '../../../src/generated/options.ts';
import { ControlFrame, controlAttributes } from '../../shared/controls/TextControl.tsx';
import { Icon } from '../../shared/icon/Icon.tsx';
import { broken, type Edit, indented, linesIn, outdented, placeOf } from './editing.ts';
import './code.css';

/** Text of a program. Its lines do not wrap, so that the numbers beside them are theirs. */
export function Code(props: FieldProps<string, CodeOptions>) {
  const { options, readOnly, disabled } = props;
  const t = useTranslate();
  const field = useRef<HTMLTextAreaElement>(null);
  const gutter = useRef<HTMLDivElement>(null);
  const leaves = useRef(false);
  const own = useId();
  const value = typeof props.value === 'string' ? props.value : '';
  const marks = options.marks ?? [];
  const step = options.indent ?? 2;
  const lines = linesIn(value);
  const numbers = useMemo(() => Array.from({ length: lines }, (_, index) => `${index + 1}\n`).join(''), [lines]);
  const marked = new Set(marks.map(({ line }) => line).filter((line) => line <= lines));
  const edit = ({ from, to, text, start, end }: Edit) => {
    const element = field.current;
    if (!element) return;
    element.setSelectionRange(from, to);
    // Typed for the user, so that it can be undone as what they typed; otherwise set.
    if (!document.execCommand?.('insertText', false, text)) {
      element.setRangeText(text, from, to);
      props.onChange(element.value);
    }
    element.setSelectionRange(start, end);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (isComposing(event) || readOnly || disabled || event.ctrlKey || event.metaKey || event.altKey) return;
    const { value: text, selectionStart: start, selectionEnd: end } = event.currentTarget;
    if (event.key === 'Escape' && !leaves.current) {
      // The next Tab leaves; a second Escape is that of the window around.
      leaves.current = true;
      event.stopPropagation();
      return;
    }
    if (event.key === 'Tab' && !leaves.current) {
      event.preventDefault();
      const done = event.shiftKey ? outdented({ text, start, end }, step) : indented({ text, start, end }, step);
      if (done) edit(done);
    } else if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      edit(broken({ text, start, end }, step));
    }
    if (event.key !== 'Shift') leaves.current = false;
  };
  const goTo = (line: number, column: number | null | undefined) => {
    const element = field.current;
    if (!element) return;
    const at = placeOf(element.value, line, column ?? 1);
    element.focus();
    element.setSelectionRange(at, at);
    element.scrollTop = Math.max(0, (line - 3) * LINE);
  };
  const attributes = controlAttributes(props);
  const [hintId, marksId] = [`${own}-hint`, `${own}-marks`];
  const described = [attributes['aria-describedby'], hintId, ...(marks.length > 0 ? [marksId] : [])].filter(Boolean).join(' ');
  return (
    <div className="tg-code">
      <ControlFrame control={props}>
        <div className="tg-code-gutter" ref={gutter} aria-hidden="true">
          {numbers}
          {[...marked].map((line) => (
            <span key={line} style={{ top: PADDING + (line - 1) * LINE }}>
              {line}
            </span>
          ))}
        </div>
        <textarea
          {...attributes}
          aria-describedby={described}
          ref={field}
          className="tg-code-text"
          rows={options.rows ?? 16}
          value={value}
          maxLength={options.maxLength}
          placeholder={options.placeholder}
          wrap="off"
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          autoCorrect="off"
          onChange={(event) => props.onChange(event.target.value)}
          onKeyDown={onKeyDown}
          onScroll={(event) => {
            if (gutter.current) gutter.current.scrollTop = event.currentTarget.scrollTop;
          }}
          onBlur={() => {
            leaves.current = false;
            props.onBlur();
          }}
        />
      </ControlFrame>
      <div className="tg-code-hint" id={hintId}>
        {t('field.codeKeys')}
      </div>
      {marks.length > 0 ? (
        <ul className="tg-code-marks" id={marksId}>
          {marks.map(({ line, column, text }) => (
            <li key={`${line}:${text}`}>
              <button type="button" onClick={() => goTo(line, column)}>
                <Icon name="close-circle" />
                <span className="tg-code-line">{t('field.codeLine', { line })}</span>
                <span>{text}</span>
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

/** Pixels of a line and above the first, as in the style. */
const LINE = 20;
const PADDING = 8;
