import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { BoardCard, BoardFilter, DataChart, DesignedBoard } from '../../../src/generated/calls.ts';
import type { Context, WordedContext } from '../../context.ts';
import { signedIn } from '../../contracts.ts';
import type { Database } from '../../database/connection.ts';
import { type LabelValue, textOrNull } from '../../database/values.ts';
import { ApiError, wrong } from '../../errors.ts';
import { authorOf, changeWithin, createWithin, signature, touched } from '../changes.ts';
import { requireTable } from '../data-mart/rights.ts';
import { once } from '../once.ts';
import { boardKind, boardOf, filtersFor, nameFor, ownBoard, type SeenRow, seenBoard } from './boards.ts';
import { hiddenCards, isHidden, tablesSeen } from './cards.ts';
import { mergeBoards } from './merge.ts';
import { type BoardContent, designedPage, mostBoards, mostCards, mostFilters, mostPast } from './tables.ts';

/** What one person makes waits for what they make elsewhere at the same time. */
export const lockOwner = async (db: Database, ownerId: number): Promise<unknown> =>
  await db.selectFrom('app_user').select('id').where('id', '=', ownerId).forUpdate().execute();

/** Boards of one person are made by one request at a time. @throws ApiError PARAMETER_ERROR where they have as many as one may have */
export async function holdOwner(db: Database, ownerId: number, field = 'name'): Promise<void> {
  await lockOwner(db, ownerId);
  const owned = db.selectFrom('report_board').select(sql<number>`count(*)::int`.as('count')).where('owner_id', '=', ownerId);
  if ((await owned.executeTakeFirstOrThrow()).count >= mostBoards)
    throw wrong(field, `One person has at most ${mostBoards} boards`, 'board-design.tooMany', { most: String(mostBoards) });
}

/** @throws ApiError PARAMETER_ERROR at `field` where these are more than a board holds */
export function requireRoom(count: number, field: string): void {
  if (count > mostCards) throw wrong(field, `A board holds at most ${mostCards} cards`, 'board-design.full', { most: String(mostCards) });
}

interface Given {
  name: string;
  description?: string | null | undefined;
  cards?: readonly BoardCard[] | undefined;
  filters?: readonly BoardFilter[] | undefined;
}

/** @throws ApiError PARAMETER_ERROR at `cards` for two of one id, and for cards that say too little */
function contentFrom({ cards = [], filters = [] }: Given, stored: readonly BoardCard[]): BoardContent {
  const known = new Map(stored.map((card) => [card.id, card]));
  // What somebody may not see stays what it is; one that is not there is nothing to keep.
  const whole = cards.flatMap((card): BoardCard[] => {
    if (!isHidden(card)) return [card];
    const was = known.get(card.id);
    return was ? [{ ...was, width: card.width, height: card.height }] : [];
  });
  for (const [field, parts] of Object.entries({ cards: whole, filters }))
    if (new Set(parts.map(({ id }) => id)).size < parts.length) throw wrong(field, 'An id stands twice', 'board-design.twiceId');
  for (const [index, { kind, chart, title }] of whole.entries())
    if (kind === 'chart' ? !chart : kind === 'heading' && !title?.trim())
      throw wrong(`cards[${index}]`, 'The card says nothing', 'board-design.emptyCard');
  return { cards: whole, filters: [...filters] };
}

/** Adds a board of the caller. @throws ApiError PARAMETER_ERROR where they have as many as one may have */
export async function insertBoard(
  context: Context,
  db: Database,
  row: { name: LabelValue; description?: string | null; content: BoardContent; isFirst?: boolean },
) {
  const author = authorOf(context);
  const ownerId = Number(author.user.id);
  await holdOwner(db, ownerId);
  let made = 0;
  await createWithin(db, boardKind, author, async (transaction) => {
    const values = {
      board_name: JSON.stringify(row.name),
      remark: textOrNull(row.description),
      page: designedPage,
      content: JSON.stringify(row.content),
      owner_id: ownerId,
      is_first: row.isFirst ?? false,
      updated_by: signature(author.user),
    };
    const { id } = await transaction.insertInto('report_board').values(values).returning('id').executeTakeFirstOrThrow();
    made = id;
    return String(id);
  });
  return made;
}

/** Makes a board, empty or as a copy. @throws ApiError PARAMETER_ERROR, also where one has as many as one may have */
export async function createBoard(
  context: WordedContext,
  { key, from, ...given }: Given & { from?: string | undefined; key?: string | undefined },
): Promise<DesignedBoard> {
  const user = signedIn(context);
  return await context.db.transaction().execute(async (db) => {
    const id = await once(db, context, 'board-design.create', { key, ...given, from } as { key?: string | undefined }, async () => {
      const stored = from === undefined ? [] : (await seenBoard(db, user, from)).content.cards;
      return await insertBoard(context, db, {
        name: given.name.trim(),
        description: given.description ?? null,
        content: contentFrom(given, stored),
      });
    });
    return await boardOf(context, String(id), db);
  });
}

/**
 * Saves a board as a whole. What somebody else saved since `version` is put together with it.
 * @throws ApiError NOT_FOUND, FORBIDDEN for who only looks, PARAMETER_ERROR, CONFLICT with the board where that version is no longer known
 */
export async function saveBoard(context: WordedContext, { id, version, ...given }: Given & { id: string; version: number }) {
  const user = signedIn(context);
  return await context.db.transaction().execute(async (db) => {
    const row = await seenBoard(db, user, id, true);
    if (!row.canEdit) throw new ApiError('FORBIDDEN');
    const { base, called, isBehind } = await thoughtOutFor(context, db, row, version);
    const told = new Set((await filtersFor(context, db, row, base)).map((filter) => filter.id));
    const kept = base.filters.filter((filter) => !told.has(filter.id) && !given.filters?.some((one) => one.id === filter.id));
    const mine = contentFrom({ ...given, filters: [...(given.filters ?? []), ...kept] }, [...base.cards, ...row.content.cards]);
    const merged = isBehind ? mergeBoards(base, mine, row.content, randomUUID) : { content: mine, twice: 0 };
    requireRoom(merged.content.cards.length, 'cards');
    if (merged.content.filters.length > mostFilters)
      throw wrong('filters', `A board has at most ${mostFilters} filters`, 'board-design.tooManyFilters', { most: String(mostFilters) });
    const { name, remark } = wordsKept(context, given, called, row);
    await writeContent(context, db, row, merged.content, { board_name: JSON.stringify(name), remark });
    return { board: await boardOf(context, id, db), merged: isBehind, twice: merged.twice };
  });
}

/**
 * Puts another question in the place of the chart of a card, which keeps its name and its place. What somebody else saved since `version` is put together with it.
 * @throws ApiError NOT_FOUND also for a card the caller is not told of, FORBIDDEN for who only looks and for a table they may not view, CONFLICT as saveBoard
 */
export async function replaceChart(
  context: WordedContext,
  { id, version, cardId, chart }: { id: string; version: number; cardId: string; chart: DataChart },
) {
  const user = signedIn(context);
  await requireTable(context.db, user, chart.bizId, 'view');
  return await context.db.transaction().execute(async (db) => {
    const row = await seenBoard(db, user, id, true);
    if (!row.canEdit) throw new ApiError('FORBIDDEN');
    const { base, isBehind } = await thoughtOutFor(context, db, row, version);
    const shown = hiddenCards(base.cards, await tablesSeen(db, user, base.cards));
    if (!shown.some((card) => card.id === cardId && card.chart)) throw new ApiError('NOT_FOUND');
    const mine = { ...base, cards: base.cards.map((card) => (card.id === cardId ? { ...card, chart } : card)) };
    const merged = isBehind ? mergeBoards(base, mine, row.content, randomUUID) : { content: mine, twice: 0 };
    requireRoom(merged.content.cards.length, 'cards');
    await writeContent(context, db, row, merged.content);
    return { board: await boardOf(context, id, db), merged: isBehind, twice: merged.twice };
  });
}

/** What a board is called, and what is said of it. */
type Called = Pick<SeenRow, 'board_name' | 'remark'>;

/** Name and description: one that was not touched follows whoever else changed it, a name in all of its languages; of one both changed the later counts. */
function wordsKept(context: WordedContext, given: Given, base: Called, now: Called): { name: LabelValue; remark: string | null } {
  const remark = textOrNull(given.description);
  const isNameKept = given.name === nameFor(context, base.board_name) || given.name === nameFor(context, now.board_name);
  return { name: isNameKept ? now.board_name : given.name.trim(), remark: remark === base.remark ? now.remark : remark };
}

async function pastOf(db: Database, boardId: number, version: number) {
  return await db
    .selectFrom('board_past')
    .select(['content', 'board_name', 'remark'])
    .where('board_id', '=', boardId)
    .where('since', '<=', version)
    .where('version', '>=', version)
    .executeTakeFirst();
}

/** What the board held when a change was thought out, and whether it holds something else since. @throws ApiError CONFLICT where that is no longer known */
async function thoughtOutFor(context: WordedContext, db: Database, row: SeenRow & { content: BoardContent }, version: number) {
  if (row.version === version) return { base: row.content, called: row, isBehind: false };
  const past = await pastOf(db, row.id, version);
  if (!past) throw new ApiError('CONFLICT', { data: await boardOf(context, String(row.id), db) });
  const { content, board_name, remark } = row;
  // By what is shared with whom a board has another version, too.
  return { base: past.content, called: past, isBehind: !isDeepStrictEqual(past, { content, board_name, remark }) };
}

/** Keeps what the board holds for whoever still works on this version of it; where it held the same in the version before, these are one. */
export async function keepPast(db: Database, { id, version, content, board_name: name, remark }: SeenRow): Promise<void> {
  const held = { content: JSON.stringify(content), board_name: JSON.stringify(name), remark };
  const { numUpdatedRows } = await db
    .updateTable('board_past')
    .set({ version })
    .where('board_id', '=', id)
    .where('version', '=', version - 1)
    .where(
      sql<boolean>`content = ${held.content}::jsonb and board_name = ${held.board_name}::jsonb and remark is not distinct from ${remark}::text`,
    )
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return;
  await db
    .insertInto('board_past')
    .values({ board_id: id, since: version, version, ...held })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const older = db.selectFrom('board_past').select('version').where('board_id', '=', id).orderBy('version', 'desc').offset(mostPast);
  await db.deleteFrom('board_past').where('board_id', '=', id).where('version', 'in', older).execute();
}

function isWrittenSo(
  row: SeenRow,
  { board_name, ...more }: { content: BoardContent; board_name?: string; remark?: string | null },
): boolean {
  const name = board_name === undefined ? row.board_name : JSON.parse(board_name);
  const held = { content: row.content, remark: row.remark };
  return isDeepStrictEqual(row.board_name, name) && isDeepStrictEqual(held, { ...held, ...JSON.parse(JSON.stringify(more)) });
}

/** Writes a new version, where it says something else; what was before is kept for whoever still works on it. The row is locked. */
export async function writeContent(
  context: Context,
  db: Database,
  row: SeenRow,
  content: BoardContent,
  more: { board_name?: string; remark?: string | null } = {},
): Promise<void> {
  const { id } = row;
  const author = authorOf(context);
  if (isWrittenSo(row, { content, ...more })) return;
  await keepPast(db, row);
  await changeWithin(db, boardKind, author, {
    id: String(id),
    verb: 'update',
    async work(transaction) {
      const written = { ...more, content: JSON.stringify(content), ...touched(author.user) };
      await transaction.updateTable('report_board').set(written).where('id', '=', id).execute();
      return true;
    },
  });
}

/** Deletes a board for good. @throws ApiError NOT_FOUND, FORBIDDEN */
export async function removeBoard(context: Context, id: string): Promise<void> {
  const author = authorOf(context);
  await context.db.transaction().execute(async (db) => {
    await ownBoard(db, author.user, id);
    await changeWithin(db, boardKind, author, {
      id,
      verb: 'delete',
      work: async (transaction) =>
        (await transaction.deleteFrom('report_board').where('id', '=', Number(id)).executeTakeFirst()).numDeletedRows === 1n,
    });
  });
}
