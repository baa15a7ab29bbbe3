import { join } from 'node:path';
import { sql } from 'kysely';
import type { WordedContext } from '../../context.ts';
import { ApiError } from '../../errors.ts';
import { authorOf, signature } from '../changes.ts';
import { requireTable } from '../data-mart/rights.ts';
import { requireColumns } from '../data-runs/columns.ts';
import type { RunKind } from '../data-runs/kinds.ts';
import { queueRun } from '../data-runs/queue.ts';
import { isTesting } from '../rule-sets/back-test.ts';
import { lockSet } from '../rule-sets/drafts.ts';
import { requireSet, versionOf, versionsOf } from '../rule-sets/sets.ts';
import { doInRun } from '../work/in-run.ts';
import { momentIn } from './judge.ts';
import { failures, longest, matchAgain, openRows, requireMatches, requirePermission, watched } from './judging.ts';
import { type GivenMatch, matchFields } from './matching.ts';
import type { Matches } from './tables.ts';
import { requireMatched } from './telling.ts';

export interface GivenTest {
  id: string;
  /** Of a version; none: the draft. */
  number?: number | undefined;
  tableId: string;
  matches?: readonly GivenMatch[] | undefined;
  moment?: string | null | undefined;
}

/** What a run of a back-test is given. */
interface TestInput {
  testId: number;
  setId: string;
  number: number;
  tableId: string;
  matches: Matches;
  moment: string | null;
}

/**
 * Begins to judge the rows of a data table by a version, the draft by default, and by the live one beside it. Nothing is written.
 * @throws ApiError NOT_FOUND, FORBIDDEN, BACK_TEST_RUNNING, PARAMETER_ERROR
 */
export async function startTableTest(context: WordedContext, given: GivenTest): Promise<{ id: string; runId: string }> {
  const { db } = context;
  const { user } = authorOf(context);
  await requireSet(db, given.id);
  const { definition, number } = await versionOf(db, Number(given.id), given.number);
  const input = await requireTable(db, user, given.tableId, 'reference');
  const { matches, faults } = matchFields(definition, input.columns, given.matches ?? []);
  requireMatched(context, definition, faults);
  const moment = momentIn(input.columns, given.moment);
  return await db.transaction().execute(async (transaction) => {
    await lockSet(transaction, given.id);
    if (await isTesting(transaction, given.id)) throw new ApiError('BACK_TEST_RUNNING');
    const test = { rule_set_id: Number(given.id), number, source: 'table' as const, table_id: input.table.id, total: input.table.rows };
    const { id } = await transaction
      .insertInto('rule_back_test')
      .values({ ...test, started_by: signature(user) })
      .returning('id')
      .executeTakeFirstOrThrow();
    const asked: TestInput = { testId: id, setId: given.id, number, tableId: given.tableId, matches, moment };
    // Of its starter alone: what it tells of single rows is for who may use the table.
    const executable = { kind: 'rule-test', tableId: null, title: input.table.title, input: { ...asked } };
    const run = await queueRun(transaction, executable, { userId: Number(user.id), name: signature(user) });
    await transaction.updateTable('rule_back_test').set({ run_id: run.id }).where('id', '=', id).execute();
    return { id: String(id), runId: String(run.id) };
  });
}

/** Judges the rows of a table by a version and by the live one, and keeps what was counted. */
export const testRun: RunKind = {
  async work(context) {
    const { db, documents, reader, run, settings } = context;
    const { testId, setId, number, tableId, matches, moment } = run.input as unknown as TestInput;
    await requirePermission(context, 'data:rule:edit');
    const { definition } = await versionOf(db, Number(setId), number);
    const decides = (await versionsOf(db, Number(setId))).find(({ state }) => state === 'live');
    const live = decides?.definition;
    const input = await requireTable(db, reader, tableId, 'reference');
    const chosen = Object.values(matches).filter((column) => column !== null);
    await requireColumns(db, input, [...chosen, ...(moment === null ? [] : [moment])]);
    const tried = requireMatches(definition, input.columns, matches);
    // The live version takes what was chosen for the fields both have.
    const before = live && matchAgain(live, input.columns, matches);
    const isComparable = before?.faults.length === 0;
    await context.plan(['read', 'judge'].map((id) => ({ id, title: `ruletable.step.${id}` })));
    const columns = [...Object.values(tried), ...Object.values((isComparable && before?.matches) || {})];
    const rows = await openRows(context, input, { columns: columns.filter((column) => column !== null), moment });
    const from = join(rows.session.folder, 'rows.csv');
    await context.step('read', async () => {
      await rows.write(from);
      return { rows: rows.relation.rows };
    });
    const told = await context.step('judge', async (progress) => {
      const job = {
        ...(await watched(db, { documents, settings }, live ? [definition, live] : [definition])),
        ...{ kind: 'judgeTest' as const, from, moment: rows.moment, timeZone: settings.timeZone, now: Date.now() },
        judged: rows.placed(definition, tried),
        live: live && before && isComparable ? rows.placed(live, before.matches) : null,
      };
      const outcome = await doInRun(context, job, longest, { onRows: progress, failures });
      return { ...outcome, rows: outcome.taken };
    });
    // A table that lacks fields of the live version is judged by the other one alone.
    const result = { ...told.result, comparedWith: isComparable ? (decides?.number ?? null) : null };
    await db.transaction().execute(async (transaction) => {
      await context.finish(transaction, { rows: told.taken });
      await transaction
        .updateTable('rule_back_test')
        .set({ state: 'done', done: told.taken, total: told.taken, result: JSON.stringify(result), touched_at: sql<Date>`now()` })
        .where('id', '=', testId)
        .execute();
    });
    return undefined;
  },
};
