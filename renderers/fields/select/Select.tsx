import { Select as Listbox } from 'antd';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { FieldProps } from '../../../src/engine/index.ts';
import { useTranslate } from '../../../src/engine/index.ts';
import type { SelectOptions } from '../../../src/generated/options.ts';
import { ChoicesNote } from '../../shared/controls/ChoicesNote.tsx';
import { type Choice, choiceOf, isValue, languageOf, matches, toChoices } from '../../shared/controls/choices.ts';
import { listAttributes, useListRoom } from '../../shared/controls/list-attributes.tsx';
import { type Choices, unlisted, useChoices } from '../../shared/controls/useChoices.ts';
import { useDebounced } from '../../shared/controls/useDebounced.ts';
import { useKnownChoices } from '../../shared/controls/useKnownChoices.ts';
import { Library } from '../../shared/theme/Library.tsx';
import '../../shared/controls/control.css';

/** Above this many choices a search helps. */
const SEARCH_FROM = 8;
const SEARCH_DELAY = 300;

type Value = Choice['value'];

/** The library writes these on the frame as well, which has no role that takes them; they belong to the input alone. */
function onlyOnInput(select: { nativeElement: HTMLElement } | null): void {
  for (const name of ['aria-required', 'aria-readonly']) select?.nativeElement.removeAttribute(name);
}

/** What is chosen, in the language it is written in. */
const chosenIn =
  (items: readonly { value: Value; lang: string | undefined }[]) =>
  ({ label, value }: { label?: ReactNode; value?: Value }) => <span lang={items.find((item) => item.value === value)?.lang}>{label}</span>;

/** Asks for the labels of what is chosen and was on no page so far, where the call takes it. They are `seen` from then on. */
function useNamed(value: unknown, source: Choices, seen: Map<string, Choice>, options: Partial<SelectOptions>): void {
  const { chosenParameter: parameter } = options;
  const chosen = parameter === undefined || source.loading ? [] : [value].flat().filter(isValue);
  const strangers = chosen.map(String).filter((one) => one !== '' && !seen.has(one));
  const asked = parameter !== undefined && strangers.length > 0;
  const named = useChoices(asked ? { ...options, with: { ...options.with, [parameter]: strangers.join(',') } } : { options: [] });
  for (const choice of named.choices) seen.set(String(choice.value), choice);
}

/** One or more of a list. Chosen entries keep their label when a remote search no longer finds them. */
export function Select(props: FieldProps<unknown, SelectOptions>) {
  const { options } = props;
  const t = useTranslate();
  const [typed, setTyped] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const isRemote = options.call !== undefined && options.searchParameter !== undefined;
  const wanted = useDebounced(typed, SEARCH_DELAY);
  const source = useChoices(options, isRemote && options.searchParameter ? { [options.searchParameter]: wanted || undefined } : undefined);
  const room = useListRoom(source.choices);
  // Enter takes the first entry: until those of the search are here, that must be one the typed text fits.
  const isBehind = isRemote && (typed !== wanted || source.outdated);

  const seen = useRef(new Map<string, Choice>());
  const told = toChoices(options.known, (source) => t.localized(source as Parameters<typeof t.localized>[0]) ?? '', options);
  for (const choice of told) if (!seen.current.has(String(choice.value))) seen.current.set(String(choice.value), choice);
  for (const choice of source.choices) seen.current.set(String(choice.value), choice);
  useNamed(props.value, source, seen.current, isRemote ? options : {});
  useKnownChoices(props.node, source.choices, { seen: seen.current, max: options.max });
  const known = (value: unknown): Value => (choiceOf(source.choices, value)?.value ?? value) as Value;
  const isEmpty = props.value === undefined || props.value === null || props.value === '';
  const values = options.multiple ? (Array.isArray(props.value) ? props.value.map(known) : []) : isEmpty ? [] : [known(props.value)];
  // A search on the server lists what fits it, and nothing is told about the rest.
  const untold = values.filter((value) => !choiceOf(told, value));
  const gone = isRemote ? [] : unlisted(source, untold, t);
  const missing = values
    .filter((value) => !choiceOf(source.choices, value))
    .map((value) => choiceOf(gone, value) ?? seen.current.get(String(value)) ?? { value, label: String(value) });
  const isFull = options.multiple === true && options.max !== undefined && values.length >= options.max;
  const items = [...(typed === '' ? missing : []), ...source.choices].map((choice) => ({
    value: choice.value as string | number,
    label: choice.label,
    lang: languageOf(choice, options),
    // An entry that is chosen already stays selectable, so that it can be taken away again.
    disabled: (choice.disabled === true || isFull) && !values.some((value) => String(value) === String(choice.value)),
    choice,
  }));
  /** Tab leaves: in an open list the component library would choose, or take away, whatever entry is marked. Enter would close the list and forget the text. */
  const guard = (event: KeyboardEvent) => {
    if (event.key === 'Tab') flushSync(() => setIsOpen(false));
    if (event.key !== 'Enter' || !isBehind || typed === '' || source.choices.some((choice) => matches(choice, typed))) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const hasSearch = isRemote || (options.search ?? source.choices.length > SEARCH_FROM);

  const change = (next: unknown) => {
    if (props.readOnly) return;
    const value = options.multiple ? (Array.isArray(next) ? next : []) : next;
    props.onChange(value);
    const option = Array.isArray(value)
      ? value.map((one) => seen.current.get(String(one))?.source)
      : value === undefined
        ? undefined
        : seen.current.get(String(value))?.source;
    void options.onSelect?.({ value, option });
  };
  return (
    <>
      <Library>
        <div style={{ display: 'contents' }} onKeyDownCapture={guard}>
          <Listbox
            ref={onlyOnInput}
            {...listAttributes(props, source, t)}
            {...room}
            open={isOpen && !props.readOnly}
            onOpenChange={setIsOpen}
            mode={options.multiple ? 'multiple' : undefined}
            value={(options.multiple ? values : values[0]) as never}
            onChange={change}
            showSearch={hasSearch && !props.readOnly}
            searchValue={hasSearch ? typed : undefined}
            onSearch={hasSearch ? setTyped : undefined}
            filterOption={isRemote && !isBehind ? false : (text, item) => item !== undefined && matches(item.choice, text)}
            options={items}
            labelRender={options.languageField === undefined ? undefined : chosenIn(items)}
            notFoundContent={<ChoicesNote source={isBehind ? { ...source, choices: [], loading: true } : source} id={props.id} />}
          />
        </div>
      </Library>
      {source.error ? <ChoicesNote source={source} id={`${props.id}-note`} /> : null}
    </>
  );
}
