import { sql } from 'kysely';
import { type CompiledRuleSet, compileRuleSet, type Facts } from '../../../src/core/rule-set/index.ts';
import type { Principal, Services } from '../../contracts.ts';
import type { Database } from '../../database/connection.ts';
import type { LabelValue } from '../../database/values.ts';
import { watchedRecords, watchersOf } from '../registers/watched.ts';
import type { KeptRuleSet } from '../rule-sets/tables.ts';
import { type NameReader, nameReaderOf } from './names.ts';
import type {} from './tables.ts';
import { type IndexedEntry, WatchIndex } from './watch-index.ts';

/** A set that decides. */
export interface LiveSet {
  id: number;
  code: string;
  name: LabelValue;
  isOff: boolean;
  versionId: number;
  number: number;
  definition: KeptRuleSet;
  compiled: CompiledRuleSet;
}
interface HeldList {
  id: number;
  revision: number;
  isOff: boolean;
  /** What registers add to it, as their documents said. */
  watchers: unknown;
  index: WatchIndex;
}
/** The documents say how names are read, the settings by whose calendar entries end. */
export type Surroundings = Pick<Services, 'documents' | 'settings'>;
/** Live sets and watch lists in memory, as they were at a revision. */
interface Ready {
  revision: number;
  /** How names were read into the lists. */
  read: NameReader;
  /** What registers add to lists, as their documents said. */
  watchers: ReturnType<typeof watchersOf>;
  sets: ReadonlyMap<string, LiveSet>;
  lists: ReadonlyMap<string, HeldList>;
}

const held = new WeakMap<Database, Ready>();
const loading = new WeakMap<Database, Promise<Ready>>();

/**
 * Live sets and watch lists as they are at this request: its session came with the number of their state. Only what changed is read anew, once for all who wait.
 */
export async function ready(db: Database, { revisions }: Pick<Principal, 'revisions'>, services: Surroundings): Promise<Ready> {
  const wanted = revisions.screening ?? 0;
  const read = nameReaderOf(services.documents);
  const watchers = watchersOf(services.documents);
  for (;;) {
    const known = held.get(db);
    if (known && known.revision >= wanted && known.read === read && known.watchers === watchers) return known;
    const work = loading.get(db) ?? load(db, services, known).finally(() => loading.delete(db));
    loading.set(db, work);
    held.set(db, await work);
  }
}

async function load(db: Database, services: Surroundings, before: Ready | undefined): Promise<Ready> {
  // First the number, then what it stands for: what changes in between is read again by whoever comes with the next one.
  const { rows } = await sql<{ revision: number }>`select revision from data_revision where area = 'screening'`.execute(db);
  const read = nameReaderOf(services.documents);
  const watchers = watchersOf(services.documents);
  const [sets, lists] = await Promise.all([liveSets(db, before), watchLists(db, services, before?.read === read ? before : undefined)]);
  return { revision: rows[0]?.revision ?? 0, read, watchers, sets, lists };
}

async function liveSets(db: Database, before: Ready | undefined): Promise<Map<string, LiveSet>> {
  const rows = await db
    .selectFrom('rule_set')
    .innerJoin('rule_set_version as live', 'live.id', 'rule_set.live_id')
    .select(['rule_set.id', 'rule_set.code', 'rule_set.name', 'rule_set.status', 'live.id as versionId', 'live.number', 'live.definition'])
    .execute();
  return new Map(
    rows.map(({ status, ...row }) => {
      const known = before?.sets.get(row.code);
      const compiled = known?.versionId === row.versionId ? known.compiled : compileRuleSet(row.definition);
      return [row.code, { ...row, isOff: status === '1', compiled }];
    }),
  );
}

async function watchLists(db: Database, services: Surroundings, before: Ready | undefined): Promise<Map<string, HeldList>> {
  const rows = await db.selectFrom('watch_list').select(['id', 'code', 'status', 'revision']).execute();
  const lists = new Map<string, HeldList>();
  for (const { id, code, status, revision } of rows) {
    const known = before?.lists.get(code);
    const watchers = watchersOf(services.documents).get(code);
    const isSame = known?.id === id && known.revision === revision && known.watchers === watchers;
    const index = isSame ? known.index : await indexOf(db, { id, code }, services);
    lists.set(code, { id, revision, isOff: status === '1', watchers, index });
  }
  return lists;
}

/** The entries of a list, and the records of registers that count on it; the day one ends is one of the calendar of the time zone. */
export async function entriesOf(
  db: Database,
  { id: listId, code }: { id: number; code: string },
  { settings: { timeZone }, documents }: Surroundings,
): Promise<IndexedEntry[]> {
  const rows = await db
    .selectFrom('watch_entry')
    .select(['id', 'name', 'identifiers', sql<Date | null>`((valid_until + 1)::timestamp at time zone ${timeZone})`.as('until')])
    .where('list_id', '=', listId)
    .orderBy('id')
    .execute();
  const entries = rows.map(({ until, ...row }) => ({ ...row, until: until?.getTime() }));
  const watchers = watchersOf(documents).get(code) ?? [];
  const records = (await Promise.all(watchers.map((watcher) => watchedRecords(db, watcher, timeZone)))).flat();
  const watched = records.map(({ code: id, until, ...record }) => ({ ...record, id, until: until?.getTime() }));
  return [...entries, ...watched];
}

/** The entries of a list, ready to be looked up. */
async function indexOf(db: Database, list: { id: number; code: string }, services: Surroundings): Promise<WatchIndex> {
  return await WatchIndex.inSlices(await entriesOf(db, list, services), nameReaderOf(services.documents));
}

/** Looks into the lists in memory. Lists that are gone or switched off have nobody. */
export function watchIn({ lists }: Pick<Ready, 'lists'>, now: number): Facts['watch'] {
  return (code, text, least) => {
    const list = lists.get(code);
    const best = list && !list.isOff ? list.index.find(text, least, now)[0] : undefined;
    return best && { list: code, ...best };
  };
}
