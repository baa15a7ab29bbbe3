import { sql } from 'kysely';
import type { DesignedBoard } from '../../../src/generated/calls.ts';
import type { Context, WordedContext } from '../../context.ts';
import { type Principal, signedIn } from '../../contracts.ts';
import type { Database } from '../../database/connection.ts';
import { type LabelValue, personName } from '../../database/values.ts';
import { ApiError } from '../../errors.ts';
import { languageOf } from '../../language.ts';
import type { Kind } from '../changes.ts';
import { todayOf } from '../data-mart/dated-choice.ts';
import { hiddenCards, seenFilters, tablesSeen } from './cards.ts';
import { tablesOf } from './question.ts';
import { readersOf } from './readers.ts';
import { designing, isLeft, isOpenTo, mayEdit, maySee, mayTake } from './rights.ts';
import { type BoardContent, mostBoards } from './tables.ts';

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
export type SeenRow = Awaited<ReturnType<ReturnType<typeof selectSeen>['executeTakeFirstOrThrow']>>;

/** A name as the reader has it: the first board is called in every language. */
export function nameFor(context: WordedContext, name: LabelValue): string {
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
export async function seenBoard(db: Database, user: Principal, id: string, isLocked = false): Promise<SeenRow & { content: BoardContent }> {
  if (isLocked) await db.selectFrom('report_board').select('id').where('id', '=', Number(id)).forUpdate().execute();
  const row = await selectSeen(db, user).where('report_board.id', '=', Number(id)).executeTakeFirst();
  if (!row?.content) throw new ApiError('NOT_FOUND');
  return { ...row, content: row.content };
}

/** The content of a board the caller may look at, with cards they may not see left as they are, and the filters they are told of. @throws ApiError NOT_FOUND */
export async function contentOf(context: WordedContext, id: string): Promise<BoardContent & { name: string; description: string | null }> {
  const row = await seenBoard(context.db, signedIn(context), id);
  const filters = await filtersFor(context, context.db, row);
  return { cards: row.content.cards, filters, name: nameFor(context, row.board_name), description: row.remark };
}

/** The filters of a board the caller is told of; `content` where it is that of an earlier version. */
export async function filtersFor(context: Context, db: Database, row: SeenRow & { content: BoardContent }, content = row.content) {
  const user = signedIn(context);
  const tables = await tablesSeen(db, user, content.cards);
  return seenFilters(content, { tables, isOwner: row.owner_id === Number(user.id) });
}

/** One board with its cards. @throws ApiError NOT_FOUND, also where it is not shared with the caller */
export async function boardOf(context: WordedContext, id: string, db: Database = context.db): Promise<DesignedBoard> {
  const user = signedIn(context);
  const row = await seenBoard(db, user, id);
  const tables = await tablesSeen(db, user, row.content.cards);
  const cards = hiddenCards(row.content.cards, tables);
  return {
    ...toBoard(context, user, row),
    cards,
    filters: seenFilters(row.content, { tables, isOwner: row.owner_id === Number(user.id) }),
    tables: tablesOf(cards),
    today: todayOf(context),
    hidden: cards.filter(({ kind }) => kind === 'hidden').length,
    ...(row.canEdit && { readers: await readersOf(context, db, row.id) }),
  };
}

/** A board its caller owns, locked. @throws ApiError NOT_FOUND, FORBIDDEN for who only looks at it or changes it */
export async function ownBoard(db: Database, user: Principal, id: string): Promise<SeenRow> {
  const row = await seenBoard(db, user, id, true);
  if (row.owner_id !== Number(user.id)) throw new ApiError('FORBIDDEN');
  return row;
}

/** A board whose owner left, locked. @throws ApiError NOT_FOUND, FORBIDDEN while its owner can sign in */
export async function leftBoard(db: Database, user: Principal, id: string): Promise<SeenRow> {
  const row = await seenBoard(db, user, id, true);
  if (!row.isLeft) throw new ApiError('FORBIDDEN');
  return row;
}
