import type { TruthWords } from '../../../src/core/index.ts';
import type { WordedContext } from '../../context.ts';
import { signedIn } from '../../contracts.ts';
import { labelOf } from '../../database/values.ts';
import { ApiError, wrong } from '../../errors.ts';
import { speaker } from '../../reader.ts';
import { truthWordsOf } from '../../truth-words.ts';
import { record } from '../audit/record.ts';
import { authorOf } from '../changes.ts';
import { analysisOf, type Column } from '../data-mart/repository.ts';
import { requireTable } from '../data-mart/rights.ts';
import { type ProposedColumn, proposeColumns, tableName } from '../data-mart/source-file.ts';
import { createFilledTable } from '../data-runs/filled-table.ts';
import { pageOfRuns, runSayer } from '../data-runs/runs.ts';
import { relationsOf } from './postgresql.ts';
import { distinctNames, FeedError, type Reading } from './reading.ts';
import { readFrom, requireSource, sourcesFor, telling } from './sources.ts';
import type { FedColumn } from './tables.ts';

/** Rows columns are told from, rows that are shown, and characters of their values. */
const looked = 1_000;
const shown = 5;
const shownLength = 200;
const shownRuns = 20;

/** The sources somebody may use. Where they are stays on the server. */
export function listSources(context: WordedContext) {
  const say = speaker(context);
  const found = sourcesFor(context.services.settings, signedIn(context));
  return found.map(({ id, title, kind }) => ({ value: id, label: say(labelOf(title)), kind }));
}

/** Tables and views of a source that hold these letters: at most 200; none where it is one table. @throws ApiError PARAMETER_ERROR */
export async function listRelations(context: WordedContext, { source: id, keyword }: { source: string; keyword: string }) {
  const source = requireSource(context.services.settings, signedIn(context), id);
  if (source.kind === 'address') return [];
  const names = await telling('source', (signal) => relationsOf(source, keyword, signal));
  return names.map((name) => ({ value: name, label: name }));
}

export interface AskedFeed {
  source: string;
  relation?: string | undefined;
}

/** A look at what a source has: proposed columns, told from its first rows, and some of those. @throws ApiError PARAMETER_ERROR */
export async function lookAt(context: WordedContext, { source: id, relation = '' }: AskedFeed) {
  const { settings, documents } = context.services;
  const source = requireSource(settings, signedIn(context), id);
  if (source.kind === 'postgresql' && relation === '') throw wrong('relation', 'is missing', 'feed.noRelation');
  const told = await telling(relation === '' ? 'source' : 'relation', (signal) =>
    readFrom(source, relation, { signal, timeZone: settings.timeZone }, (reading) => proposed(reading, truthWordsOf(documents))),
  );
  const name = tableName((relation === '' ? source.id : relation).replaceAll('"', '').replace(/^[^.]*\./, ''));
  const title = relation === '' ? speaker(context)(labelOf(source.title)) : `${speaker(context)(labelOf(source.title))} ${relation}`;
  return { source: id, relation, name, title: title.slice(0, 100), ...told };
}

async function proposed({ headings, rows }: Reading, words: TruthWords) {
  const first: string[][] = [];
  for await (const part of rows) {
    first.push(...part.slice(0, looked - first.length));
    if (first.length >= looked) break;
  }
  if (headings.length === 0) throw new FeedError('noRows');
  const table = {
    ...{ sheet: '', otherSheets: 0, headings: headings.map(({ name }) => name) },
    rows: first.map((cells, index) => ({ number: index + 1, cells })),
  };
  const names = distinctNames(headings);
  const columns = proposeColumns(table, words).map((column) => ({
    ...typed(column, headings[column.place - 1]?.fieldType),
    from: names[column.place - 1] ?? `#${column.place}`,
  }));
  return {
    columns,
    sample: first
      .slice(0, shown)
      .map((cells, index) => ({ key: String(index + 1), cells: names.map((_, place) => shortened(cells[place] ?? '')) })),
  };
}

const shortened = (text: string): string => (text.length > shownLength ? `${text.slice(0, shownLength)}\u2026` : text);

/** As the source says, where it knows. */
function typed(column: ProposedColumn, fieldType: ProposedColumn['fieldType'] | undefined): ProposedColumn {
  // Of numbers with more digits than a number keeps the texts tell.
  const isFiner = fieldType === 'number' && column.fieldType === 'float';
  if (fieldType === undefined || fieldType === column.fieldType || isFiner) return column;
  return { ...column, fieldType, analysisType: analysisOf(fieldType) };
}

export interface GivenFeed extends AskedFeed {
  name: string;
  title: string;
  columns: readonly (Omit<Column, 'title'> & { from: string; title?: string | undefined })[];
  key?: string | undefined;
}

/** Makes a table that is filled from a source, and queues the first run (DATA-14, API-103). @throws ApiError DUPLICATE, PARAMETER_ERROR */
export async function createFeed(context: WordedContext, given: GivenFeed): Promise<{ bizId: string; runId: string }> {
  const { user, origin } = authorOf(context);
  const { source, relation = '' } = given;
  const { kind } = requireSource(context.services.settings, user, source);
  if (kind === 'postgresql' && relation === '') throw wrong('relation', 'is missing', 'feed.noRelation');
  const columns = given.columns.map((column): FedColumn => ({ ...column, title: column.title?.trim() || column.name }));
  const names = columns.map(({ name }) => name.toLowerCase());
  const twice = names.findIndex((name, index) => names.indexOf(name) !== index);
  if (twice >= 0) throw wrong(`columns.${twice}.name`, 'Two columns have this name', 'data-mart.twiceColumn');
  return await createFilledTable(context, {
    ...{ given, call: 'data-feed.create', kind: 'feed', runs: 'feed', columns: columns.map(({ from: _, ...column }) => column) },
    async keep(db, { id, bizId }) {
      await db
        .insertInto('data_feed')
        .values({ table_id: id, source, relation, columns: JSON.stringify(columns) })
        .execute();
      const detail = { source, relation, name: given.name };
      await record(db, origin, { action: 'data_feed_create', targetType: 'data_table', targetId: bizId, actor: user, detail });
    },
  });
}

/** Where a table comes from, and its last runs. @throws ApiError NOT_FOUND where no source fills it, FORBIDDEN */
export async function feedOf(context: WordedContext, bizId: string) {
  const { db, services } = context;
  const user = signedIn(context);
  const { table, permissions } = await requireTable(db, user, bizId, 'view');
  const feed = await db.selectFrom('data_feed').selectAll().where('table_id', '=', table.id).executeTakeFirst();
  if (!feed) throw new ApiError('NOT_FOUND');
  const source = services.settings.dataSources.find(({ id }) => id === feed.source);
  const { rows: runs } = await pageOfRuns(db, user, table.id, { pageNo: 1, pageSize: shownRuns });
  return {
    ...{
      source: source ? speaker(context)(labelOf(source.title)) : feed.source,
      isThere: source !== undefined,
      relation: feed.relation,
    },
    ...{ mayRun: permissions.has('execute'), runs: runs.map(runSayer(context)) },
  };
}
