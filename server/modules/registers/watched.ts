import { type RawBuilder, sql } from 'kysely';
import { addTo } from '../../../src/core/lists.ts';
import type { RegisterDocument, RegisterWatch } from '../../../src/core/register/document.ts';
import type { Database } from '../../database/connection.ts';
import type { LabelValue } from '../../database/values.ts';
import type { Documents } from '../../documents.ts';
import { wordingOf } from '../../wording.ts';
import type {} from '../screening/tables.ts';
import { codeOf, type Register } from './registers.ts';
import { everyRecord } from './sight.ts';

/** A register whose records count on a watch list. */
interface Watcher {
  register: string;
  document: RegisterDocument & { watch: RegisterWatch };
}
/** A record as a watch list looks it up. */
export interface WatchedRecord {
  /** The number people know it by. */
  code: string;
  name: string;
  identifiers: string[];
  /** From this moment on it does not count any more. */
  until: Date | null;
}

const held = new WeakMap<Pick<Documents, 'get'>, { revision: string; watchers: ReadonlyMap<string, Watcher[]> }>();

/** The registers that feed watch lists, by the code of the list. The same ones until documents change. */
export function watchersOf(documents: Documents): ReadonlyMap<string, Watcher[]> {
  const revision = documents.revision();
  const known = held.get(documents);
  if (known?.revision === revision) return known.watchers;
  const watchers = new Map<string, Watcher[]>();
  for (const register of documents.ids('register')) {
    const document = documents.get('register', register);
    if (!document?.watch) continue;
    const { list } = document.watch;
    addTo(watchers, list, { register, document: { ...document, watch: document.watch } });
  }
  held.set(documents, { revision, watchers });
  return watchers;
}

/** Who is on a list by a register: records of its states, each until its last day by the calendar of the time zone is over. */
export async function watchedRecords(db: Database, { register, document }: Watcher, timeZone: string): Promise<WatchedRecord[]> {
  const { states, identifiers = [], until } = document.watch;
  const end = until === undefined ? sql<Date | null>`null::timestamptz` : endOf(sql`data ->> ${until}`, timeZone);
  const rows = await everyRecord(db, register).where('state', 'in', states).select(end.as('until')).orderBy('number').execute();
  return rows.map(({ number, data, until: last }) => ({
    code: codeOf({ document }, number),
    name: String(data[document.display] ?? ''),
    identifiers: identifiers.map((name) => String(data[name] ?? '')).filter((text) => text !== ''),
    until: last,
  }));
}

/** When a day is over; nothing where it is none, such as a text from when the field was one: a record nobody looks at is worse than one too many. */
function endOf(day: RawBuilder<unknown>, timeZone: string): RawBuilder<Date | null> {
  // The first of the month and as many days: there is no last day it could be beyond.
  return sql<Date | null>`case when ${day} ~ '^[1-9][0-9]{3}-(0[1-9]|1[0-2])-[0-9]{2}$' then
    (make_date(substr(${day}, 1, 4)::integer, substr(${day}, 6, 2)::integer, 1) + substr(${day}, 9, 2)::integer)::timestamp at time zone ${timeZone} end`;
}

/** What registers add to a list: what each is called, and how many of its records count today. */
export async function watchedCounts(
  db: Database,
  documents: Documents,
  list: string,
  timeZone: string,
): Promise<{ title: LabelValue; entries: number }[]> {
  const found: { title: LabelValue; entries: number }[] = [];
  for (const watcher of watchersOf(documents).get(list) ?? []) {
    const records = await watchedRecords(db, watcher, timeZone);
    const entries = records.filter(({ until }) => until === null || until.getTime() > Date.now()).length;
    found.push({ title: wordingOf(documents, watcher.document.title), entries });
  }
  return found;
}

/** Says that what a register adds to its watch list changed: it counts for the next record. Makes the list where there is none. */
export async function tellWatchers(
  db: Database,
  { document: { watch, title }, user }: Pick<Register, 'document'> & { user: { username: string | null } },
  documents: Documents,
): Promise<void> {
  if (!watch) return;
  const name = JSON.stringify(wordingOf(documents, title));
  await db
    .insertInto('watch_list')
    .values({ code: watch.list, name, updated_by: user.username })
    .onConflict((conflict) => conflict.column('code').doUpdateSet({ revision: sql<number>`watch_list.revision + 1` }))
    .execute();
}
