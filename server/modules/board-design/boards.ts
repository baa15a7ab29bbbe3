import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { BoardCard, BoardFilter, DataChart, DesignedBoard } from '../../../src/generated/calls.ts';
import type { Context, WordedContext } from '../../context.ts';
import { type Principal, signedIn } from '../../contracts.ts';
import type { Database } from '../../database/connection.ts';
import { type LabelValue, labelOf, personName, textOrNull } from '../../database/values.ts';
import { ApiError, wrong } from '../../errors.ts';
import { languageOf } from '../../language.ts';
import { authorOf, changeWithin, createWithin, type Kind, signature, touched } from '../changes.ts';
import { requireTable } from '../data-mart/rights.ts';
import { once } from '../once.ts';
import { hiddenCards, isHidden, seenFilters, tablesOf, visibleTables } from './cards.ts';
import { mergeBoards } from './merge.ts';
import { readersOf } from './readers.ts';
import { designing, isLeft, isOpenTo, mayEdit, maySee, mayTake } from './rights.ts';
import { type BoardContent, designedPage, mostBoards, mostCards, mostPast } from './tables.ts';

/** What the operation log keeps of a board: not the whole of its cards. */
interface BoardSummary {
  boardName: LabelValue;
  description: string | null;
  cards: number;
  filters: number;
  ownerId: number | null;
  everybody: boolean;
  version: number;
}

export const boardKind: Kind<BoardSummary> = {
  name: 'board',
  unique: {},
  async find(db, id) {
    const row = await selectDesigned(db).where('report_board.id', '=', Number(id)).executeTakeFirst();
    if (!row) return undefined;
    const { content, board_name: boardName, remark: description, owner_id: ownerId, everybody, version } = row;
    return {
      boardName,
      description,
      cards: content?.cards.length ?? 0,
      filters: content?.filters.length ?? 0,
      ownerId,
      everybody,
      version,
    };
  },
};

function selectDesigned(db: Database) {
  return db.selectFrom('report_board').selectAll('report_board').where('report_board.content', 'is not', null);
}

function selectSeen(db: Database, user: Principal) {
  return selectDesigned(db)
    .leftJoin('app_user', 'app_user.id', 'report_board.owner_id')
    .select([
      'app_user.name as ownerName',
      'app_user.name_en as ownerNameEn',
      mayEdit(user).as('canEdit'),
      isLeft.as('isLeft'),
      mayTake(user).as('canTake'),
      sql<boolean>`report_board.everybody or exists (select 1 from board_reader where board_id = report_board.id)`.as('isShared'),
    ])
    .where(maySee(user));
}
type SeenRow = Awaited<ReturnType<ReturnType<typeof selectSeen>['executeTakeFirstOrThrow']>>;

/** A name as the reader has it: the first board is called in every language. */
function nameFor(context: WordedContext, name: LabelValue): string {
  if (typeof name === 'string') return name;
  const language = languageOf(context);
  return (name.find(({ l }) => l === language) ?? name.find(({ d }) => d) ?? name[0])?.t ?? '';
}

function toBoard(context: WordedContext, user: Principal, row: SeenRow): DesignedBoard {
  const { ownerName, ownerNameEn } = row;
  const label = ownerName === null ? null : personName({ name: ownerName, nameEn: ownerNameEn });
  return {
    id: String(row.id),
    name: nameFor(context, row.board_name),
    description: row.remark,
    owner: row.owner_id === null || label === null ? null : { userId: String(row.owner_id), label, isActive: !row.isLeft },
    isOwner: row.owner_id === Number(user.id),
    canEdit: row.canEdit && user.permissions.has(designing),
    canTake: row.canTake,
    isFirst: row.is_first && row.owner_id === Number(user.id),
    isShared: row.isShared,
    everybody: row.everybody,
    version: row.version,
    updateTime: (row.updated_at ?? row.created_at).toISOString(),
    updateBy: row.updated_by,
    cardCount: row.content?.cards.length ?? 0,
  };
}

/** The boards somebody made and those shared with them: their own first, each group by when it was changed. */
export async function boardsOf(context: WordedContext): Promise<{ boards: DesignedBoard[]; most: number }> {
  const user = signedIn(context);
  const rows = await selectSeen(context.db, user)
    .where(isOpenTo(user))
    .orderBy(sql`report_board.owner_id is distinct from ${Number(user.id)}`)
    .orderBy('report_board.is_first', 'desc')
    .orderBy(sql`coalesce(report_board.updated_at, report_board.created_at)`, 'desc')
    .orderBy('report_board.id', 'desc')
    .limit(2_000)
    .execute();
  return { boards: rows.map((row) => toBoard(context, user, row)), most: mostBoards };
}

/** A board of the caller or shared with them, locked for a change where they want one. @throws ApiError NOT_FOUND */
async function seen(db: Database, user: Principal, id: string, isLocked = false): Promise<SeenRow & { content: BoardContent }> {
  if (isLocked) await db.selectFrom('report_board').select('id').where('id', '=', Number(id)).forUpdate().execute();
  const row = await selectSeen(db, user).where('report_board.id', '=', Number(id)).executeTakeFirst();
  if (!row?.content) throw new ApiError('NOT_FOUND');
  return { ...row, content: row.content };
}

/** The content of a board the caller may look at, with cards they may not see left as they are, and the filters they are told of. @throws ApiError NOT_FOUND */
export async function contentOf(context: WordedContext, id: string): Promise<BoardContent & { name: string; description: string | null }> {
  const row = await seen(context.db, signedIn(context), id);
  const filters = await filtersFor(context, context.db, row);
  return { cards: row.content.cards, filters, name: nameFor(context, row.board_name), description: row.remark };
}

/** The filters of a board the caller is told of; `content` where it is that of an earlier version. */
async function filtersFor(context: Context, db: Database, row: SeenRow & { content: BoardContent }, content = row.content) {
  const user = signedIn(context);
  const tables = await visibleTables(db, user, content.cards);
  return await seenFilters({ ...context, db }, content, { tables, isOwner: row.owner_id === Number(user.id) });
}

/** One board with its cards. @throws ApiError NOT_FOUND, also where it is not shared with the caller */
export async function boardOf(context: WordedContext, id: string, db: Database = context.db): Promise<DesignedBoard> {
  const user = signedIn(context);
  const row = await seen(db, user, id);
  const tables = await visibleTables(db, user, row.content.cards);
  const cards = hiddenCards(row.content.cards, tables);
  return {
    ...toBoard(context, user, row),
    cards,
    filters: await filtersFor(context, db, row),
    tables: tablesOf(cards),
    hidden: cards.filter(({ kind }) => kind === 'hidden').length,
    ...(row.canEdit && { readers: await readersOf(context, db, row.id) }),
  };
}

/** Boards of one person are made by one request at a time. @throws ApiError PARAMETER_ERROR where they have as many as one may have */
export async function holdOwner(db: Database, ownerId: number, field = 'name'): Promise<void> {
  await db.selectFrom('app_user').select('id').where('id', '=', ownerId).forUpdate().execute();
  const owned = db.selectFrom('report_board').select(sql<number>`count(*)::int`.as('count')).where('owner_id', '=', ownerId);
  if ((await owned.executeTakeFirstOrThrow()).count >= mostBoards)
    throw wrong(field, `One person has at most ${mostBoards} boards`, 'board-design.tooMany', { most: String(mostBoards) });
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

async function insertBoard(
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
      const stored = from === undefined ? [] : (await seen(db, user, from)).content.cards;
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
    const row = await seen(db, user, id, true);
    if (!row.canEdit) throw new ApiError('FORBIDDEN');
    const base = row.version === version ? row.content : await pastOf(db, row.id, version);
    if (!base) throw new ApiError('CONFLICT', { data: await boardOf(context, id, db) });
    const told = new Set((await filtersFor(context, db, row, base)).map((filter) => filter.id));
    const kept = base.filters.filter((filter) => !told.has(filter.id) && !given.filters?.some((one) => one.id === filter.id));
    const mine = contentFrom({ ...given, filters: [...(given.filters ?? []), ...kept] }, [...base.cards, ...row.content.cards]);
    const merged = row.version === version ? { content: mine, twice: 0 } : mergeBoards(base, mine, row.content, randomUUID);
    if (merged.content.cards.length > mostCards)
      throw wrong('cards', `A board holds at most ${mostCards} cards`, 'board-design.full', { most: String(mostCards) });
    // A name that was not touched stays what it is in other languages.
    const name = given.name === nameFor(context, row.board_name) ? row.board_name : given.name.trim();
    await writeContent(context, db, row, merged.content, { board_name: JSON.stringify(name), remark: textOrNull(given.description) });
    return { board: await boardOf(context, id, db), merged: row.version !== version, twice: merged.twice };
  });
}

async function pastOf(db: Database, boardId: number, version: number): Promise<BoardContent | undefined> {
  const past = db.selectFrom('board_past').select('content').where('board_id', '=', boardId).where('version', '=', version);
  return (await past.executeTakeFirst())?.content;
}

/** Writes a new version; what was before is kept for whoever still works on it. The row is locked. */
async function writeContent(
  context: Context,
  db: Database,
  { id, version, content: before }: SeenRow & { content: BoardContent },
  content: BoardContent,
  more: { board_name?: string; remark?: string | null } = {},
): Promise<void> {
  const author = authorOf(context);
  await db
    .insertInto('board_past')
    .values({ board_id: id, version, content: JSON.stringify(before) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db
    .deleteFrom('board_past')
    .where('board_id', '=', id)
    .where('version', '<=', version - mostPast)
    .execute();
  await changeWithin(db, boardKind, author, {
    id: String(id),
    verb: 'update',
    async work(transaction) {
      const row = { ...more, content: JSON.stringify(content), ...touched(author.user) };
      await transaction.updateTable('report_board').set(row).where('id', '=', id).execute();
      return true;
    },
  });
}

interface Pin {
  boardId?: string | undefined;
  boardName?: string | undefined;
  name: string;
  chart: DataChart;
  key?: string | undefined;
}

/**
 * Puts a chart over a table the caller may view at the end of a board: of one they may change, of a new one, or of their first.
 * @throws ApiError NOT_FOUND and FORBIDDEN about table and board, PARAMETER_ERROR where the board is full
 */
export async function pinChart(context: WordedContext, { key, ...given }: Pin) {
  const user = signedIn(context);
  await requireTable(context.db, user, given.chart.bizId, 'view');
  return await context.db.transaction().execute(async (db) => {
    const card: BoardCard = { id: randomUUID(), kind: 'chart', title: given.name.trim(), chart: given.chart, width: 6, height: 'auto' };
    const id = await once(db, context, 'board-design.pin', { key, ...given } as { key?: string | undefined }, async () => {
      if (given.boardId === undefined && given.boardName !== undefined)
        return await insertBoard(context, db, { name: given.boardName.trim(), content: { cards: [card], filters: [] } });
      const target = given.boardId ?? (await firstBoard(db, Number(user.id)));
      if (target === undefined) {
        const name = labelOf({
          'zh-Hans': wordIn(context, 'zh-Hans'),
          'zh-Hant': wordIn(context, 'zh-Hant'),
          en: wordIn(context, 'en'),
        });
        return await insertBoard(context, db, { name, content: { cards: [card], filters: [] }, isFirst: true });
      }
      const row = await seen(db, user, target, true);
      if (!row.canEdit) throw new ApiError('FORBIDDEN');
      if (row.content.cards.length >= mostCards)
        throw wrong('name', `A board holds at most ${mostCards} cards`, 'board-design.full', { most: String(mostCards) });
      await writeContent(context, db, row, { ...row.content, cards: [...row.content.cards, card] });
      return row.id;
    });
    const row = await seen(db, user, String(id));
    return { boardId: String(id), boardName: nameFor(context, row.board_name), cardId: row.content.cards.at(-1)?.id ?? card.id };
  });
}

const wordIn = ({ services }: Context, language: 'en' | 'zh-Hans' | 'zh-Hant') =>
  services.documents.text(language, 'board-design.first') ?? 'board-design.first';

async function firstBoard(db: Database, ownerId: number): Promise<string | undefined> {
  await db.selectFrom('app_user').select('id').where('id', '=', ownerId).forUpdate().execute();
  const row = await db
    .selectFrom('report_board')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('is_first', '=', true)
    .executeTakeFirst();
  return row && String(row.id);
}

/** A board its caller owns, locked. @throws ApiError NOT_FOUND, FORBIDDEN for who only looks at it or changes it */
export async function ownBoard(db: Database, user: Principal, id: string): Promise<SeenRow> {
  const row = await seen(db, user, id, true);
  if (row.owner_id !== Number(user.id)) throw new ApiError('FORBIDDEN');
  return row;
}

/** A board whose owner left, locked. @throws ApiError NOT_FOUND, FORBIDDEN while its owner can sign in */
export async function leftBoard(db: Database, user: Principal, id: string): Promise<SeenRow> {
  const row = await seen(db, user, id, true);
  if (!row.isLeft) throw new ApiError('FORBIDDEN');
  return row;
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
