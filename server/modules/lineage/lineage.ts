import type { WordedContext } from '../../context.ts';
import { signedIn } from '../../contracts.ts';
import type { Database } from '../../database/connection.ts';
import type { LabelValue } from '../../database/values.ts';
import { wrong } from '../../errors.ts';
import { speaker, wordsOfArea } from '../../reader.ts';
import { selectTables } from '../data-mart/repository.ts';
import { type Reader, requireTable, rightsColumn, rightsIn, seeTable } from '../data-mart/rights.ts';
import { stateOf } from '../data-runs/runs.ts';
import type { TaskState } from '../data-runs/tables.ts';
import { type ColumnWay, columnWay, linkKey } from './column-way.ts';
import { withoutHidden } from './hidden.ts';
import { type FoundMaker, type Key, numbersOf, tableKey, waysThrough } from './kinds.ts';
import { type Walked, walk } from './walk.ts';

/** Tables, makers and stretches that are shown at most. */
export const mostNodes = 150;

export interface LineageNode {
  id: string;
  /** Dictionary lineage-kind. */
  kind: string;
  name: string;
  /** What its page is found by; null: it has none, or none for the reader. */
  target: string | null;
  /** Tables between it and the table asked for: below 0 what that comes from, above 0 what is made of it. */
  step: number;
  /** Of what runs: how its last run went. */
  state: TaskState | null;
  /** Of a run when it ended, of a table when it was refreshed. */
  time: string | null;
  /** Names of what leads to it. */
  from: string[];
  /** What else is behind it that is not shown. */
  more: number;
  /** On the way of the column asked for. */
  marked: boolean;
  /** Its columns on that way. */
  columns: string[];
  /** It stands beside that way, and what it does with columns is not known. */
  isUnknown: boolean;
}
export interface Lineage {
  nodes: LineageNode[];
  links: { from: string; to: string; marked: boolean }[];
  isCut: boolean;
}

/**
 * What a table comes from and what is made of it, as somebody may see it, and of a column its way.
 * @throws ApiError NOT_FOUND; with a column FORBIDDEN, and PARAMETER_ERROR where it is none the reader may see
 */
export async function lineageOf(
  context: WordedContext,
  { bizId, steps, column }: { bizId: string; steps: number; column?: string | undefined },
): Promise<Lineage> {
  const { db } = context;
  const reader = signedIn(context);
  const { table } = await seeTable(db, reader, bizId);
  if (column && !(await requireTable(db, reader, bizId, 'view')).columns.some(({ name }) => name === column))
    throw wrong('column', 'is no column you may see', 'lineage.noColumn');
  const walked = await walk(db, reader, table.id, { steps, most: mostNodes });
  const way = column ? await wayOf(db, reader, walked, { key: walked.start, column }) : undefined;
  return draw(context, walked, way);
}

interface ToldWay extends ColumnWay {
  /** Titles of columns the reader may see, by the table; one empty title for all others. */
  titles: Map<Key, string[]>;
}

async function wayOf(db: Database, reader: Reader, { makers }: Walked, start: { key: Key; column: string }): Promise<ToldWay> {
  const ways = await waysThrough(db, [...makers.values()]);
  const way = columnWay(
    start,
    [...makers.values()].map((maker) => ({ ...maker, ways: ways.get(maker.key) })),
  );
  return { ...way, titles: await titlesOn(db, reader, way) };
}

async function titlesOn(db: Database, reader: Reader, { columns }: ColumnWay): Promise<Map<Key, string[]>> {
  const ids = numbersOf(columns.keys(), 'table');
  if (ids.length === 0) return new Map();
  const rights = await selectTables(db).select(rightsColumn(reader)).where('data_table.id', 'in', ids).execute();
  const viewed = new Map(rights.map((row) => [row.id, rightsIn(row).permissions.get('view')]));
  const all = await db
    .selectFrom('data_column')
    .select(['table_id', 'name', 'title'])
    .where('table_id', 'in', ids)
    .orderBy('position')
    .execute();
  return new Map(
    ids.map((id) => {
      const allowed = viewed.get(id);
      const used = [...(columns.get(tableKey(id)) ?? [])];
      const seen = used.filter((name) => allowed !== undefined && (allowed === null || allowed.has(name)));
      // What was never filled has no columns yet: they are named as they will be.
      const titles = new Map(
        all.filter((column) => column.table_id === id).map(({ name, title }, place) => [name, { title: title || name, place }]),
      );
      const placeOf = (name: string) => titles.get(name)?.place ?? 0;
      const told = seen.toSorted((one, other) => placeOf(one) - placeOf(other)).map((name) => titles.get(name)?.title ?? name);
      return [tableKey(id), [...told, ...(seen.length < used.length ? [''] : [])]];
    }),
  );
}

function draw(context: WordedContext, walked: Walked, way: ToldWay | undefined): Lineage {
  const [say, word] = [speaker(context), wordsOfArea(context, (key) => key)];
  const isSeen = (key: Key): boolean =>
    key === walked.start || (walked.tables.get(key)?.isSeen ?? walked.makers.get(key)?.isSeen ?? walked.gone.has(key));
  const { links, stretches } = withoutHidden(walked.links, isSeen);
  const isOn = (key: Key) => way !== undefined && (way.columns.has(key) || way.through.has(key));
  const stepOf = (key: Key) => {
    const place = walked.places.get(key);
    return place ? (place.side === 'up' ? -place.step : place.step) : 0;
  };
  const usual = { target: null, state: null, time: null, more: 0, columns: [], isUnknown: false, from: [] };
  const seen = [...walked.tables.keys(), ...walked.makers.keys(), ...walked.gone].filter(isSeen).map(
    (key): LineageNode => ({
      ...{ ...usual, id: key, step: stepOf(key), more: walked.more.get(key) ?? 0, marked: isOn(key) },
      ...aboutTable(
        walked,
        key,
        (way?.titles.get(key) ?? []).map((title) => title || word('lineage.hiddenColumn')),
      ),
      ...aboutMaker(walked.makers.get(key), (kind, name) => (name === null ? word(`lineage.unnamed.${kind}`) : say(name))),
      ...(walked.gone.has(key) && { kind: 'gone', name: word('lineage.gone') }),
      ...(way?.unknown.has(key) && { isUnknown: true }),
    }),
  );
  const unseen = stretches.map(
    ({ of }, index): LineageNode => ({
      ...{ ...usual, id: `hidden ${index + 1}`, kind: 'hidden', name: word('lineage.hidden'), marked: of.some(isOn) },
      step: of.map(stepOf).toSorted((one, other) => Math.abs(one) - Math.abs(other))[0] ?? 0,
    }),
  );
  const nodes = [...seen, ...unseen];
  const marked = new Set(nodes.filter((node) => node.marked).map(({ id }) => id));
  const drawn = [
    ...links.map(({ from, to }) => ({ from: from as string, to: to as string, marked: way?.along.has(linkKey(from, to)) ?? false })),
    ...stretches.flatMap(({ before, after }, index) => {
      const id = `hidden ${index + 1}`;
      const isMarked = (key: string) => marked.has(id) && marked.has(key);
      return [
        ...before.map((from) => ({ from: from as string, to: id, marked: isMarked(from) })),
        ...after.map((to) => ({ from: id, to: to as string, marked: isMarked(to) })),
      ];
    }),
  ];
  const names = new Map(nodes.map(({ id, name }) => [id, name]));
  for (const node of nodes) node.from = drawn.flatMap(({ from, to }) => (to === node.id ? [names.get(from) ?? ''] : []));
  return {
    nodes: nodes.toSorted((one, other) => Math.abs(one.step) - Math.abs(other.step) || one.step - other.step),
    links: drawn,
    isCut: nodes.some(({ more }) => more > 0),
  };
}

function aboutTable({ tables }: Walked, key: Key, columns: string[]) {
  const table = tables.get(key);
  if (!table) return { kind: '', name: '' };
  const time = table.mayView ? (table.refreshedAt?.toISOString() ?? null) : null;
  return { kind: 'table', name: table.title, target: table.bizId, time, columns };
}

function aboutMaker(maker: FoundMaker | undefined, nameOf: (kind: string, name: LabelValue | null) => string) {
  if (!maker) return {};
  const { kind, name, target, run } = maker;
  return { kind, name: nameOf(kind, name), target, ...(run && { state: stateOf(run.status, run.rejected), time: run.time }) };
}
