import { useMemo, useState } from 'react';
import { browserStorage } from '../../../src/engine/index.ts';
import { type Aliases, underPresentNames } from './aliases.ts';
import type { TableColumn } from './cells.ts';

/**
 * The shown columns; with a chooser the choice is kept in this browser under the place of the table. `aliases`: names columns had before, by which a
 * choice may be kept.
 */
export function useColumns(columns: readonly TableColumn[], storageKey: string | undefined, aliases: Aliases | undefined) {
  const [changed, setChanged] = useState<Readonly<Record<string, boolean>>>(() =>
    storageKey ? underPresentNames(read(storageKey), aliases) : {},
  );
  const isShown = (column: TableColumn) => changed[column.name] ?? column.hidden !== true;
  const write = (next: Record<string, boolean>) => {
    setChanged(next);
    if (!storageKey) return;
    if (Object.keys(next).length === 0) browserStorage.local.removeItem(storageKey);
    else browserStorage.local.setItem(storageKey, JSON.stringify(next));
  };
  const shown = useMemo(() => {
    const chosen = columns.filter((column) => changed[column.name] ?? column.hidden !== true);
    // A table without columns says nothing: the first one stays.
    return chosen.length > 0 ? chosen : columns.slice(0, 1);
  }, [columns, changed]);
  return {
    all: columns,
    shown,
    isShown,
    toggle: (column: TableColumn) => write({ ...changed, [column.name]: !isShown(column) }),
    restore: () => write({}),
  };
}

function read(key: string): Record<string, boolean> {
  try {
    const value: unknown = JSON.parse(browserStorage.local.getItem(key) ?? '{}');
    if (typeof value !== 'object' || value === null) return {};
    return Object.fromEntries(Object.entries(value).filter((entry): entry is [string, boolean] => typeof entry[1] === 'boolean'));
  } catch {
    // Someone else wrote there: start with the columns of the document.
    return {};
  }
}
