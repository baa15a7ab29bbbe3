import { type FocusEvent, type TextareaHTMLAttributes, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { FieldProps } from '../../../src/engine/index.ts';
import { sameValue, useApp, useFieldCheck, useLanguage, useTranslate } from '../../../src/engine/index.ts';
import type { MultilingualOptions } from '../../../src/generated/options.ts';
import { ControlFrame, type ControlProps, controlAttributes, TextControl } from '../../shared/controls/TextControl.tsx';
import { Icon } from '../../shared/icon/Icon.tsx';
import { defaultLanguage, readWordings, type Wording, withDefault, withText, wordingIn } from './wordings.ts';
import './multilingual.css';

/** The language whose wording stands first: that of the window; while somebody types, the one they type in. */
function useFirstLanguage() {
  const language = useLanguage();
  const ref = useRef<HTMLFieldSetElement>(null);
  const [current, setCurrent] = useState(language);
  const follow = (next: EventTarget | null) => {
    const isInside = [document.activeElement, next].some((one) => one instanceof Node && ref.current?.contains(one));
    if (current !== language && !isInside) setCurrent(language);
  };
  useLayoutEffect(() => follow(null));
  return { current, ref, onBlur: (event: FocusEvent) => follow(event.relatedTarget) };
}

/** One label in several languages. Shows the wording of the current language; the others open below. */
export function Multilingual(props: FieldProps<Wording[], MultilingualOptions>) {
  const { options, id } = props;
  const t = useTranslate();
  const { current, ...box } = useFirstLanguage();
  const languages = useApp().manifest.app.languages;
  const [isOpen, setOpen] = useState(options.expanded === true);
  const wordings = readWordings(props.value, current);
  const fallback = defaultLanguage(wordings);
  const isFixed = props.disabled || props.readOnly;
  const ordered = [...languages.filter((one) => one.code === current), ...languages.filter((one) => one.code !== current)];
  const shown = isOpen ? ordered : ordered.slice(0, 1);
  const missing = languages.filter((one) => wordingIn(wordings, one.code) === '').length;
  const lackingIn = (list: Wording[]) =>
    props.required && list.length > 0
      ? languages.filter(({ code }) => options.requiredLanguages?.includes(code as never) && wordingIn(list, code).trim() === '')
      : [];
  useFieldCheck(props.node, (value) => {
    const names = lackingIn(readWordings(value, current)).map(({ label }) => label);
    return names.length > 0 ? t('field.wordingsLacking', { languages: names.join(t('layout.listSeparator')) }) : undefined;
  });
  const lacking = lackingIn(wordings).map(({ code }) => code);
  const isHidden = props.invalid && lacking.some((code) => code !== current);
  useEffect(() => {
    if (isHidden) setOpen(true);
  }, [isHidden]);
  /** The language whose wording was the default until it was emptied, and what was left then: a new one there is the default again. */
  const emptied = useRef<{ language: string; left: Wording[] }>(undefined);
  const change = (next: Wording[] | undefined) => {
    if (isFixed) return;
    if (emptied.current) emptied.current.left = next ?? [];
    props.onChange(next);
  };
  const word = (language: string, text: string) => {
    const isBack = emptied.current?.language === language && sameValue(emptied.current.left, wordings);
    const next = withText(wordings, language, text);
    if (text === '' && language === fallback) emptied.current = { language, left: [] };
    else if (isBack && text !== '') emptied.current = undefined;
    change(isBack && next && text !== '' ? withDefault(next, language) : next);
  };
  return (
    <fieldset
      {...box}
      onBlur={(event) => {
        // Who comes back to it later writes another wording.
        if (!event.currentTarget.contains(event.relatedTarget)) emptied.current = undefined;
        box.onBlur(event);
      }}
      className="tg-multilingual tg-plain-fieldset"
      aria-label={props.label}
    >
      {shown.map((language, index) => {
        const text = wordingIn(wordings, language.code);
        const isMust =
          props.required && (options.requiredLanguages?.includes(language.code as never) ?? language.code === (fallback ?? current));
        const inputId = index === 0 ? id : `${id}-${language.code}`;
        return (
          <div key={language.code} className="tg-multilingual-line">
            <WordingControl
              control={{
                ...props,
                id: inputId,
                required: isMust,
                invalid: props.invalid && (lacking.length > 0 ? lacking.includes(language.code) : index === 0),
              }}
              value={text}
              rows={options.rows ?? 1}
              language={language}
              onChange={(next) => word(language.code, next)}
              input={{
                'aria-label': `${props.label ?? ''} (${language.label})`,
                lang: language.code,
                maxLength: options.maxLength,
                placeholder: text === '' && index === 0 && wordings.length > 0 ? t.localized(wordings) : options.placeholder,
                autoComplete: 'off',
              }}
            />
            {isOpen ? (
              <label className="tg-choice" data-disabled={isFixed || text === '' || undefined}>
                <input
                  type="radio"
                  name={`${id}-default`}
                  checked={language.code === fallback}
                  disabled={isFixed || text === ''}
                  aria-label={t('field.defaultLanguage', { language: language.label })}
                  onChange={() => {
                    emptied.current = undefined;
                    change(withDefault(wordings, language.code));
                  }}
                />
                <span>{t('field.default')}</span>
              </label>
            ) : null}
            {index === 0 && !options.expanded ? (
              <button
                type="button"
                className="tg-tool"
                aria-expanded={isOpen}
                aria-label={t('field.otherLanguages')}
                onClick={() => setOpen(!isOpen)}
              >
                <Icon name="translation" />
                {missing > 0 && !isOpen ? <span className="tg-note">{`${languages.length - missing}/${languages.length}`}</span> : null}
                <Icon name={isOpen ? 'up' : 'down'} />
              </button>
            ) : null}
          </div>
        );
      })}
    </fieldset>
  );
}

/** One wording with the name of its language: a line, or several. */
function WordingControl(props: {
  control: ControlProps;
  value: string;
  rows: number;
  language: { code: string; label: string };
  onChange: (value: string) => void;
  input: Pick<TextareaHTMLAttributes<HTMLElement>, 'aria-label' | 'lang' | 'placeholder' | 'autoComplete'> & {
    maxLength: number | undefined;
  };
}) {
  const { control, value, rows, onChange, input } = props;
  const suffix = (
    <span className="tg-control-affix tg-multilingual-language" lang={props.language.code}>
      {props.language.label}
    </span>
  );
  if (rows === 1) return <TextControl control={control} value={value} onChange={onChange} suffix={suffix} input={input} />;
  return (
    <ControlFrame control={control} suffix={suffix}>
      <textarea
        {...controlAttributes(control)}
        {...input}
        rows={rows}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onBlur={control.onBlur}
      />
    </ControlFrame>
  );
}
