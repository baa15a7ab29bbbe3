import { askerOf } from '../../caller.ts';
import type { WordedContext } from '../../context.ts';
import { ask } from '../../data-engine/index.ts';
import { truthWordsOf } from '../../truth-words.ts';
import { openFor } from '../data-mart/rows.ts';
import { whileSomebodyWaits } from '../work/short.ts';
import type { GivenText } from './changes.ts';
import { declaredColumns, declaredParameters, parameterValues } from './given.ts';
import { toldOutcome } from './telling.ts';
import { inSandbox, SandboxEnded } from './work/process.ts';
import type { TryOutcome } from './work/types.ts';

/** Milliseconds a script may take while somebody waits. */
const patience = 5_000;

const nothing: Omit<TryOutcome, 'problem'> = {
  taken: 0,
  given: 0,
  rejected: 0,
  faults: [],
  log: [],
  moreLog: 0,
  unknown: [],
  milliseconds: 0,
  rows: [],
  more: false,
};

/**
 * What a script gives for the first rows of a table, as whoever asks may read it. Nothing is kept.
 * @throws ApiError NOT_FOUND, FORBIDDEN, PARAMETER_ERROR, DATA_BUSY, DATA_TIMEOUT
 */
export async function tryScript(context: WordedContext, given: GivenText & { tableId: string; rows?: number | undefined }) {
  const words = truthWordsOf(context.services.documents);
  const columns = declaredColumns(given.columns);
  const parameters = parameterValues(declaredParameters(given.parameters ?? [], words), [], words);
  const most = given.rows ?? 10;
  const { relation } = await openFor(context, given.tableId, 'reference');
  const { rows } = await ask({ sql: `SELECT * FROM ${relation.sql} LIMIT ${most}`, files: relation.files, caller: relation.caller, most });
  const fields = relation.columns.map(({ name, fieldType }) => ({ name, fieldType }));
  const script = { code: given.code, columns, parameters, seed: given.seed ?? 1, now: Date.now(), words };
  const asker = askerOf(context);
  const outcome = await whileSomebodyWaits(asker, async () => {
    try {
      return await inSandbox({ kind: 'try', script, fields, rows, milliseconds: patience }, asker);
    } catch (error) {
      if (!(error instanceof SandboxEnded)) throw error;
      return { ...nothing, problem: error.problem };
    }
  });
  return {
    ...toldOutcome(context, outcome, columns),
    columns: columns.map(({ name, title }) => ({ name, title })),
    rows: outcome.rows.map((cells) => Object.fromEntries(columns.map(({ name }, index) => [name, cells[index] ?? null]))),
    more: outcome.more,
  };
}
