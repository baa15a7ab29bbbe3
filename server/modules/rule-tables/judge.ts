import { isDeepStrictEqual } from 'node:util';
import type { Context, WordedContext } from '../../context.ts';
import type { Database } from '../../database/connection.ts';
import { ApiError, type ErrorDetail, wrong } from '../../errors.ts';
import { languageOf } from '../../language.ts';
import { record } from '../audit/record.ts';
import { authorOf, signature } from '../changes.ts';
import { type Column, columnsOf } from '../data-mart/repository.ts';
import { requireTable, type SeenTable } from '../data-mart/rights.ts';
import { createFilledTable } from '../data-runs/filled-table.ts';
import { queueRun } from '../data-runs/queue.ts';
import { holdPlace, requireNoApproval } from '../data-schedule/no-approval.ts';
import { takeOffLine } from '../data-schedule/off-line.ts';
import { once } from '../once.ts';
import { requireSet, type Version, versionsOf } from '../rule-sets/sets.ts';
import { isMoment } from './judging.ts';
import { type GivenMatch, matchFields } from './matching.ts';
import { addedColumns } from './output.ts';
import { type OutputNames, type OutputSettings, type RuleRefresh, refreshModes } from './tables.ts';
import { requireMatched } from './telling.ts';

export interface GivenJudging {
  /** The rule set, whose live version judges. */
  id: string;
  /** Number of the table that is judged. */
  tableId: string;
  matches?: readonly GivenMatch[] | undefined;
  /** Columns of the input that stay; none given: all. */
  columns?: readonly string[] | undefined;
  moment?: string | null | undefined;
  /** Name of the column that gets the decision (RULE-15). */
  judging: string;
  /** Number of the table that is filled; none given: a new one. */
  outputId?: string | null | undefined;
  name?: string | null | undefined;
  title?: string | null | undefined;
  mode: RuleRefresh;
  key?: string | undefined;
}

/** The version that decides, of a set that is switched on. @throws ApiError NOT_FOUND */
export async function findLive(db: Database, setId: string): Promise<Version | undefined> {
  const set = await requireSet(db, setId);
  return set.status === '1' ? undefined : (await versionsOf(db, Number(setId))).find(({ state }) => state === 'live');
}

/**
 * Has the live version of a set judge a data table: a new table is made for what it says, or one that was filled so is replaced or added to.
 * The same with the same `key` answers the run that was started first.
 * @throws ApiError NOT_FOUND, FORBIDDEN, RULE_SET_NOT_LIVE, DUPLICATE, RUN_OPEN, WORKSPACE_IN_APPROVAL, PARAMETER_ERROR
 */
export async function judgeTable(context: WordedContext, given: GivenJudging): Promise<{ bizId: string; runId: string }> {
  const { db } = context;
  const { user, origin } = authorOf(context);
  const live = await findLive(db, given.id);
  if (!live) throw new ApiError('RULE_SET_NOT_LIVE');
  const { definition } = live;
  const input = await requireTable(db, user, given.tableId, 'reference');
  const { matches, faults } = matchFields(definition, input.columns, given.matches ?? []);
  requireMatched(context, definition, faults);
  const columns = keptColumns(input, given.columns);
  const moment = momentIn(input.columns, given.moment);
  const names = namesOf(columns, given.judging);
  const mode = refreshModes[given.mode];
  const settings: OutputSettings = {
    ...{ matches, moment, names, mode, language: languageOf(context) },
    columns: columns.map((column) => column.name),
  };
  const row = { rule_set_id: Number(given.id), input_id: input.table.id, settings: JSON.stringify(settings) };
  const note = async (transaction: Database, output: string) => {
    const detail = { input: given.tableId, output, mode: given.mode };
    await record(transaction, origin, { action: 'rule_set_judge', targetType: 'rule_set', targetId: given.id, actor: user, detail });
  };
  if (!given.outputId) {
    const asked = requireNames(given);
    return await createFilledTable(context, {
      ...{ given: { ...asked, key: given.key, filledBy: row }, call: 'rule-table.judge', kind: 'rule', runs: 'rule' },
      async keep(transaction, { id, bizId }) {
        await transaction
          .insertInto('rule_output')
          .values({ table_id: id, ...row, made_by_id: Number(user.id) })
          .execute();
        await note(transaction, bizId);
      },
    });
  }
  const output = await requireTable(db, user, given.outputId, 'edit');
  if (!output.permissions.has('execute')) throw new ApiError('FORBIDDEN');
  if (output.table.kind !== 'rule') throw wrong('outputId', 'is not filled by rule sets', 'ruletable.fault.otherKind');
  if (output.table.id === input.table.id) throw wrong('outputId', 'is the table that is judged', 'ruletable.fault.itself');
  if (mode === 'incremental' && output.table.revision > 0) {
    const differences = columnsDiffer(await columnsOf(db, output.table.id), [...columns, ...addedColumns(names)]);
    if (differences) throw new ApiError('PARAMETER_ERROR', { details: [differences] });
  }
  const { bizId } = output.table;
  return await db.transaction().execute(async (transaction) => {
    const workspaceId = await holdPlace(transaction, bizId);
    const runId = await once(transaction, context, 'rule-table.judge', given, async () => {
      // The schedule before the run, as where schedules start.
      await fillBy(transaction, context, { tableId: output.table.id, workspaceId }, row);
      const id = await queueAnew(transaction, context, output);
      await note(transaction, bizId);
      return id;
    });
    return { bizId, runId: String(runId) };
  });
}

/** @throws ApiError RUN_OPEN: what is under way was asked for otherwise */
async function queueAnew(db: Database, context: Context, { table: { id, title } }: SeenTable): Promise<number> {
  const { user } = authorOf(context);
  const executable = { kind: 'rule', tableId: id, title, input: {} };
  const queued = await queueRun(db, executable, { userId: Number(user.id), name: signature(user) });
  if (!queued.isNew) throw new ApiError('RUN_OPEN');
  return queued.id;
}

/**
 * Keeps what fills a table from now on. Something else than before is an edit: its schedule goes off line (DATA-12), and none is made during an approval (PERM-12).
 * Use a transaction that holds the place of the table. @throws ApiError WORKSPACE_IN_APPROVAL
 */
async function fillBy(
  db: Database,
  context: Context,
  { tableId, workspaceId }: { tableId: number; workspaceId: number | null },
  row: { rule_set_id: number; input_id: number; settings: string },
): Promise<void> {
  const { user } = authorOf(context);
  const before = await db
    .selectFrom('rule_output')
    .select(['rule_set_id', 'input_id', 'settings'])
    .where('table_id', '=', tableId)
    .executeTakeFirst();
  const isOther = !isDeepStrictEqual(before, { ...row, settings: JSON.parse(row.settings) as OutputSettings });
  if (isOther) await requireNoApproval(db, workspaceId);
  await db
    .updateTable('rule_output')
    .set({ ...row, made_by_id: Number(user.id) })
    .where('table_id', '=', tableId)
    .execute();
  if (isOther) await takeOffLine(context, db, [tableId]);
}

/** @throws ApiError PARAMETER_ERROR at what is missing */
function requireNames({ name, title }: GivenJudging): { name: string; title: string } {
  if (!name) throw wrong('name', 'is missing', 'ruletable.fault.nameMissing');
  if (!title?.trim()) throw wrong('title', 'is missing', 'ruletable.fault.titleMissing');
  return { name, title };
}

/** @throws ApiError PARAMETER_ERROR at `columns` */
function keptColumns({ columns }: SeenTable, given: readonly string[] | undefined): Column[] {
  if (given === undefined || given.length === 0) return columns;
  return [...new Set(given)].map((one) => {
    const column = columns.find(({ name }) => name === one);
    if (!column) throw wrong('columns', 'is no column', 'ruletable.fault.denied', { column: one });
    return column;
  });
}

/** The column rows are put in order by. @throws ApiError PARAMETER_ERROR at `moment` */
export function momentIn(columns: readonly Column[], given: string | null | undefined): string | null {
  if (!given) return null;
  const column = columns.find(({ name }) => name === given);
  if (!column) throw wrong('moment', 'is no column', 'ruletable.fault.denied', { column: given });
  if (!isMoment(column)) throw wrong('moment', 'is no day or moment', 'ruletable.fault.moment', { column: column.title });
  return column.name;
}

/** The names of the columns that are added; only that of the decision is chosen, the others step aside. @throws ApiError PARAMETER_ERROR at `judging` */
function namesOf(columns: readonly Column[], judging: string): OutputNames {
  const taken = new Set([...columns.map(({ name }) => name.toLowerCase()), judging.toLowerCase()]);
  if (columns.some(({ name }) => name.toLowerCase() === judging.toLowerCase()))
    throw wrong('judging', 'is a column of the input', 'ruletable.fault.judgingTaken');
  const free = (wished: string): string => (taken.has(wished) ? free(`${wished}_`) : wished);
  return { judging, score: free('score'), rules: free('rules_hit'), judgement: free('judgement_no') };
}

/** Columns a table lacks, and those it has besides: rows are added only where there are none. */
function columnsDiffer(has: readonly Column[], gets: readonly Pick<Column, 'name' | 'fieldType'>[]): ErrorDetail | undefined {
  const only = (some: readonly Pick<Column, 'name' | 'fieldType'>[], others: typeof some) =>
    some.filter((one) => !others.some(({ name, fieldType }) => name === one.name && fieldType === one.fieldType)).map(({ name }) => name);
  const [more, less] = [only(gets, has), only(has, gets)];
  if (more.length === 0 && less.length === 0) return undefined;
  const shown = (names: string[]) => (names.length === 0 ? '–' : names.join(', '));
  const values = { more: shown(more), less: shown(less) };
  return { field: 'outputId', message: `has other columns: ${values.more} / ${values.less}`, key: 'ruletable.fault.columnsDiffer', values };
}
