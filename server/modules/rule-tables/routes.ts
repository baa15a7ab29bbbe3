import { fieldsOf, velocitiesOf } from '../../../src/core/rule-set/index.ts';
import type { WordedContext } from '../../context.ts';
import { defineModule, signedIn } from '../../contracts.ts';
import type { Database } from '../../database/connection.ts';
import type { LabelValue } from '../../database/values.ts';
import { ApiError } from '../../errors.ts';
import { speaker, wordsOfArea } from '../../reader.ts';
import { tableOptions } from '../data-mart/catalogue.ts';
import { selectTables } from '../data-mart/repository.ts';
import { mayAct, type Reader, requireTable, rightsColumn, rightsIn } from '../data-mart/rights.ts';
import { filledBy } from '../data-runs/filled-table.ts';
import { registerExecutable, registerRunKind } from '../data-runs/kinds.ts';
import { requireRun, runSayer, runsOf } from '../data-runs/runs.ts';
import { registerLineage } from '../lineage/kinds.ts';
import { requireSet, versionOf } from '../rule-sets/sets.ts';
import { misfitText } from '../rule-sets/wording.ts';
import { startTableTest, testRun } from './back-test.ts';
import { explainRow, visibleFields } from './explain.ts';
import { findLive, judgeTable } from './judge.ts';
import { findOutput, judgedRows } from './judged.ts';
import { isMoment } from './judging.ts';
import { ruleLineage } from './lineage.ts';
import { proposedColumn } from './matching.ts';
import { judgeRun } from './run.ts';
import { refreshOf } from './tables.ts';

registerRunKind('rule', judgeRun);
registerRunKind('rule-test', testRun);
registerLineage('rule', ruleLineage);
registerExecutable(filledBy('rule', 'rule_output'));

const shownRuns = 20;

/** Rule sets over data tables: judged tables, back-tests over tables, why a row was judged as it was (DATA-14, RULE-15 to RULE-17). */
export const ruleTableModule = defineModule({
  service: 'rule-table',
  routes: {
    async tables(request) {
      const found = await tableOptions(request.db, signedIn(request), 'reference', request.query.keyword?.trim() ?? '');
      return found.map(({ value, label }) => ({ value, label }));
    },

    async outputs(request) {
      const rows = await selectTables(request.db)
        .innerJoin('rule_output', 'rule_output.table_id', 'data_table.id')
        .where(mayAct(signedIn(request), 'edit'))
        .orderBy('data_table.title')
        .limit(200)
        .execute();
      return rows.map(({ bizId, title, name }) => ({ value: bizId, label: `${title} (${name})` }));
    },

    async matching(request) {
      return await matchingOf(request, request.query);
    },

    async judge(request) {
      return await judgeTable(request, request.body);
    },

    async work(request) {
      return await workOf(request, request.query.id);
    },

    async told(request) {
      return await toldOf(request, request.query.runId);
    },

    async backTest(request) {
      return await startTableTest(request, request.body);
    },

    async page(request) {
      return await judgedRows(request, request.body);
    },

    async explain(request) {
      return await explainRow(request, request.query);
    },
  },
});

/** The fields of a version with the columns of a table they would take, by name. @throws ApiError NOT_FOUND, FORBIDDEN, RULE_SET_NOT_LIVE */
async function matchingOf(context: WordedContext, { id, number, tableId }: { id: string; number?: number | undefined; tableId: string }) {
  const { db } = context;
  const version = number === undefined ? await findLive(db, id) : await versionOf(db, Number(id), number);
  if (!version) throw new ApiError('RULE_SET_NOT_LIVE');
  const { definition } = version;
  const input = await requireTable(db, signedIn(context), tableId, 'reference');
  const [say, word] = [speaker(context), wordsOfArea(context, (key) => key)];
  const used = fieldsOf(definition);
  const choice = ({ name, title, fieldType }: (typeof input.columns)[number]) => ({
    value: name,
    label: `${title === name ? name : `${title} (${name})`} · ${word(`ruleset.type.${fieldType}`)}`,
  });
  return {
    number: version.number,
    fields: definition.fields.map((field) => ({
      field: field.name,
      label: say(field.label as LabelValue) || field.name,
      type: field.type,
      required: field.required === true,
      used: used.has(field.name),
      column: proposedColumn(field, input.columns)?.name ?? null,
    })),
    columns: input.columns.map(choice),
    moments: input.columns.filter(isMoment).map(choice),
    countsEarlier: velocitiesOf(definition).length > 0,
    rows: input.table.rows,
  };
}

/** The tables a rule set fills and their last runs, as far as somebody sees them. */
async function workOf(context: WordedContext, id: string) {
  const { db } = context;
  const reader = signedIn(context);
  await requireSet(db, id);
  const outputs = await outputsOf(db, reader, Number(id));
  const tableIds = outputs.map(({ tableId }) => tableId);
  const found =
    tableIds.length === 0
      ? []
      : await db
          .selectFrom('data_run')
          .select('id')
          .where('kind', '=', 'rule')
          .where('table_id', 'in', tableIds)
          .orderBy('id', 'desc')
          .limit(shownRuns)
          .execute();
  const runs = await runsOf(
    db,
    reader,
    found.map((run) => run.id),
  );
  return { filled: outputs.map(({ tableId: _tableId, ...one }) => one), runs: runs.map(runSayer(context)) };
}

async function outputsOf(db: Database, reader: Reader, setId: number) {
  const rows = await selectTables(db)
    .innerJoin('rule_output', 'rule_output.table_id', 'data_table.id')
    .innerJoin('data_table as input', 'input.id', 'rule_output.input_id')
    .select(rightsColumn(reader))
    .select(['input.title as inputTitle', 'rule_output.settings'])
    .where('rule_output.rule_set_id', '=', setId)
    .where(mayAct(reader, 'view'))
    .orderBy('data_table.id', 'desc')
    .limit(200)
    .execute();
  return rows.map((row) => ({
    ...{ tableId: row.id, bizId: row.bizId, title: row.title, inputTitle: row.inputTitle, rows: row.rows },
    mode: refreshOf(row.settings.mode),
    refreshTime: row.refreshedAt?.toISOString() ?? null,
    mayRun: rightsIn(row).permissions.has('execute'),
  }));
}

/** Who runs a table need not see its rows. */
function unseen(error: unknown): undefined {
  if (!(error instanceof ApiError)) throw error;
  return undefined;
}

/**
 * What a run told, for who may run it. Rows that were left out tell values of the input: as far as the reader sees their columns, here or there.
 * @throws ApiError NOT_FOUND, FORBIDDEN
 */
async function toldOf(context: WordedContext, runId: string) {
  const { db } = context;
  const reader = signedIn(context);
  const run = await requireRun(db, reader, runId, 'execute');
  const found = await db.selectFrom('rule_run').select(['told', 'rule_set_id as setId']).where('run_id', '=', run.id).executeTakeFirst();
  if (!found?.setId) throw new ApiError('NOT_FOUND');
  const { number, taken, judged, rejected, decisions, hits, faults, about } = found.told;
  const output = run.bizId === null ? undefined : await requireTable(db, reader, run.bizId, 'view').catch(unseen);
  const filled = output && (await findOutput(db, output.table.id));
  const mayTell = about && output && filled ? await visibleFields(db, reader, { ...output, ...filled }, about) : () => false;
  const { definition } = await versionOf(db, found.setId, number);
  const [say, word] = [speaker(context), wordsOfArea(context, (key) => key)];
  const labels = new Map(definition.fields.map(({ name, label }) => [name, say(label as LabelValue) || name]));
  return {
    ...{ number, taken, judged, rejected },
    decisions: (['approve', 'review', 'block'] as const).map((decision) => ({ decision, count: decisions[decision] })),
    rules: definition.rules.map(({ id, name }) => ({ id, name: say(name as LabelValue), hits: hits[id] ?? 0 })),
    faults: faults.map(({ row, field, kind, value }, index) => ({
      ...{ key: String(index + 1), row, field: labels.get(field) ?? field, value: mayTell(field) ? value : word('ruleset.hiddenValue') },
      text: word(misfitText(kind)),
    })),
  };
}
