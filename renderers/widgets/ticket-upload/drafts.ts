import { isObject } from '../../../src/core/json-object.ts';
import type { Entry } from './store.ts';
import type { Edit } from './values.ts';

/** `isUnread`: its window went away while it was read. */
type KeptEntry = Pick<Entry, 'typeCode' | 'name' | 'size' | 'before' | 'path' | 'recognised' | 'values' | 'twins'> & { isUnread?: boolean };

/** What one window leaves to the next. */
interface Draft {
  entries: KeptEntry[];
  edits: Record<string, Edit>;
}

/** What is at the server and no document yet, and what was typed; undefined where there is neither. */
export function writtenDraft(entries: readonly Entry[], edits: Readonly<Record<string, Edit>>): string | undefined {
  const unsaved = entries.filter(({ path, stage }) => path !== undefined && stage !== 'saved');
  const isEmpty = unsaved.length === 0 && Object.keys(edits).length === 0;
  return isEmpty ? undefined : JSON.stringify({ entries: unsaved.map(keptOf), edits });
}

function keptOf(entry: Entry): KeptEntry {
  const { typeCode, name, size, before, path, recognised, values, twins } = entry;
  const isUnread = entry.stage === 'reading';
  return { typeCode, name, size, before, path, recognised, values, twins, ...(isUnread && { isUnread }) };
}

function editsIn(edits: unknown): Draft['edits'] {
  if (!isObject(edits)) return {};
  return Object.fromEntries(
    Object.entries(edits).flatMap(([id, edit]) =>
      isObject(edit) && isObject(edit.values) && isObject(edit.base) ? [[id, edit as unknown as Edit]] : [],
    ),
  );
}

/** What another window wrote; anything that is none of it counts as nothing. */
export function readDraft(text: string): Draft {
  const nothing: Draft = { entries: [], edits: {} };
  try {
    const draft: unknown = JSON.parse(text);
    if (typeof draft !== 'object' || draft === null) return nothing;
    const { entries, edits } = draft as Partial<Draft>;
    return { entries: Array.isArray(entries) ? entries.filter(({ path }) => typeof path === 'string') : [], edits: editsIn(edits) };
  } catch (error) {
    if (error instanceof SyntaxError) return nothing;
    throw error;
  }
}
