import type { WordedContext } from '../../context.ts';
import { isRecord } from '../../database/values.ts';
import { wordsOf } from '../../reader.ts';
import { labelsOf } from '../dictionaries/labels.ts';
import { filesOf } from './files.ts';
import { type Register, stateOf } from './registers.ts';
import { requireRow } from './rows.ts';
import type { RecordFile } from './tables.ts';

export interface HistoryEntry {
  key: string;
  time: string;
  by: string | null;
  /** In the language of the reader. */
  what: string;
  details: string[];
}

const said: Readonly<Record<string, string>> = {
  register_row_create: 'register.didCreate',
  register_row_update: 'register.didUpdate',
  register_row_move: 'register.didMove',
};

const most = 200;
const longestValue = 200;

/** What happened to a record, newest first: made, changed with what stood there before, moved with the reason. @throws ApiError NOT_FOUND */
export async function historyOf(context: WordedContext, register: Register, id: string): Promise<HistoryEntry[]> {
  await requireRow(context.db, register.id, id);
  const rows = await context.db
    .selectFrom('audit_log')
    .select(['id', 'at', 'actor', 'action', 'detail'])
    .where('target_type', '=', 'register_row')
    .where('target_id', '=', id)
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
  const word = wordsOf(context);
  const show = await valueWriter(context, register);
  const stateName = (name: unknown) => word(stateOf(register, String(name))?.label) || String(name);
  return rows.map(({ id: key, at, actor, action, detail }) => {
    const facts = isRecord(detail) ? detail : {};
    const move = register.document.moves?.find(({ name }) => name === facts.move);
    const details =
      action === 'register_row_move'
        ? [`${stateName(facts.from)} → ${stateName(facts.to)}`, ...(typeof facts.reason === 'string' ? [facts.reason] : [])]
        : action === 'register_row_update'
          ? differences(register, facts, word, show)
          : [];
    return {
      key: String(key),
      time: at.toISOString(),
      by: actor,
      what: move ? word(move.label) : word(said[action] ?? action),
      details,
    };
  });
}

/** Field: before → after, of every field that changed. */
function differences(
  { document }: Register,
  { before, after }: Record<string, unknown>,
  word: ReturnType<typeof wordsOf>,
  show: (name: string, value: unknown) => string,
): string[] {
  const [old, now] = [isRecord(before) ? before : {}, isRecord(after) ? after : {}];
  return document.fields.flatMap(({ name, label, type }) => {
    if (type === 'files') return fileDifferences(old[name], now[name]).map((line) => `${word(label)}: ${line}`);
    return old[name] === now[name] ? [] : `${word(label)}: ${show(name, old[name])} → ${show(name, now[name])}`;
  });
}

/** Files that came with a plus, those that went with a minus. */
function fileDifferences(before: unknown, after: unknown): string[] {
  const [old, now] = [filesOf({ before }), filesOf({ after })];
  const without = (files: RecordFile[], others: RecordFile[]) => files.filter(({ path }) => !others.some((other) => other.path === path));
  return [...without(now, old).map(({ name }) => `+ ${name}`), ...without(old, now).map(({ name }) => `− ${name}`)];
}

/** Writes values as people read them: labels of dictionaries, yes and no; what points elsewhere by its number. */
export async function valueWriter(context: WordedContext, { document }: Register): Promise<(name: string, value: unknown) => string> {
  const word = wordsOf(context);
  const labels = new Map<string, (value: string) => string>();
  for (const { name, dictionary } of document.fields) if (dictionary !== undefined) labels.set(name, await labelsOf(context, dictionary));
  return (name, value) => {
    if (value === undefined || value === null || value === '') return '–';
    if (typeof value === 'boolean') return word(value ? 'register.yes' : 'register.no');
    if (Array.isArray(value))
      return value.length === 0
        ? '–'
        : filesOf({ value })
            .map((file) => file.name)
            .join('; ');
    const text = labels.get(name)?.(String(value)) ?? String(value);
    return text.length > longestValue ? `${text.slice(0, longestValue)}…` : text;
  };
}
