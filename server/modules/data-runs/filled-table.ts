import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Database } from '../../database/connection.ts';
import type { LabelValue } from '../../database/values.ts';
import { ApiError } from '../../errors.ts';
import { authorOf, type Kind, signature, speaking } from '../changes.ts';
import { type Column, createTable } from '../data-mart/repository.ts';
import { mayAct, type Reader, requireTable } from '../data-mart/rights.ts';
import type { TableKind } from '../data-mart/tables.ts';
import { type Key, keyOf, type LineageKind, type Maker, numbersOf, tableKey, type Way } from '../lineage/kinds.ts';
import { once } from '../once.ts';
import type { FindExecutable } from './kinds.ts';
import { lastFilling } from './last-run.ts';
import { queueRun } from './queue.ts';

/** A table that runs fill: what a script gives, a model predicts, is recognised. */
export interface FilledTable {
  /** What is asked for; the same with the same `key` makes one table. */
  given: { name: string; title: string; key?: string | undefined; filledBy?: unknown };
  /** The call it is asked by. */
  call: string;
  kind: TableKind;
  /** The kind of the runs. */
  runs: string;
  columns?: readonly Column[];
  /** Keeps what it is filled with, in the same transaction. */
  keep: (db: Database, made: { id: number; bizId: string }) => Promise<void>;
}

const kind: Kind<never> = { name: 'data_table', find: async () => undefined, unique: { data_table_name: 'name' } };

/** Makes a table its maker owns and nobody else sees yet, and queues the first run; asked for again with the same `key`, it answers both. @throws ApiError DUPLICATE at `name`, NOT_FOUND where that table is gone */
export async function createFilledTable(context: Context, wanted: FilledTable): Promise<{ bizId: string; runId: string }> {
  const { given, call, runs, columns } = wanted;
  const { user } = authorOf(context);
  const title = given.title.trim();
  return await speaking(kind, () =>
    context.db.transaction().execute(async (db) => {
      const tableId = await once(db, context, call, given, async () => {
        const owned = { ownerId: Number(user.id), isListed: false, by: signature(user) };
        const made = await createTable(db, { ...owned, name: given.name, title, kind: wanted.kind, ...(columns && { columns }) });
        await wanted.keep(db, made);
        const executable = { kind: runs, tableId: made.id, title, input: {} };
        await queueRun(db, executable, { userId: Number(user.id), name: signature(user) });
        return made.id;
      });
      const first = await db
        .selectFrom('data_run')
        .innerJoin('data_table', 'data_table.id', 'data_run.table_id')
        .select(['data_table.biz_id as bizId', 'data_run.id'])
        .where('data_run.table_id', '=', tableId)
        .where('data_run.kind', '=', runs)
        .orderBy('data_run.id')
        .limit(1)
        .executeTakeFirst();
      if (!first) throw new ApiError('NOT_FOUND');
      return { bizId: first.bizId, runId: String(first.id) };
    }),
  );
}

/** The tables that say what fills a data table. */
type FilledBy = 'ai_prediction' | 'script_output' | 'text_recognition' | 'rule_output';

/** What API-103 runs of a module: what fills the table of a number, said in `from`, by runs of this kind. */
export function filledBy(kind: string, from: FilledBy | 'data_feed'): FindExecutable {
  return async (db, reader, { bizId, automlType }) => {
    if (automlType !== undefined) return undefined;
    const found = await db
      .selectFrom(sql<{ table_id: number }>`${sql.table(from)}`.as('filled'))
      .innerJoin('data_table', 'data_table.id', 'filled.table_id')
      .select(['data_table.id as tableId', 'data_table.title'])
      .where('data_table.biz_id', '=', bizId)
      .executeTakeFirst();
    if (!found) return undefined;
    await requireTable(db, reader, bizId, 'execute');
    return { kind, tableId: found.tableId, title: found.title, input: {} };
  };
}

/** What a module adds to the lineage of the tables it fills. */
export interface FilledMore {
  /** What each is called, the page of what fills it, and what else it is filled with, by the number of the table. */
  described?(db: Database, reader: Reader, tableIds: readonly number[]): Promise<Map<number, FilledBesides>>;
  ways?(db: Database, tables: ReadonlyMap<number, { inputId: number }>): Promise<Map<number, Way[]>>;
}
export interface FilledBesides {
  name?: LabelValue | null;
  target?: string | null;
  inputs?: Key[];
}

/** The lineage of tables that are filled from another one, as `from` says: `kind` names what fills them, `runs` the kind of their runs. */
export function filledLineage(kind: string, { from, runs, described, ways }: { from: FilledBy; runs: string } & FilledMore): LineageKind {
  const filled = (db: Database) => db.selectFrom(sql<{ table_id: number; input_id: number }>`${sql.table(from)}`.as('filled'));
  return {
    async find(db, reader, { reads, fills, own }) {
      const outputs = [...numbersOf(fills, 'table'), ...numbersOf(own, kind)];
      const inputs = numbersOf(reads, 'table');
      const rows = await filled(db)
        .innerJoin('data_table', 'data_table.id', 'filled.table_id')
        .select(['data_table.id', 'filled.input_id as inputId', mayAct(reader, 'view').as('isSeen'), lastFilling(runs).as('run')])
        .where(sql<boolean>`(filled.table_id = any(${outputs}::bigint[]) or filled.input_id = any(${inputs}::bigint[]))`)
        .orderBy('data_table.title')
        .orderBy('data_table.id')
        .execute();
      const ids = rows.map(({ id }) => id);
      const besides = ids.length > 0 && described ? await described(db, reader, ids) : new Map<number, FilledBesides>();
      return rows.map(({ id, inputId, isSeen, run }): Maker => {
        const { name = null, target = null, inputs: more = [] } = besides.get(id) ?? {};
        return {
          ...{ key: keyOf(kind, id), name, target, isSeen, keeps: true, run },
          inputs: [tableKey(inputId), ...more],
          outputs: [tableKey(id)],
        };
      });
    },
    ...(ways && {
      async ways(db: Database, makers: readonly Maker[]) {
        const ids = numbersOf(
          makers.map(({ key }) => key),
          kind,
        );
        const rows = await filled(db).select(['table_id as id', 'input_id as inputId']).where('table_id', 'in', ids).execute();
        const found = await ways(db, new Map(rows.map(({ id, inputId }) => [id, { inputId }])));
        return new Map([...found].map(([id, own]) => [keyOf(kind, id), own]));
      },
    }),
  };
}
