import type { WordedContext } from '../../context.ts';
import type { Database } from '../../database/connection.ts';
import { ApiError } from '../../errors.ts';
import { record } from '../audit/record.ts';
import { authorOf, type Kind, signature, speaking } from '../changes.ts';
import { createTable } from '../data-mart/repository.ts';
import { type Reader, requireTable } from '../data-mart/rights.ts';
import type { Executable } from '../data-runs/kinds.ts';
import { queueRun } from '../data-runs/queue.ts';
import { once } from '../once.ts';
import { parameterValues } from './given.ts';
import { requireScript } from './scripts.ts';

export interface GivenOutput {
  id: string;
  /** Number of the table whose rows go through the script. */
  tableId: string;
  name: string;
  title: string;
  parameters?: { name: string; value?: string | null | undefined }[] | undefined;
  key?: string | undefined;
}

const kind: Kind<never> = { name: 'data_table', find: async () => undefined, unique: { data_table_name: 'name' } };

/** Makes a table a script fills from another one, and queues the first run. @throws ApiError NOT_FOUND, FORBIDDEN, DUPLICATE, SCRIPT_FAULTY, PARAMETER_ERROR */
export async function createOutput(context: WordedContext, given: GivenOutput): Promise<{ bizId: string; runId: string }> {
  const { user, origin } = authorOf(context);
  const { row } = await requireScript(context.db, user, given.id);
  if (row.problem !== null || row.columns.length === 0) throw new ApiError('SCRIPT_FAULTY');
  const input = await requireTable(context.db, user, given.tableId, 'reference');
  const parameters = parameterValues(row.parameters, given.parameters ?? []);
  const make = async (db: Database) => {
    const made = await createTable(db, {
      name: given.name,
      title: given.title.trim(),
      kind: 'script',
      ownerId: Number(user.id),
      isListed: false,
      description: null,
      by: signature(user),
    });
    await db
      .insertInto('script_output')
      .values({
        table_id: made.id,
        script_id: row.id,
        input_id: input.table.id,
        columns: JSON.stringify(input.columns.map(({ name }) => name)),
        parameters: JSON.stringify(parameters),
      })
      .execute();
    const detail = { script: given.id, input: given.tableId, name: given.name, parameters };
    await record(db, origin, { action: 'script_fill', targetType: 'script', targetId: given.id, actor: user, detail });
    return made.id;
  };
  return await speaking(kind, () =>
    context.db.transaction().execute(async (db) => {
      const tableId = await once(db, context, 'script.fill', given, () => make(db));
      const queued = await queueRun(
        db,
        { kind: 'script', tableId, title: given.title.trim(), input: {} },
        { userId: Number(user.id), name: signature(user) },
      );
      const { bizId } = await db.selectFrom('data_table').select('biz_id as bizId').where('id', '=', tableId).executeTakeFirstOrThrow();
      return { bizId, runId: String(queued.id) };
    }),
  );
}

/** What API-103 runs of this module: the script that fills the table of a number. @throws ApiError NOT_FOUND, FORBIDDEN */
export async function findScriptRun(
  db: Database,
  reader: Reader,
  { bizId, automlType }: { bizId: string; automlType?: 'fit' | 'predict' | undefined },
): Promise<Executable | undefined> {
  if (automlType !== undefined) return undefined;
  const found = await db
    .selectFrom('script_output')
    .innerJoin('data_table', 'data_table.id', 'script_output.table_id')
    .select(['data_table.id as tableId', 'data_table.title'])
    .where('data_table.biz_id', '=', bizId)
    .executeTakeFirst();
  if (!found) return undefined;
  await requireTable(db, reader, bizId, 'execute');
  return { kind: 'script', tableId: found.tableId, title: found.title, input: {} };
}
