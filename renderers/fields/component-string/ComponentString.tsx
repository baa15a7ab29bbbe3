import { useId } from 'react';
import { type FieldProps, useApp, useFieldCheck, useObserved, useTranslate } from '../../../src/engine/index.ts';
import type { ComponentStringOptions } from '../../../src/generated/options.ts';
import { ControlFrame, controlAttributes } from '../../shared/controls/TextControl.tsx';
import { Icon } from '../../shared/icon/Icon.tsx';
import { TagLabel } from '../../shared/TagLabel.tsx';
import { type ComponentPart, readComponent, suggestions } from './parts.ts';
import './component-string.css';

/** A text field that reads what is typed against the layouts and pages of the application. */
export function ComponentString(props: FieldProps<string, ComponentStringOptions>) {
  const { options, node } = props;
  const t = useTranslate();
  const app = useApp();
  const manifest = useObserved(() => app.manifest);
  const list = useId();
  const text = typeof props.value === 'string' ? props.value : '';
  const reading = text.trim() === '' ? undefined : readComponent(text, manifest);
  const words = (part: ComponentPart) => {
    const missing = t(part.kind === 'layout' ? 'field.layoutUnknown' : 'field.pageUnknown', { name: part.id });
    return part.hint === undefined ? missing : `${missing} (${part.hint})`;
  };
  useFieldCheck(node, (value) => {
    if (typeof value !== 'string' || value.trim() === '') return undefined;
    const { parts, problem } = readComponent(value, manifest);
    if (problem !== undefined) return t('field.componentUnreadable', { reason: problem });
    const unknown = parts.find((part) => !part.isKnown);
    return unknown && words(unknown);
  });
  return (
    <div className="tg-component-string">
      <ControlFrame control={props}>
        <input
          {...controlAttributes(props)}
          type="text"
          list={list}
          value={text}
          spellCheck={false}
          autoComplete="off"
          maxLength={options.maxLength ?? 300}
          placeholder={options.placeholder}
          onChange={(event) => props.onChange(event.target.value)}
          onBlur={props.onBlur}
        />
      </ControlFrame>
      <datalist id={list}>
        {suggestions(text, manifest).map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
      <div className="tg-component-string-parts" role="status">
        {reading?.problem === undefined ? null : t('field.componentUnreadable', { reason: reading.problem })}
        {reading?.parts.map((part, index, all) => (
          <span key={keyOf(all.slice(0, index + 1))} className="tg-component-string-part">
            {index > 0 ? <Icon name="right" /> : null}
            <TagLabel
              tone={part.isKnown ? (part.kind === 'page' ? 'success' : 'info') : 'danger'}
              text={part.isKnown ? t(part.kind === 'layout' ? 'field.layoutPart' : 'field.pagePart', { name: part.id }) : words(part)}
            />
          </span>
        ))}
      </div>
    </div>
  );
}

/** A part may repeat; the way to it does not. */
function keyOf(way: readonly ComponentPart[]): string {
  return way.map((part) => part.id).join('#');
}
