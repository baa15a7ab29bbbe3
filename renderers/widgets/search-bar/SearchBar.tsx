import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslate, type WidgetProps } from '../../../src/engine/index.ts';
import type { SearchBarOptions } from '../../../src/generated/options.ts';
import { TextControl } from '../../shared/controls/TextControl.tsx';
import { useDebounced } from '../../shared/controls/useDebounced.ts';
import { Icon } from '../../shared/icon/Icon.tsx';

const LIVE_DELAY = 300;
/** The element search would do, but React 18 does not know it. */
const LANDMARK = { role: 'search' };
/** RULE-23: keyword search takes 50 characters. */
const MAX_LENGTH = 50;

/** A search word; `keyword` is what was last searched for, without white space at its ends. */
export function SearchBar({ options, expose, id }: WidgetProps<SearchBarOptions>) {
  const t = useTranslate();
  const [text, setText] = useState(options.initial ?? '');
  const [keyword, setKeyword] = useState(text.trim());
  useEffect(() => expose({ keyword, text }), [expose, keyword, text]);

  const { onSearch } = options;
  const search = (value: string) => {
    const wanted = value.trim();
    setKeyword(wanted);
    void onSearch?.({ value: wanted });
  };
  const latest = useRef(search);
  latest.current = search;
  const rested = useDebounced(text, LIVE_DELAY);
  const searched = useRef(keyword);
  useEffect(() => {
    // What was cleared, which is searched for at once, and typed again within the pause rests as it did before.
    if (!options.live || rested !== text || rested.trim() === searched.current) return;
    searched.current = rested.trim();
    latest.current(rested);
  }, [rested, text, options.live]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    searched.current = text.trim();
    search(text);
  };
  const label = options.label ?? t('table.search');
  return (
    <div style={{ width: options.width ?? 280, maxWidth: '100%' }}>
      <form {...LANDMARK} onSubmit={submit}>
        <TextControl
          control={{
            id,
            disabled: false,
            readOnly: false,
            required: false,
            invalid: false,
            describedBy: undefined,
            onBlur: () => undefined,
          }}
          value={text}
          onChange={(value) => {
            setText(value);
            // Emptying the field shows everything again at once.
            if (value === '' && keyword !== '') {
              searched.current = '';
              search('');
            }
          }}
          clearLabel={t('table.searchClear')}
          suffix={
            <button type="submit" className="tg-tool" aria-label={t('table.search')}>
              <Icon name="search" />
            </button>
          }
          input={{
            type: 'search',
            'aria-label': label,
            placeholder: options.placeholder ?? label,
            maxLength: options.maxLength ?? MAX_LENGTH,
            autoComplete: 'off',
            onKeyDown: (event) => {
              if (event.key !== 'Escape' || text === '') return;
              // Escape empties the field; it must not close the dialog around it.
              event.preventDefault();
              event.stopPropagation();
              setText('');
              if (keyword !== '') {
                searched.current = '';
                search('');
              }
            },
          }}
        />
      </form>
    </div>
  );
}
