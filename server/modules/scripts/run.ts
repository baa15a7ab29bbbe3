import { join } from 'node:path';
import { csvOptions } from '../../data-engine/csv.ts';
import { type Cell, castTo, literal, name, typeOf } from '../../data-engine/index.ts';
import type { Database } from '../../database/connection.ts';
import { truthWordsOf } from '../../truth-words.ts';
import { openRelation } from '../data-mart/relation.ts';
import type { Column } from '../data-mart/repository.ts';
import { takeRevision } from '../data-mart/revisions.ts';
import { mayAct, type Reader, requireTable } from '../data-mart/rights.ts';
import { requireColumns } from '../data-runs/columns.ts';
import { editorOf, withinEditor } from '../data-runs/editor.ts';
import { type RunContext, RunFailure, type RunKind } from '../data-runs/kinds.ts';
import { requireScript, type ScriptRow } from './scripts.ts';
import type { ToldRun } from './tables.ts';
import { inSandbox, SandboxEnded } from './work/process.ts';
import type { Outcome, Problem } from './work/types.ts';

/** Milliseconds a script may take for a whole table. */
const longest = 3_600_000;

/**
 * Fills the table of a script: its input as whoever started the run may read it, and the owner of the table -> rows as a file -> through the script in a process of its own, batch by batch ->
 * a Parquet file of the declared columns -> the new revision, which counts in the transaction that finishes the run.
 */
export const scriptRun: RunKind = {
  fills: 'script',

  async work(context) {
    const { db, files, reader, run, settings } = context;
    const output = await outputOf(db, run.tableId);
    if (!output) throw new RunFailure('script.failure.gone');
    await requireTable(db, reader, output.bizId, 'execute');
    const script = await requireScript(db, reader, String(output.scriptId));
    if (script.problem) throw failureOf(script.problem);
    const editor = await editorOf(db, script.madeById, reader);
    // A script is for others to use on tables its author has nothing to do with: only what they see of the result is bounded by what they may use.
    const isShown = editor && (await maySee(db, editor, output.bizId));
    const whole = await requireTable(db, reader, output.input, 'reference');
    const theirs = await withinEditor(db, isShown ? editor : undefined, whole, output.columns);
    const input = await withinEditor(db, await editorOf(db, output.ownerId, reader), theirs, output.columns, 'owner');
    const columns = await requireColumns(db, input, output.columns);
    if (columns.length === 0) throw new RunFailure('script.failure.noColumn', { table: input.table.title });
    await context.plan(['read', 'compute', 'write'].map((id) => ({ id, title: `script.step.${id}` })));
    const relation = await openRelation(db, files, settings.dataDir, input);
    const session = await context.session({ files: relation.files });
    const [from, to, file] = ['rows.csv', 'given.csv', 'out.parquet'].map((one) => join(session.folder, one)) as [string, string, string];
    await context.step('read', async () => {
      const list = columns.map((column) => name(column.name)).join(', ');
      await session.query(
        `COPY (SELECT ${list} FROM ${relation.sql}) TO ${literal(from)} (FORMAT csv, HEADER false, FORCE_QUOTE *, ESCAPE '"')`,
      );
      return { rows: relation.rows };
    });
    const told = await context.step('compute', async (progress) => {
      const outcome = await compute(context, script, { from, to, columns, parameters: output.parameters, progress });
      const kept: ToldRun = { ...outcome, number: script.number };
      await tell(db, run.id, script.id, kept);
      if (outcome.problem) throw failureOf(outcome.problem);
      if (outcome.given === 0 && outcome.rejected > 0) throw new RunFailure('script.failure.rows');
      return { ...kept, rows: outcome.given };
    });
    await context.step('write', async () => {
      const types = script.columns.map((column) => `${literal(column.name)}: ${literal(typeOf[column.fieldType])}`).join(', ');
      const list = script.columns.map((column) => `${castTo(name(column.name), column.fieldType)} AS ${name(column.name)}`).join(', ');
      await session.query(
        `COPY (SELECT ${list} FROM read_csv(${literal(to)}, columns = {${types}}, ${csvOptions}))
         TO ${literal(file)} (FORMAT parquet, COMPRESSION zstd)`,
      );
      return { rows: told.given };
    });
    await takeRevision(db, files, {
      tableId: output.id,
      file,
      mode: 'full',
      by: run.requestedName,
      rejected: told.rejected,
      columns: script.columns.map((column) => ({ name: column.name, title: column.title })),
      confirm: (transaction) =>
        context.finish(transaction, {
          rows: told.given,
          rejected: told.rejected,
          ...(told.rejected > 0 && { note: { key: 'script.note.leftOut', values: { rows: String(told.rejected) } } }),
        }),
    });
    return undefined;
  },
};

async function maySee(db: Database, reader: Reader, bizId: string): Promise<boolean> {
  const seen = await db.selectFrom('data_table').select(mayAct(reader, 'view').as('isSeen')).where('biz_id', '=', bizId).executeTakeFirst();
  return seen?.isSeen === true;
}

async function outputOf(db: Database, tableId: number | null) {
  return await db
    .selectFrom('script_output')
    .innerJoin('data_table as output', 'output.id', 'script_output.table_id')
    .innerJoin('data_table as input', 'input.id', 'script_output.input_id')
    .select([
      'output.id',
      'output.biz_id as bizId',
      'output.owner_id as ownerId',
      'input.biz_id as input',
      'script_output.script_id as scriptId',
      'script_output.columns',
      'script_output.parameters',
    ])
    .where('script_output.table_id', '=', tableId ?? 0)
    .executeTakeFirst();
}

interface Files {
  from: string;
  to: string;
  columns: readonly Column[];
  parameters: Record<string, Cell>;
  progress: (rows: number) => void;
}

/** The rows of the file through the script. A process that had to be ended is told as one more outcome. */
async function compute(
  { signal, documents }: RunContext,
  script: ScriptRow,
  { from, to, columns, parameters, progress }: Files,
): Promise<Outcome> {
  const text = {
    code: script.code,
    columns: script.columns.map((column) => ({ name: column.name, fieldType: column.fieldType })),
    // Parameters that were added later have what counts unless somebody says otherwise.
    parameters: Object.fromEntries(
      script.parameters.map((one) => [one.name, one.name in parameters ? (parameters[one.name] ?? null) : one.value]),
    ),
    seed: script.seed,
    now: Date.now(),
    words: truthWordsOf(documents),
  };
  const fields = columns.map((column) => ({ name: column.name, fieldType: column.fieldType }));
  try {
    return await inSandbox({ kind: 'run', script: text, fields, from, to, milliseconds: longest }, { signal, onRows: progress });
  } catch (error) {
    if (!(error instanceof SandboxEnded)) throw error;
    return { taken: 0, given: 0, rejected: 0, faults: [], log: [], moreLog: 0, unknown: [], milliseconds: 0, problem: error.problem };
  }
}

/** What a run told stays as long as the run. */
async function tell(db: Database, runId: number, scriptId: number, told: ToldRun): Promise<void> {
  const row = { script_id: scriptId, told: JSON.stringify(told) };
  await db
    .insertInto('script_run')
    .values({ run_id: runId, ...row })
    .onConflict((conflict) => conflict.column('run_id').doUpdateSet(row))
    .execute();
}

function failureOf({ kind, message, line, row }: Problem): RunFailure {
  const values = { line: line === null ? '–' : String(line), row: row === null ? '–' : String(row) };
  return new RunFailure(`script.failure.${kind}`, values, message === '' ? undefined : message);
}
