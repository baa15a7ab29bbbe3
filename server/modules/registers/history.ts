import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../../../src/core/json-object.ts';
import type { WordedContext } from '../../context.ts';
import type { LabelValue } from '../../database/values.ts';
import { nameIn, speaker, wordsOf } from '../../reader.ts';
import { labelsOf } from '../dictionaries/labels.ts';
import { keptNames } from './field-names.ts';
import { filesOf } from './files.ts';
import { referred } from './referred.ts';
import { type Register, stateOf } from './registers.ts';
import { requireRow } from './rows.ts';
import { seenRows, seesRegister, statesSeen } from './sight.ts';
import type { RecordFile, RecordRow, RecordValues } from './tables.ts';

export interface HistoryEntry {
  key: string;
  time: string;
  by: string | null;
  /** Whom they acted for. */
  inNameOf: string | null;
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
  const current = await requireRow(context.db, register, id);
  const logged = await context.db
    .selectFrom('audit_log')
    .leftJoin('person', 'person.id', 'audit_log.actor_id')
    .leftJoin('person as principal', (join) =>
      join.onRef('principal.id', '=', 'audit_log.subject_user_id').on('audit_log.subject', 'is not', null),
    )
    .select([
      'audit_log.id',
      'at',
      'actor',
      'person.name',
      'person.name_en as nameEn',
      'person.has_left as hasLeft',
      'action',
      'detail',
      'subject',
    ])
    .select(['principal.name as principalName', 'principal.name_en as principalNameEn', 'principal.has_left as principalHasLeft'])
    .where('target_type', '=', 'register_row')
    .where('target_id', '=', id)
    .orderBy('audit_log.id', 'desc')
    .limit(most)
    .execute();
  const word = wordsOf(context);
  const show = await valueWriter(context, register, longestValue);
  const called = await keptNames(context.db, register);
  const rows = shownIn(await statesSeen(context.db, register, current), current, logged);
  const entries = rows.map((row) => ({ ...row, facts: isObject(row.detail) ? withNames(row.detail, called) : {} }));
  const written = entries.flatMap(({ facts: { before, after } }) => [before, after]).filter(isObject);
  const { names } = await referred(
    context,
    register,
    written.map((data) => ({ data: data as RecordValues })),
  );
  const showIn = (values: Record<string, unknown>) => {
    const called = names({ data: values as RecordValues });
    return (name: string) => show(name, values[name], called);
  };
  const stateName = (name: unknown) => word(stateOf(register, String(name))?.label) || String(name);
  const isSeen = await madeRecordsSeen(
    context,
    register,
    entries.flatMap(({ facts: { made } }) => (isObject(made) ? [made] : [])),
  );
  const moved = ({ from, to, reason, made }: Record<string, unknown>) => [
    `${stateName(from)} → ${stateName(to)}`,
    ...(typeof reason === 'string' ? [reason] : []),
    ...(isObject(made) && isSeen(made) ? [`${word('register.didMake')}: ${String(made.code)}`] : []),
  ];
  return entries.map(({ id: key, at, actor, name, nameEn, hasLeft, action, facts, ...row }) => {
    const move = register.document.moves?.find(({ name }) => name === facts.move);
    const changes = () => differences(register, facts, word, showIn);
    const details = action === 'register_row_update' ? changes() : action === 'register_row_move' ? [...moved(facts), ...changes()] : [];
    return {
      key: String(key),
      time: at.toISOString(),
      by: nameIn(context, { name, nameEn, hasLeft }) ?? actor,
      inNameOf: nameIn(context, { name: row.principalName, nameEn: row.principalNameEn, hasLeft: row.principalHasLeft }) ?? row.subject,
      what: move ? word(move.label) : word(said[action] ?? action),
      details,
    };
  });
}

/**
 * Whoever sees a record only in some states reads what happened to it in these, and how it came there; of what was written and said before, and while it
 * was elsewhere, nothing. Newest first.
 */
function shownIn<Row extends { action: string; detail: unknown }>(
  states: readonly string[] | undefined,
  current: Pick<RecordRow, 'state'>,
  rows: readonly Row[],
): Row[] {
  if (states === undefined) return [...rows];
  let { state } = current;
  return rows.filter(({ action, detail }) => {
    const isShown = states.includes(state);
    if (action === 'register_row_move' && isObject(detail)) state = String(detail.from);
    return isShown;
  });
}

/** An entry whose values stand under the names their fields have now. */
function withNames(detail: Record<string, unknown>, called: ReadonlyMap<string, string>): Record<string, unknown> {
  if (called.size === 0) return detail;
  const named = (values: unknown) =>
    isObject(values) ? Object.fromEntries(Object.entries(values).map(([name, value]) => [called.get(name) ?? name, value])) : values;
  return { ...detail, before: named(detail.before), after: named(detail.after) };
}

/** Which of the records that moves made the user sees. */
async function madeRecordsSeen({ db, services }: WordedContext, { user }: Register, made: readonly Record<string, unknown>[]) {
  const seen = new Set<string>();
  for (const id of new Set(made.map(({ register }) => String(register)))) {
    const document = services.documents.get('register', id);
    const ids = made.filter(({ register }) => register === id).map((one) => Number(one.id));
    if (!document || !seesRegister({ document, user })) continue;
    for (const row of await seenRows(db, { id, document, user }).where('id', 'in', ids).execute()) seen.add(String(row.id));
  }
  return ({ id }: Record<string, unknown>) => seen.has(String(id));
}

/** Field: before → after, of every field that changed. */
function differences(
  { document }: Register,
  { before, after }: Record<string, unknown>,
  word: ReturnType<typeof wordsOf>,
  showIn: (values: Record<string, unknown>) => (name: string) => string,
): string[] {
  const [old, now] = [isObject(before) ? before : {}, isObject(after) ? after : {}];
  const [showOld, showNow] = [showIn(old), showIn(now)];
  return document.fields.flatMap(({ name, label, type }) => {
    if (type === 'files') return fileDifferences(old[name], now[name]).map((line) => `${word(label)}: ${line}`);
    return isDeepStrictEqual(old[name], now[name]) ? [] : `${word(label)}: ${showOld(name)} → ${showNow(name)}`;
  });
}

/** Files that came with a plus, those that went with a minus. */
function fileDifferences(before: unknown, after: unknown): string[] {
  const [old, now] = [filesOf({ before }), filesOf({ after })];
  const without = (files: RecordFile[], others: RecordFile[]) => files.filter(({ path }) => !others.some((other) => other.path === path));
  return [...without(now, old).map(({ name }) => `+ ${name}`), ...without(old, now).map(({ name }) => `− ${name}`)];
}

/** Writes a value of a field; `names`: what is chosen in fields that point elsewhere. */
type ValueWriter = (name: string, value: unknown, names?: Readonly<Record<string, LabelValue>>) => string;

/** Writes values as people read them: labels of dictionaries, yes and no; what points to something that is gone by its number. */
export async function valueWriter(
  context: WordedContext,
  { document }: Register,
  longest = Number.POSITIVE_INFINITY,
): Promise<ValueWriter> {
  const word = wordsOf(context);
  const say = speaker(context);
  const labels = new Map<string, (value: string) => string>();
  for (const { name, dictionary } of document.fields) if (dictionary !== undefined) labels.set(name, await labelsOf(context, dictionary));
  return (name, value, names) => {
    if (value === undefined || value === null || value === '') return '–';
    const called = names?.[name];
    if (called !== undefined) return say(called);
    if (typeof value === 'boolean') return word(value ? 'register.yes' : 'register.no');
    if (Array.isArray(value))
      return value.length === 0
        ? '–'
        : filesOf({ value })
            .map((file) => file.name)
            .join('; ');
    const text = labels.get(name)?.(String(value)) ?? String(value);
    return text.length > longest ? `${text.slice(0, longest)}…` : text;
  };
}
