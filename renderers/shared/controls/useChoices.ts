import { useCallback, useMemo, useRef } from 'react';
import { type Translate, useCall, useDictionary, useEngine, useLanguage, useTranslate } from '../../../src/engine/index.ts';
import { type Choice, type ChoiceFields, isValue, matches, toChoices, withBelow } from './choices.ts';

export interface ChoiceOptions extends ChoiceFields {
  options?: unknown;
  dictionary?: string;
  call?: string;
  with?: Record<string, unknown>;
  body?: unknown;
  list?: (locals?: Record<string, unknown>) => unknown;
}
export interface Choices {
  choices: Choice[];
  loading: boolean;
  /** The choices are those of another search or other parameters: the right ones are on their way. */
  outdated: boolean;
  error: { message: string } | undefined;
  retry: () => void;
}

/**
 * Choices written out, of a dictionary (only entries with status 0 can be chosen, others still show their label), or of a call; those written out stand in
 * front of others. `search` adds parameters to the call, and leaves of those written out the ones that fit its text.
 */
export function useChoices(options: ChoiceOptions, search?: Record<string, unknown>): Choices {
  const t = useTranslate();
  const language = useLanguage();
  const label = useMemo(() => wordsIn(language, t), [language, t]);
  const dictionary = useDictionary(options.dictionary);
  const call = useCall(options.call, { with: search ? { ...options.with, ...search } : options.with, body: options.body }, { quiet: true });
  const { valueField, labelField, childrenField, parentField, list } = options;
  const written = options.options;
  const typed = Object.values(search ?? {}).find((text) => typeof text === 'string');
  const choices = useMemo(() => {
    const inFront = () => toChoices(written, label).filter((choice) => typed === undefined || matches(choice, typed));
    if (options.call) {
      const entries = list && call.data !== undefined ? list({ result: call.data }) : call.data;
      return [...inFront(), ...toChoices(entries, label, { valueField, labelField, childrenField, parentField })];
    }
    if (options.dictionary) {
      const entries = (dictionary.entries ?? []).map(
        (entry): Choice => ({
          value: entry.value,
          label: entry.label,
          source: entry.source,
          ...(entry.status === '0' ? {} : { disabled: true }),
        }),
      );
      return [...inFront(), ...entries];
    }
    return toChoices(written, label, { valueField, labelField, childrenField, parentField });
  }, [
    label,
    options.call,
    options.dictionary,
    list,
    call.data,
    dictionary.entries,
    written,
    typed,
    valueField,
    labelField,
    childrenField,
    parentField,
  ]);
  const loading = call.loading || dictionary.loading;
  const error = call.error ?? dictionary.error;
  const { dictionaries } = useEngine();
  const { refresh: askAgain } = call;
  const { call: source, dictionary: type } = options;
  const retry = useCallback(() => {
    if (!source && type) void dictionaries.refresh([type]);
    else void askAgain();
  }, [source, type, dictionaries, askAgain]);
  // Choices an expression gives may depend on data that are not here yet.
  const outdated = call.outdated || (!options.call && !options.dictionary && written === undefined);
  return useMemo(() => ({ choices, loading, outdated, error, retry }), [choices, loading, outdated, error, retry]);
}

/** What choices are called: another function in another language, though both are asked of the same texts. */
function wordsIn(_language: string, t: Translate): (source: unknown) => string {
  return (source) => t.localized(source as Parameters<Translate['localized']>[0]) ?? '';
}

/** Chosen values that are no choices, or none any more: they stay until somebody takes them away. None while the choices load. */
export function unlisted({ choices, loading, outdated, error }: Choices, values: readonly unknown[], t: Translate): Choice[] {
  if (loading || outdated) return [];
  const listed = new Set(choices.flatMap(withBelow).map(({ value }) => String(value)));
  return values
    .filter((value) => isValue(value) && value !== '' && !listed.has(String(value)))
    .map((value) => ({ value: value as Choice['value'], label: error ? String(value) : t('field.unlisted', { value }) }));
}

/** The same for boxes people see: one that was taken away stays to be taken back, until other values come. `keep` is told what they choose. */
export function useUnlisted(source: Choices, values: readonly unknown[], t: Translate) {
  const shown = useRef<{ key: string; values: readonly unknown[] }>({ key: '', values: [] });
  const key = JSON.stringify(values);
  if (shown.current.key !== key) shown.current = { key, values };
  const { current } = shown;
  const gone = useMemo(() => unlisted(source, current.values, t), [source, current, t]);
  const keep = (next: readonly unknown[]): void => {
    current.key = JSON.stringify(next);
  };
  return { gone, keep };
}
