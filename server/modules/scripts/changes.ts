import { sql } from 'kysely';
import { askerOf } from '../../caller.ts';
import type { WordedContext } from '../../context.ts';
import { type Principal, signedIn } from '../../contracts.ts';
import type { Database } from '../../database/connection.ts';
import { textOrNull } from '../../database/values.ts';
import { ApiError } from '../../errors.ts';
import { truthWordsOf } from '../../truth-words.ts';
import { record } from '../audit/record.ts';
import { authorOf, signature, touched } from '../changes.ts';
import { requireFillsNone } from '../data-mart/filled.ts';
import { requireTable } from '../data-mart/rights.ts';
import { requireNoApproval } from '../data-schedule/no-approval.ts';
import { takeOffLine } from '../data-schedule/off-line.ts';
import { once } from '../once.ts';
import { whileSomebodyWaits } from '../work/short.ts';
import { requireWork } from '../workspaces/rights.ts';
import { begun, declaredColumns, declaredParameters, type GivenColumn, type GivenParameter } from './given.ts';
import { requireScript, type ScriptRow } from './scripts.ts';
import { inSandbox } from './work/process.ts';
import type { Problem } from './work/types.ts';

/** Versions of a script that stay. */
const keptVersions = 10;

export interface GivenScript {
  name: string;
  description?: string | null | undefined;
  workspaceId?: string | null | undefined;
  /** Number of the data table it is tried on. */
  tableId: string;
  key?: string | undefined;
}
export interface GivenText {
  code: string;
  columns: GivenColumn[];
  parameters?: GivenParameter[] | undefined;
  seed?: number | undefined;
}

/** Makes a script that gives the rows of its table as they are. Of a key, see once, only one is made. @throws ApiError NOT_FOUND, FORBIDDEN, WORKSPACE_DISABLED */
export async function createScript(context: WordedContext, given: GivenScript): Promise<{ id: string }> {
  const { user, origin } = authorOf(context);
  const input = await requireTable(context.db, user, given.tableId, 'reference');
  const { code, columns } = begun(input.columns);
  const make = async (db: Database) => {
    const { id } = await db
      .insertInto('script')
      .values({
        name: given.name.trim(),
        description: textOrNull(given.description),
        owner_id: Number(user.id),
        workspace_id: await workspaceOf(db, context, given.workspaceId),
        input_id: input.table.id,
        updated_by: signature(user),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await addVersion(db, id, 1, { code, columns, parameters: [], seed: 1, problem: null }, user);
    const detail = { name: given.name, table: given.tableId };
    await record(db, origin, { action: 'script_create', targetType: 'script', targetId: String(id), actor: user, detail });
    return id;
  };
  const id = await context.db.transaction().execute((db) => once(db, context, 'script.create', given, () => make(db)));
  return { id: String(id) };
}

/** The workspace a script is put into. @throws ApiError as `requireWork` */
async function workspaceOf(db: Database, context: WordedContext, bizId: string | null | undefined): Promise<number | null> {
  return bizId ? (await requireWork(db, signedIn(context), bizId)).id : null;
}

type Kept = Pick<ScriptRow, 'code' | 'columns' | 'parameters' | 'seed'> & { problem: Problem | null };

async function addVersion(db: Database, scriptId: number, number: number, kept: Kept, by: Principal): Promise<void> {
  const { id } = await db
    .insertInto('script_version')
    .values({
      script_id: scriptId,
      number,
      code: kept.code,
      columns: JSON.stringify(kept.columns),
      parameters: JSON.stringify(kept.parameters),
      seed: kept.seed,
      problem: kept.problem && JSON.stringify(kept.problem),
      made_by: signature(by),
      made_by_id: Number(by.id),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.updateTable('script').set({ current_id: id }).where('id', '=', scriptId).execute();
  await db
    .deleteFrom('script_version')
    .where('script_id', '=', scriptId)
    .where('number', '<=', number - keptVersions)
    .execute();
}

export interface ChangedScript extends GivenScript, GivenText {
  id: string;
  version: number;
}

/**
 * Saves a script, finished or not: what is wrong with its text is kept beside it. Another text, other columns, parameters or seed are a new version,
 * which takes the schedules of the tables it fills off line; what is saved as it was is no change.
 * @throws ApiError NOT_FOUND, FORBIDDEN, CONFLICT, PARAMETER_ERROR, WORKSPACE_IN_APPROVAL, DATA_BUSY
 */
export async function saveScript(context: WordedContext, given: ChangedScript, current: () => Promise<object>): Promise<void> {
  const { user, origin } = authorOf(context);
  const before = await requireScript(context.db, user, given.id, 'mayChange');
  const input = given.tableId === before.inputBizId ? undefined : await requireTable(context.db, user, given.tableId, 'reference');
  const text = {
    code: given.code,
    columns: declaredColumns(given.columns),
    parameters: declaredParameters(given.parameters ?? [], truthWordsOf(context.services.documents)),
    seed: given.seed ?? before.seed,
  };
  const problem = given.code === before.code ? before.problem : await problemOf(context, given.code);
  await context.db.transaction().execute(async (db) => {
    const row = await requireScript(db, user, given.id, 'mayChange');
    await requireNoApproval(db, row.workspaceId);
    const isElsewhere = (given.workspaceId ?? null) !== row.workspaceBizId;
    // Only its owner takes a script out of a workspace, or into one.
    if (isElsewhere && row.ownerId !== Number(user.id)) throw new ApiError('FORBIDDEN');
    const isSame =
      JSON.stringify(text) ===
      JSON.stringify({ code: row.code, columns: row.columns.map(inOrder), parameters: row.parameters.map(asKept), seed: row.seed });
    const called = { name: given.name.trim(), description: textOrNull(given.description) };
    const isCalledSo = called.name === row.name && called.description === row.description;
    if (isSame && isCalledSo && !isElsewhere && given.tableId === row.inputBizId && given.version === row.version) return;
    const changed = await db
      .updateTable('script')
      .set({
        ...called,
        ...(input && { input_id: input.table.id }),
        ...(isElsewhere && { workspace_id: await workspaceOf(db, context, given.workspaceId) }),
        ...touched(user),
      })
      .where('id', '=', row.id)
      .where('version', '=', given.version)
      .executeTakeFirst();
    if (changed.numUpdatedRows === 0n) throw new ApiError('CONFLICT', { data: await current() });
    if (!isSame) {
      await addVersion(db, row.id, row.number + 1, { ...text, problem }, user);
      const filled = await db.selectFrom('script_output').select('table_id as id').where('script_id', '=', row.id).execute();
      await takeOffLine(
        context,
        db,
        filled.map(({ id }) => id),
      );
    }
    const detail = { name: given.name, number: isSame ? row.number : row.number + 1 };
    await record(db, origin, { action: 'script_update', targetType: 'script', targetId: given.id, actor: user, detail });
  });
}

/** As they are made: the database keeps no order of properties. */
function inOrder({ name, title, fieldType }: Kept['columns'][number]) {
  return { name, title, fieldType };
}
function asKept({ name, title, type, value }: Kept['parameters'][number]) {
  return { name, title, type, value };
}

/** Why a text is no script. None of it runs. @throws ApiError DATA_BUSY */
async function problemOf(context: WordedContext, code: string): Promise<Problem | null> {
  const asker = askerOf(context);
  return await whileSomebodyWaits(asker, () => inSandbox({ kind: 'check', code }, asker));
}

const fills = { seen: 'script.fillsTables', both: 'script.fillsTablesAndOthers', others: 'script.fillsOthers' };

/** Deletes a script no table is filled by. @throws ApiError NOT_FOUND, FORBIDDEN, IN_USE, WORKSPACE_IN_APPROVAL */
export async function removeScript(context: WordedContext, id: string): Promise<void> {
  const { user, origin } = authorOf(context);
  await context.db.transaction().execute(async (db) => {
    await db.selectFrom('script').select('id').where('id', '=', Number(id)).forUpdate().executeTakeFirst();
    const row = await requireScript(db, user, id, 'mayChange');
    await requireNoApproval(db, row.workspaceId);
    const filled = sql<boolean>`data_table.id in (select table_id from script_output where script_id = ${row.id})`;
    await requireFillsNone(db, user, filled, fills);
    await db.updateTable('script').set({ current_id: null }).where('id', '=', row.id).execute();
    await db.deleteFrom('script').where('id', '=', row.id).execute();
    await record(db, origin, { action: 'script_delete', targetType: 'script', targetId: id, actor: user, detail: { name: row.name } });
  });
}
