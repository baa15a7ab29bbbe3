import { sql } from 'kysely';
import type { Database } from '../../database/connection.ts';
import { seenBy } from '../data-mart/catalogue.ts';
import { mayAct, type Reader } from '../data-mart/rights.ts';
import type { TableKind } from '../data-mart/tables.ts';
import { type FoundMaker, findMakers, type Key, near, numbersOf, tableKey } from './kinds.ts';

export interface WalkedTable {
  key: Key;
  bizId: string;
  title: string;
  kind: TableKind;
  isSeen: boolean;
  /** Whether the reader may see its rows, and so of what day they are. */
  mayView: boolean;
  refreshedAt: Date | null;
}
/** Upwards is what something comes from, downwards what is made of it. */
export type Side = 'up' | 'down';
export interface Walked {
  start: Key;
  tables: Map<Key, WalkedTable>;
  makers: Map<Key, FoundMaker>;
  /** Inputs that are gone. */
  gone: Set<Key>;
  /** How far each is from the start, on which side. The start is on none. */
  places: Map<Key, { side: Side; step: number }>;
  /** From what to what it goes into, among those that were found. */
  links: { from: Key; to: Key }[];
  /** Of those at the end of the walk: how many makers the reader sees are behind, which were not walked to. */
  more: Map<Key, number>;
}

const isTable = (key: Key): boolean => key.startsWith('table ');
const isGone = (key: Key): boolean => key.startsWith('gone ');

/**
 * Follows what a table comes from and what is made of it, `steps` tables far in each direction and at most `most` things altogether: the nearest first, those the
 * reader sees before the others. Each step asks every kind of makers once, for all the tables of the step.
 */
export async function walk(
  db: Database,
  reader: Reader,
  tableId: number,
  { steps, most }: { steps: number; most: number },
): Promise<Walked> {
  const start = tableKey(tableId);
  const walked: Walked = { start, tables: new Map(), makers: new Map(), gone: new Set(), places: new Map(), links: [], more: new Map() };
  await loadTables(db, reader, walked, [start]);
  for (const side of ['up', 'down'] as const) {
    const end = Math.ceil(side === 'up' ? most / 2 : most);
    let frontier = new Set([start]);
    for (let step = 1; step <= steps && frontier.size > 0; step += 1)
      frontier = await takeStep(db, reader, walked, { side, step, most: end, frontier });
    for (const maker of await beside(db, reader, side, frontier)) countMore(walked, maker, side, frontier);
  }
  walked.links = linksOf(walked);
  return walked;
}

interface Step {
  side: Side;
  step: number;
  most: number;
  frontier: ReadonlySet<Key>;
}

/** Upwards what fills tables, or what makers are themselves made of; downwards what reads them. */
async function beside(db: Database, reader: Reader, side: Side, frontier: ReadonlySet<Key>): Promise<FoundMaker[]> {
  const found = await findMakers(db, reader, near(side === 'up' ? { fills: frontier, own: frontier } : { reads: frontier }));
  return found.filter(({ isSeen, isPrivate }) => isSeen || !isPrivate);
}
const nextOf = (maker: FoundMaker, side: Side): Key[] => (side === 'up' ? maker.inputs : [...maker.outputs, maker.key]);

async function takeStep(db: Database, reader: Reader, walked: Walked, { side, step, most, frontier }: Step): Promise<Set<Key>> {
  const found = await beside(db, reader, side, frontier);
  const next = new Set<Key>();
  const size = () => walked.tables.size + walked.makers.size + walked.gone.size;
  const wanted = new Set<Key>();
  for (const maker of found.toSorted((one, other) => Number(other.isSeen) - Number(one.isSeen))) {
    const isNew = !walked.makers.has(maker.key);
    if (isNew && size() + wanted.size >= most) {
      countMore(walked, maker, side, frontier);
      continue;
    }
    if (isNew) walked.places.set(maker.key, { side, step });
    walked.makers.set(maker.key, maker);
    for (const key of nextOf(maker, side)) {
      if (key === walked.start || walked.tables.has(key) || (walked.makers.has(key) && key !== maker.key)) continue;
      if (key === maker.key ? isNew : !wanted.has(key)) next.add(key);
      if (isTable(key)) wanted.add(key);
      else if (isGone(key)) walked.gone.add(key);
      if (!walked.places.has(key)) walked.places.set(key, { side, step });
    }
  }
  await loadTables(db, reader, walked, [...wanted]);
  // Makers that others are made of, such as models, stand beside the tables of this step.
  const own = new Set([...next].filter((key) => !isTable(key) && !isGone(key) && !walked.makers.has(key)));
  for (const maker of await findMakers(db, reader, near({ own }))) walked.makers.set(maker.key, maker);
  return new Set([...next].filter((key) => !isGone(key)));
}

/** Adds to what is known to be behind the nearest thing of the walk. */
function countMore(walked: Walked, maker: FoundMaker, side: Side, frontier: ReadonlySet<Key>): void {
  if (!maker.isSeen || walked.makers.has(maker.key)) return;
  const to = (side === 'up' ? maker.outputs : maker.inputs).find((key) => frontier.has(key));
  if (to) walked.more.set(to, (walked.more.get(to) ?? 0) + 1);
}

async function loadTables(db: Database, reader: Reader, walked: Walked, keys: readonly Key[]): Promise<void> {
  if (keys.length === 0) return;
  const rows = await db
    .selectFrom('data_table')
    .select(['id', 'biz_id as bizId', 'title', 'kind', 'refreshed_at as refreshedAt'])
    .select([seenBy(reader).as('isSeen'), mayAct(reader, 'view').as('mayView')])
    .where(sql<boolean>`data_table.id = any(${numbersOf(keys, 'table')}::bigint[])`)
    .execute();
  for (const { id, ...row } of rows) walked.tables.set(tableKey(id), { ...row, key: tableKey(id) });
}

function linksOf({ tables, makers, gone }: Walked): Walked['links'] {
  const has = (key: Key) => tables.has(key) || makers.has(key) || gone.has(key);
  return [...makers.values()].flatMap((maker) => [
    ...maker.inputs.filter(has).map((from) => ({ from, to: maker.key })),
    ...maker.outputs.filter(has).map((to) => ({ from: maker.key, to })),
  ]);
}
