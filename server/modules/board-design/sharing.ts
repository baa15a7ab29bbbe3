import type { DesignedBoard } from '../../../src/generated/calls.ts';
import type { Context, WordedContext } from '../../context.ts';
import { type Principal, signedIn } from '../../contracts.ts';
import type { Database } from '../../database/connection.ts';
import { ApiError, wrong } from '../../errors.ts';
import { authorOf, changeWithin, touched } from '../changes.ts';
import { sendNotice } from '../messages/notices.ts';
import { nameOfUser } from '../messages/people.ts';
import { boardKind, boardOf, leftBoard, ownBoard, type SeenRow } from './boards.ts';
import { opensBoards, publishing } from './rights.ts';
import { holdOwner, keepPast } from './saving.ts';
import { type ReaderKind, type Reading, readerKinds } from './tables.ts';

interface Sharing {
  id: string;
  version: number;
  readers: readonly string[];
  editors: readonly string[];
  everybody: boolean;
}

/**
 * Says who may look at a board and who may change it, in place of whom it said before; where that is the same, nothing is written.
 * @throws ApiError NOT_FOUND, FORBIDDEN for who does not own it and for publishing without that permission, CONFLICT, PARAMETER_ERROR for nobody
 */
export async function shareBoard(context: WordedContext, { id, version, readers, editors, everybody }: Sharing): Promise<DesignedBoard> {
  const author = authorOf(context);
  return await context.db.transaction().execute(async (db) => {
    const row = await ownBoard(db, author.user, id);
    // Who lost the permission may still take back what is published, or leave it.
    if (everybody && !row.everybody && !author.user.permissions.has(publishing)) throw new ApiError('FORBIDDEN');
    const shares = new Map([...readers.map((value) => [value, false] as const), ...editors.map((value) => [value, true] as const)]);
    const rows = [...shares].map(([value, mayEdit]) => ({ ...target(value), board_id: row.id, may_edit: mayEdit }));
    await requireTargets(db, rows);
    if (row.version !== version) throw new ApiError('CONFLICT', { data: await boardOf(context, id, db) });
    if (everybody === row.everybody && (await isSharedSo(db, row.id, rows))) return await boardOf(context, id, db);
    await changeWithin(db, boardKind, author, {
      id,
      verb: 'share',
      detail: { readers, editors },
      async work(transaction) {
        const before = await transaction.deleteFrom('board_reader').where('board_id', '=', row.id).returning(['kind', 'target']).execute();
        if (rows.length > 0) await transaction.insertInto('board_reader').values(rows).execute();
        const status = everybody || rows.length > 0 ? '1' : '0';
        // Of two who say it at once the second looks at what the first said. What stands on the board is not changed: who works on it goes on.
        await keepPast(transaction, row);
        await transaction
          .updateTable('report_board')
          .set({ everybody, status, ...touched(author.user) })
          .where('id', '=', row.id)
          .execute();
        const had = new Set(before.flatMap(({ kind, target }) => (kind === 'user' ? [target] : [])));
        const named = rows.flatMap((one) => (one.kind === 'user' && !had.has(one.target) ? [one.target] : []));
        await tell(transaction, author.user, 'data/board-shared', row, named);
        return true;
      },
    });
    return await boardOf(context, id, db);
  });
}

/** Whether a board is shared with these already, each as they may now. */
async function isSharedSo(db: Database, boardId: number, rows: readonly Reading[]): Promise<boolean> {
  const signs = (all: readonly Reading[]) => new Set(all.map((one) => `${one.kind}:${one.target}:${one.may_edit}`));
  const before = signs(
    await db.selectFrom('board_reader').select(['kind', 'target', 'may_edit']).where('board_id', '=', boardId).execute(),
  );
  const wanted = signs(rows);
  return before.size === wanted.size && [...wanted].every((sign) => before.has(sign));
}

/** Those who were named hear of it, but for who named themselves, and who could open nothing by the link. */
async function tell(
  db: Database,
  user: Principal,
  template: 'data/board-shared' | 'data/board-given',
  { id, board_name: board }: Pick<SeenRow, 'id' | 'board_name'>,
  people: readonly number[],
): Promise<void> {
  const others = people.filter((one) => one !== Number(user.id));
  if (others.length === 0) return;
  const openers = await db
    .selectFrom('app_user')
    .select('id')
    .where('id', 'in', others)
    .where('status', '=', '0')
    .where(opensBoards())
    .execute();
  const userIds = openers.map(({ id: one }) => one);
  const parameters = { person: await nameOfUser(db, user.id), board, id: String(id) };
  await sendNotice(db, { template, userIds, parameters, sourceId: String(id) });
}

function target(value: string): { kind: ReaderKind; target: number } {
  const [word = '', number = ''] = value.split(':');
  const kind = readerKinds.find((one) => one === word);
  if (!kind) throw wrong('readers', 'There is nobody of this kind', 'board-design.nobody');
  return { kind, target: Number(number) };
}

async function requireTargets(db: Database, rows: readonly { kind: ReaderKind; target: number }[]): Promise<void> {
  const tables = { user: 'app_user', department: 'department', role: 'role' } as const;
  for (const kind of readerKinds) {
    const wanted = rows.filter((row) => row.kind === kind).map((row) => row.target);
    if (wanted.length === 0) continue;
    const found = await db.selectFrom(tables[kind]).select('id').where('id', 'in', wanted).execute();
    if (found.length < new Set(wanted).size) throw wrong('readers', 'Somebody is not there any more', 'board-design.nobody');
  }
}

/** Gives a board to somebody else; who gave it goes on as one who may change it. @throws ApiError NOT_FOUND, FORBIDDEN, PARAMETER_ERROR at `userId` */
export async function giveBoard(context: Context, { id, userId }: { id: string; userId: string }): Promise<void> {
  const author = authorOf(context);
  await context.db.transaction().execute(async (db) => {
    const row = await ownBoard(db, author.user, id);
    const heir = await db.selectFrom('app_user').select('id').where('id', '=', Number(userId)).where('status', '=', '0').executeTakeFirst();
    if (!heir || heir.id === Number(author.user.id)) throw wrong('userId', 'Choose somebody else who can sign in', 'board-design.noHeir');
    await handOver(context, db, { id: row.id, to: heir.id, verb: 'give' });
    const share = { board_id: row.id, kind: 'user' as const, target: Number(author.user.id), may_edit: true };
    await db
      .insertInto('board_reader')
      .values(share)
      .onConflict((conflict) => conflict.columns(['board_id', 'kind', 'target']).doUpdateSet({ may_edit: true }))
      .execute();
    await db.updateTable('report_board').set({ status: '1' }).where('id', '=', row.id).execute();
    await tell(db, author.user, 'data/board-given', row, [heir.id]);
  });
}

/** Takes over a board whose owner left. @throws ApiError NOT_FOUND, FORBIDDEN */
export async function takeBoard(context: Context, id: string): Promise<void> {
  const user = signedIn(context);
  await context.db.transaction().execute(async (db) => {
    const row = await leftBoard(db, user, id);
    await handOver(context, db, { id: row.id, to: Number(user.id), verb: 'take' });
  });
}

async function handOver(
  context: Context,
  db: Database,
  { id, to, verb }: { id: number; to: number; verb: 'give' | 'take' },
): Promise<void> {
  const author = authorOf(context);
  await holdOwner(db, to, 'userId');
  await changeWithin(db, boardKind, author, {
    id: String(id),
    verb,
    async work(transaction) {
      const { version: _, ...stamps } = touched(author.user);
      await transaction
        .updateTable('report_board')
        .set({ owner_id: to, is_first: false, ...stamps })
        .where('id', '=', id)
        .execute();
      await transaction.deleteFrom('board_reader').where('board_id', '=', id).where('kind', '=', 'user').where('target', '=', to).execute();
      return true;
    },
  });
}
