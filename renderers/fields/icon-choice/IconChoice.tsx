import { type FieldProps, useTranslate } from '../../../src/engine/index.ts';
import type { IconChoiceOptions } from '../../../src/generated/options.ts';
import { ControlFrame, controlAttributes } from '../../shared/controls/TextControl.tsx';
import { Icon, useIconNames } from '../../shared/icon/Icon.tsx';
import { matching } from './matching.ts';
import './icon-choice.css';

/** The name of an icon, typed or chosen from the list below; what is typed narrows the list. */
export function IconChoice(props: FieldProps<string, IconChoiceOptions>) {
  const { options, id } = props;
  const t = useTranslate();
  const names = useIconNames();
  const text = typeof props.value === 'string' ? props.value : '';
  const offered = matching(names, text);
  const isFixed = props.disabled || props.readOnly;
  return (
    <div className="tg-icon-choice">
      <ControlFrame control={props}>
        {text === '' ? null : <Icon name={text} size={18} />}
        <input
          {...controlAttributes(props)}
          type="text"
          value={text}
          spellCheck={false}
          autoComplete="off"
          maxLength={options.maxLength ?? 60}
          placeholder={options.placeholder ?? t('field.iconSearch')}
          onChange={(event) => props.onChange(event.target.value)}
          onBlur={props.onBlur}
        />
      </ControlFrame>
      {isFixed ? null : (
        <div className="tg-icon-choice-list" role="radiogroup" aria-label={t('field.iconList')}>
          {offered.map((name) => (
            <label key={name} title={name}>
              <input
                type="radio"
                name={`${id}-icons`}
                aria-label={name}
                checked={name === text}
                onChange={() => props.onChange(name)}
                onBlur={props.onBlur}
              />
              <Icon name={name} size={18} />
            </label>
          ))}
          {offered.length === 0 && names.length > 0 ? <p role="status">{t('field.iconUnknown', { name: text })}</p> : null}
        </div>
      )}
    </div>
  );
}
