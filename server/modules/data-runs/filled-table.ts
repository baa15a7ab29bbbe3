import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Database } from '../../database/connection.ts';
import { authorOf, type Kind, signature, speaking } from '../changes.ts';
import type { TableUse } from '../data-mart/in-use.ts';
import { type Column, createTable } from '../data-mart/repository.ts';
import { requireTable } from '../data-mart/rights.ts';
import type { TableKind } from '../data-mart/tables.ts';
import { once } from '../once.ts';
import type { FindExecutable } from './kinds.ts';
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

/** Makes a table its maker owns and nobody else sees yet, and queues the first run. @throws ApiError DUPLICATE at `name` */
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
        return made.id;
      });
      const executable = { kind: runs, tableId, title, input: {} };
      const queued = await queueRun(db, executable, { userId: Number(user.id), name: signature(user) });
      const { bizId } = await db.selectFrom('data_table').select('biz_id as bizId').where('id', '=', tableId).executeTakeFirstOrThrow();
      return { bizId, runId: String(queued.id) };
    }),
  );
}

/** The tables that say what fills a data table. */
type FilledBy = 'ai_prediction' | 'script_output' | 'text_recognition' | 'rule_output';

/** What API-103 runs of a module: what fills the table of a number, said in `from`, by runs of this kind. */
export function filledBy(kind: string, from: FilledBy): FindExecutable {
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

/** Tables that are filled from this one, for whoever asks what needs it; `from` says what fills each. */
export async function tablesFilledFrom(db: Database, from: FilledBy, tableId: number, use: string): Promise<TableUse[]> {
  const tables = await db
    .selectFrom(sql<{ table_id: number; input_id: number }>`${sql.table(from)}`.as('filled'))
    .innerJoin('data_table', 'data_table.id', 'filled.table_id')
    .select('data_table.title')
    .where('filled.input_id', '=', tableId)
    .limit(5)
    .execute();
  return tables.map(({ title }) => ({ kind: use, name: title }));
}
