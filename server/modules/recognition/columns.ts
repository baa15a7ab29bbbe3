import { join } from 'node:path';
import type { WordedContext } from '../../context.ts';
import { literal, name, typeOf } from '../../data-engine/index.ts';
import { wrong } from '../../errors.ts';
import { wordsOf } from '../../reader.ts';
import { record } from '../audit/record.ts';
import { authorOf } from '../changes.ts';
import { openRelation } from '../data-mart/relation.ts';
import type { Column } from '../data-mart/repository.ts';
import { takeRevision } from '../data-mart/revisions.ts';
import { requireTable } from '../data-mart/rights.ts';
import { requireEvery } from '../data-runs/columns.ts';
import { editorOf, withinEditor } from '../data-runs/editor.ts';
import { createFilledTable } from '../data-runs/filled-table.ts';
import { RunFailure, type RunKind } from '../data-runs/kinds.ts';
import { doInRun } from '../work/in-run.ts';
import { recognisersOf } from './recognisers.ts';
import './tables.ts';

/** Rows that are read at a time, and at most; signs of one text. */
const atOnce = 20_000;
const mostRows = 1_000_000;
const mostSigns = 20_000;
/** Milliseconds a run may take. */
const longest = 3_600_000;

export interface GivenColumn {
  /** Number of the table to read. */
  tableId: string;
  column: string;
  keyColumn?: string | null | undefined;
  kinds?: readonly string[] | undefined;
  name: string;
  title: string;
  key?: string | undefined;
}

const columnTypes = { row: 'integer', key: 'string', kind: 'string', value: 'string', found: 'string', passed: 'boolean' } as const;
const analysis = { row: 'id', key: 'id', kind: 'category', value: 'text', found: 'text', passed: 'boolean' } as const;

/** Makes a table that is filled with what is recognised in a column of another one, and queues the first run (DATA-04, API-103). @throws ApiError NOT_FOUND, FORBIDDEN, DUPLICATE, PARAMETER_ERROR */
export async function createRecognition(context: WordedContext, given: GivenColumn): Promise<{ bizId: string; runId: string }> {
  const { user, origin } = authorOf(context);
  const kinds = given.kinds ?? [];
  recognisersOf(context.services.documents, kinds);
  const input = await requireTable(context.db, user, given.tableId, 'reference');
  for (const [field, own] of [
    ['column', given.column],
    ['keyColumn', given.keyColumn ?? given.column],
  ] as const)
    if (!input.columns.some((column) => column.name === own)) throw wrong(field, 'is no column you may use', 'aimodel.columnDenied');
  const word = wordsOf(context);
  const columns = (Object.keys(columnTypes) as (keyof typeof columnTypes)[]).map(
    (own): Column => ({
      name: own,
      title: word(`recognition.column.${own}`),
      fieldType: columnTypes[own],
      analysisType: analysis[own],
    }),
  );
  return await createFilledTable(context, {
    ...{ given, call: 'ai-text.column', kind: 'model', runs: 'text-recognise', columns },
    async keep(db, { id, bizId }) {
      await db
        .insertInto('text_recognition')
        .values({
          table_id: id,
          input_id: input.table.id,
          column_name: given.column,
          key_column: given.keyColumn ?? null,
          kinds: [...kinds],
        })
        .execute();
      const detail = { input: given.tableId, column: given.column, kinds, name: given.name };
      await record(db, origin, { action: 'text_recognition_create', targetType: 'data_table', targetId: bizId, actor: user, detail });
    },
  });
}

/** Reads the column as whoever started the run and whoever has what it fills may use it, by the recognisers there are now. */
export const recogniseRun: RunKind = {
  fills: 'model',

  async work(context) {
    const { db, files, reader, run, settings } = context;
    const found = await db
      .selectFrom('text_recognition as own')
      .innerJoin('data_table as output', 'output.id', 'own.table_id')
      .innerJoin('data_table as input', 'input.id', 'own.input_id')
      .select([
        'own.column_name as column',
        'own.key_column as keyColumn',
        'own.kinds',
        'output.owner_id as ownerId',
        'output.id as outputId',
        'output.biz_id as output',
        'input.biz_id as input',
      ])
      .where('own.table_id', '=', run.tableId ?? 0)
      .executeTakeFirst();
    if (!found) throw new RunFailure('recognition.failure.gone');
    await requireTable(db, reader, found.output, 'execute');
    const input = await requireTable(db, reader, found.input, 'reference');
    const needed = [found.column, ...(found.keyColumn === null ? [] : [found.keyColumn])];
    await requireEvery(db, input, needed);
    await withinEditor(db, await editorOf(db, found.ownerId, reader), input, needed, 'owner');
    const recognisers = recognisersThere(context.documents, found.kinds);
    if (recognisers.length === 0) throw new RunFailure('recognition.failure.noKinds');
    await context.plan(['read', 'recognise', 'write'].map((id) => ({ id, title: `recognition.step.${id}` })));
    const relation = await openRelation(db, files, settings.dataDir, input);
    if (relation.rows > mostRows) throw new RunFailure('aimodel.failure.tooManyRows', { most: String(mostRows) });
    const session = await context.session({ files: relation.files });
    const parts = Array.from({ length: Math.max(1, Math.ceil(relation.rows / atOnce)) }, (_, part) => ({
      from: join(session.folder, `rows-${part}.csv`),
      to: join(session.folder, `found-${part}.csv`),
    }));
    await context.step('read', async () => {
      const key = found.keyColumn === null ? 'NULL' : `left(CAST(${name(found.keyColumn)} AS VARCHAR), 200)`;
      await session.query(
        `CREATE TEMP TABLE "#rows" AS SELECT row_number() OVER () AS "#", left(CAST(${name(found.column)} AS VARCHAR), ${mostSigns}) AS "#text", ${key} AS "#key"
           FROM ${relation.sql}`,
      );
      for (const [part, { from }] of parts.entries())
        await session.query(
          `COPY (SELECT "#", "#text", "#key" FROM "#rows" WHERE "#" > ${part * atOnce} AND "#" <= ${(part + 1) * atOnce} ORDER BY "#")
             TO ${literal(from)} (FORMAT csv, HEADER false, FORCE_QUOTE *, ESCAPE '"')`,
        );
      return { rows: relation.rows };
    });
    const { rows } = await context.step('recognise', () => doInRun(context, { kind: 'readRows', files: parts, recognisers }, longest));
    const file = join(session.folder, 'out.parquet');
    await context.step('write', async () => {
      const types = Object.entries(columnTypes)
        .map(([own, type]) => `${literal(own)}: ${literal(typeOf[type])}`)
        .join(', ');
      await session.query(
        `COPY (SELECT * FROM read_csv([${parts.map(({ to }) => literal(to)).join(', ')}], columns = {${types}}, header = false, auto_detect = false,
             delim = ',', quote = '"', escape = '"', nullstr = '', allow_quoted_nulls = false, new_line = '\\n'))
           TO ${literal(file)} (FORMAT parquet, COMPRESSION zstd)`,
      );
      return { rows };
    });
    await takeRevision(db, files, {
      tableId: found.outputId,
      file,
      mode: 'full',
      by: run.requestedName,
      confirm: (transaction) => context.finish(transaction, { rows }),
    });
    return undefined;
  },
};

/** Those of the kinds that are still there: an overlay may have taken one away since. */
function recognisersThere(documents: Parameters<typeof recognisersOf>[0], kinds: readonly string[]) {
  const all = recognisersOf(documents);
  return kinds.length === 0 ? all : all.filter(({ id }) => kinds.includes(id));
}
