import { useMemo } from 'react';
import { useCall, useDictionary, useTranslate } from '../../../src/engine/index.ts';
import { type Choice, type ChoiceFields, toChoices } from './choices.ts';

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
 * Choices written out, of a dictionary (only entries with status 0 can be chosen, others still show their label), or of a call.
 * `search` adds parameters to the call; `hold` keeps it back.
 */
export function useChoices(options: ChoiceOptions, search?: Record<string, unknown>, hold = false): Choices {
  const t = useTranslate();
  const dictionary = useDictionary(options.dictionary);
  const call = useCall(
    hold ? undefined : options.call,
    { with: search ? { ...options.with, ...search } : options.with, body: options.body },
    { quiet: true },
  );
  const { valueField, labelField, childrenField, parentField, list } = options;
  const written = options.options;
  const choices = useMemo(() => {
    const label = (source: unknown) => t.localized(source as Parameters<typeof t.localized>[0]) ?? '';
    if (options.call) {
      const entries = list && call.data !== undefined ? list({ result: call.data }) : call.data;
      return toChoices(entries, label, { valueField, labelField, childrenField, parentField });
    }
    if (options.dictionary) {
      return (dictionary.entries ?? []).map(
        (entry): Choice => ({
          value: entry.value,
          label: entry.label,
          source: entry.source,
          ...(entry.status === '0' ? {} : { disabled: true }),
        }),
      );
    }
    return toChoices(written, label, { valueField, labelField, childrenField, parentField });
  }, [
    t,
    options.call,
    options.dictionary,
    list,
    call.data,
    dictionary.entries,
    written,
    valueField,
    labelField,
    childrenField,
    parentField,
  ]);
  return {
    choices,
    loading: call.loading || dictionary.loading,
    outdated: call.outdated,
    error: call.error ?? dictionary.error,
    retry: () => void call.refresh(),
  };
}
