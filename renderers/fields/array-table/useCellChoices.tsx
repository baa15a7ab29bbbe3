import { type ReactNode, useCallback, useLayoutEffect, useMemo, useState } from 'react';
import { useDictionaries, useTranslate } from '../../../src/engine/index.ts';
import { ChoicesNote } from '../../shared/controls/ChoicesNote.tsx';
import { type Choice, toChoices } from '../../shared/controls/choices.ts';
import { type Choices, useChoices } from '../../shared/controls/useChoices.ts';
import type { Column } from './CellEditor.tsx';

export interface CellChoices {
  choices: readonly Choice[];
  loading: boolean;
}
type Known = Record<string, Choices>;

/** Choices of the select columns by column name, and what asks for those of calls: once a column, whatever the number of rows. */
export function useCellChoices(columns: readonly Column[], id: string): { choices: ReadonlyMap<string, CellChoices>; sources: ReactNode } {
  const t = useTranslate();
  const types = useMemo(() => columns.map((column) => column.dictionary).filter((type) => type !== undefined), [columns]);
  const views = useDictionaries(types);
  const [called, setCalled] = useState<Known>({});
  const tell = useCallback((name: string, source: Choices) => setCalled((known) => ({ ...known, [name]: source })), []);
  const choices = useMemo(() => {
    const label = (source: unknown) => t.localized(source as Parameters<typeof t.localized>[0]);
    const choicesOf = (column: Column): CellChoices => {
      const { name, call, dictionary } = column;
      if (call !== undefined) return called[name] ?? { choices: [], loading: true };
      if (dictionary === undefined) return { choices: toChoices(column.options, label, column), loading: false };
      const { entries = [], loading = true } = views[dictionary] ?? {};
      return { choices: entries.map(({ value, label, status }) => ({ value, label, disabled: status !== '0' })), loading };
    };
    return new Map(columns.filter(({ type }) => type === 'select').map((column) => [column.name, choicesOf(column)]));
  }, [columns, views, called, t]);
  const sources = columns
    .filter(({ type, call }) => type === 'select' && call !== undefined)
    .map((column) => <CallSource key={column.name} column={column} id={`${id}-${column.name}`} onChoices={tell} />);
  return { choices, sources };
}

function CallSource({ column, id, onChoices }: { column: Column; id: string; onChoices: (name: string, source: Choices) => void }) {
  const { name } = column;
  const source = useChoices(column);
  useLayoutEffect(() => onChoices(name, source), [name, source, onChoices]);
  return source.error ? <ChoicesNote source={source} id={id} /> : null;
}
