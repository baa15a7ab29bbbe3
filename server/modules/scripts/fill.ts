import type { WordedContext } from '../../context.ts';
import { ApiError } from '../../errors.ts';
import { truthWordsOf } from '../../truth-words.ts';
import { record } from '../audit/record.ts';
import { authorOf } from '../changes.ts';
import { requireTable } from '../data-mart/rights.ts';
import { createFilledTable } from '../data-runs/filled-table.ts';
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

/** Makes a table a script fills from another one, and queues the first run. @throws ApiError NOT_FOUND, FORBIDDEN, DUPLICATE, SCRIPT_FAULTY, PARAMETER_ERROR */
export async function createOutput(context: WordedContext, given: GivenOutput): Promise<{ bizId: string; runId: string }> {
  const { user, origin } = authorOf(context);
  const row = await requireScript(context.db, user, given.id);
  if (row.problem !== null || row.columns.length === 0) throw new ApiError('SCRIPT_FAULTY');
  const input = await requireTable(context.db, user, given.tableId, 'reference');
  const parameters = parameterValues(row.parameters, given.parameters ?? [], truthWordsOf(context.services.documents));
  return await createFilledTable(context, {
    ...{ given, call: 'script.fill', kind: 'script', runs: 'script' },
    async keep(db, { id }) {
      await db
        .insertInto('script_output')
        .values({
          table_id: id,
          script_id: row.id,
          input_id: input.table.id,
          columns: JSON.stringify(input.columns.map(({ name }) => name)),
          parameters: JSON.stringify(parameters),
        })
        .execute();
      const detail = { script: given.id, input: given.tableId, name: given.name, parameters };
      await record(db, origin, { action: 'script_fill', targetType: 'script', targetId: given.id, actor: user, detail });
    },
  });
}
