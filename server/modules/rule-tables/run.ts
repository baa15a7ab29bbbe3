import { join } from 'node:path';
import { type LocalizedText, localizedText } from '../../../src/core/index.ts';
import type { Language } from '../../../src/core/types.ts';
import { csvOptions } from '../../data-engine/csv.ts';
import { castTo, literal, name } from '../../data-engine/index.ts';
import type { Database } from '../../database/connection.ts';
import { takeRevision } from '../data-mart/revisions.ts';
import { requireTable } from '../data-mart/rights.ts';
import { requireColumns } from '../data-runs/columns.ts';
import { editorOf, withinEditor } from '../data-runs/editor.ts';
import { RunFailure, type RunKind } from '../data-runs/kinds.ts';
import { doInRun } from '../work/in-run.ts';
import { findLive } from './judge.ts';
import { failures, longest, openRows, requireMatches, requirePermission, watched } from './judging.ts';
import { addedColumns } from './output.ts';
import type { ToldJudging } from './tables.ts';

/**
 * Fills a table by a rule set: its input as whoever started the run and whoever asked for it to be filled so may read it -> the columns that are judged by, as a file -> judged in a thread, row by row ->
 * the rows with what was said of them, and beside them why, as Parquet -> the new revision, which counts in the transaction that finishes the run.
 */
export const judgeRun: RunKind = {
  fills: 'rule',

  async work(context) {
    const { db, documents, files, reader, run, settings: server } = context;
    const output = await outputOf(db, run.tableId);
    if (!output) throw new RunFailure('ruletable.failure.gone');
    const { settings } = output;
    await requirePermission(context, 'data:rule:run');
    await requireTable(db, reader, output.bizId, 'execute');
    const version = await findLive(db, String(output.setId));
    if (!version) throw new RunFailure('ruletable.failure.notLive');
    const { definition } = version;
    const input = await requireTable(db, reader, output.input, 'reference');
    const judgedBy = Object.values(settings.matches).filter((column) => column !== null);
    await requireColumns(db, input, [...judgedBy, ...(settings.moment === null ? [] : [settings.moment])]);
    const kept = await requireColumns(db, input, settings.columns);
    const used = [...judgedBy, ...settings.columns, ...(settings.moment === null ? [] : [settings.moment])];
    await withinEditor(db, await editorOf(db, output.madeById, reader), input, used, 'asker');
    const matches = requireMatches(definition, input.columns, settings.matches);
    await context.plan(['read', 'judge', 'write'].map((id) => ({ id, title: `ruletable.step.${id}` })));
    const columns = Object.values(matches).filter((column) => column !== null);
    const rows = await openRows(context, input, { columns, kept: kept.map((column) => column.name), moment: settings.moment });
    const { session } = rows;
    const [from, to, why, file, beside] = ['rows.csv', 'judged.csv', 'why.csv', 'out.parquet', 'why.parquet'].map((one) =>
      join(session.folder, one),
    ) as [string, string, string, string, string];
    await context.step('read', async () => {
      await rows.write(from);
      return { rows: rows.relation.rows };
    });
    const language = settings.language as Language;
    const told = await context.step('judge', async (progress) => {
      const names = definition.rules.map(({ id, name: label }) => [id, localizedText(label as LocalizedText, language)]);
      const job = {
        ...(await watched(db, { documents, settings: server }, [definition])),
        ...{ kind: 'judge' as const, from, to, hits: why, moment: rows.moment, timeZone: server.timeZone, now: Date.now() },
        ...{ judged: rows.placed(definition, matches), names: Object.fromEntries(names) as Record<string, string> },
      };
      const outcome = await doInRun(context, job, longest, { onRows: progress, failures });
      const about = { matches, input: input.table.bizId, columns: settings.columns };
      await tell(db, run.id, output.setId, { ...outcome, number: version.number, about });
      if (outcome.judged === 0) throw new RunFailure('ruletable.failure.rows', { rows: String(outcome.taken) });
      return { ...outcome, rows: outcome.judged };
    });
    const added = addedColumns(settings.names);
    await context.step('write', async () => {
      const own = kept.map((column) => `${castTo(`own.${name(column.name)}`, column.fieldType)} AS ${name(column.name)}`);
      const said = [
        `said.score AS ${name(settings.names.score)}`,
        `said.decision AS ${name(settings.names.judging)}`,
        `said.rules AS ${name(settings.names.rules)}`,
        `${literal(`${run.id}-`)} || own."#" AS ${name(settings.names.judgement)}`,
      ];
      await session.query(
        `COPY (SELECT ${[...own, ...said].join(', ')} FROM "#rows" AS own JOIN read_csv(${literal(to)},
           columns = {"#": 'BIGINT', "score": 'DECIMAL(24,6)', "decision": 'VARCHAR', "rules": 'VARCHAR'}, ${csvOptions}) AS said ON own."#" = said."#" ORDER BY own."#")
         TO ${literal(file)} (FORMAT parquet, COMPRESSION zstd)`,
      );
      const about = JSON.stringify({
        setId: String(output.setId),
        number: version.number,
        input: output.input,
        matches,
        columns: settings.columns,
      });
      await session.query(
        `COPY (SELECT *, ${literal(about)} AS about FROM read_csv(${literal(why)},
           columns = {"row": 'BIGINT', "score": 'DOUBLE', "decision": 'VARCHAR', "hits": 'VARCHAR', "values": 'VARCHAR'}, ${csvOptions}) ORDER BY "row")
         TO ${literal(beside)} (FORMAT parquet, COMPRESSION zstd)`,
      );
      return { rows: told.judged };
    });
    const title = (key: string) => documents.text(language, `ruletable.column.${key}`) ?? key;
    await takeRevision(db, files, {
      ...{ tableId: output.id, file, mode: settings.mode, by: run.requestedName, rejected: told.rejected },
      beside: { file: beside, runId: run.id },
      columns: [
        ...kept.map(({ name: own, title: text, analysisType }) => ({ name: own, title: text, analysisType })),
        ...added.map((column) => ({ name: column.name, analysisType: column.analysisType, title: title(column.title) })),
      ],
      async confirm(transaction) {
        await transaction
          .updateTable('rule_output')
          .set({ filled: JSON.stringify(settings.names) })
          .where('table_id', '=', output.id)
          .execute();
        await context.finish(transaction, {
          rows: told.judged,
          rejected: told.rejected,
          ...(told.rejected > 0 && { note: { key: 'ruletable.note.leftOut', values: { rows: String(told.rejected) } } }),
        });
      },
    });
    return undefined;
  },
};

async function outputOf(db: Database, tableId: number | null) {
  return await db
    .selectFrom('rule_output')
    .innerJoin('data_table as output', 'output.id', 'rule_output.table_id')
    .innerJoin('data_table as input', 'input.id', 'rule_output.input_id')
    .select(['output.id', 'output.biz_id as bizId', 'input.biz_id as input', 'rule_output.rule_set_id as setId', 'rule_output.settings'])
    .select('rule_output.made_by_id as madeById')
    .where('rule_output.table_id', '=', tableId ?? 0)
    .executeTakeFirst();
}

/** What a run told stays as long as the run. */
async function tell(db: Database, runId: number, setId: number, told: ToldJudging): Promise<void> {
  const row = { rule_set_id: setId, told: JSON.stringify(told) };
  await db
    .insertInto('rule_run')
    .values({ run_id: runId, ...row })
    .onConflict((conflict) => conflict.column('run_id').doUpdateSet(row))
    .execute();
}
