import { sql } from 'kysely';
import type { Language } from '../../../src/core/types.ts';
import type { Context } from '../../context.ts';
import { type Principal, signedIn } from '../../contracts.ts';
import type { Database } from '../../database/connection.ts';
import { type LabelValue, labelOf, personName, textOrNull, type Wording } from '../../database/values.ts';
import type { Documents } from '../../documents.ts';
import { ApiError, wrong } from '../../errors.ts';
import { isLeft, isOpenTo, maySee, mayTake } from '../board-design/rights.ts';
import { designedPage } from '../board-design/tables.ts';
import { authorOf, change, create, type Kind, signature, touched } from '../changes.ts';
import { containing, worded } from '../search.ts';
import { folder, published } from './tables.ts';

/** A board as the API shows it. */
export interface BoardAnswer {
  id: string;
  boardName: LabelValue;
  page: string;
  status: '0' | '1';
  sort: number;
  remark: string | null;
  version: number;
  updateTime: string | null;
  updateBy: string | null;
  /** People made it of cards. */
  isDesigned: boolean;
  owner: LabelValue | null;
  /** Its owner cannot sign in any more. */
  isLeft: boolean;
}
export interface GivenBoard {
  boardName: LabelValue;
  page: string;
  status?: '0' | '1' | undefined;
  sort?: number | undefined;
  remark?: string | null | undefined;
}

/** Whoever holds it sees drafts, too. */
const manages = 'report:board:list';

function selectBoards(db: Database) {
  return db
    .selectFrom('report_board')
    .leftJoin('app_user', 'app_user.id', 'report_board.owner_id')
    .selectAll('report_board')
    .select(['app_user.name as ownerName', 'app_user.name_en as ownerNameEn', isLeft.as('isLeft')]);
}
function toBoard(row: Awaited<ReturnType<ReturnType<typeof selectBoards>['executeTakeFirstOrThrow']>>): BoardAnswer {
  const { id, board_name, page, status, sort, remark, version, updated_at, updated_by, content, ownerName, ownerNameEn } = row;
  const stamps = { version, updateTime: updated_at?.toISOString() ?? null, updateBy: updated_by };
  const owner = ownerName === null ? null : personName({ name: ownerName, nameEn: ownerNameEn });
  const made = { isDesigned: content !== null, owner, isLeft: row.isLeft };
  return { id: String(id), boardName: board_name, page, status, sort, remark, ...stamps, ...made };
}

/** A page that is a board; those of cards are changed elsewhere. */
async function findBoard(db: Database, id: string): Promise<BoardAnswer | undefined> {
  const row = await selectBoards(db).where('report_board.id', '=', Number(id)).where('content', 'is', null).executeTakeFirst();
  return row && toBoard(row);
}

/** Whether the user may open a page: the server decides what its calls answer all the same, this spares a board of refusals. */
function mayOpen(user: Principal, documents: Documents, page: string): boolean {
  const access = (documents.get('page', folder + page) as { access?: unknown } | undefined)?.access;
  if (typeof access !== 'object' || access === null || !('permission' in access)) return true;
  const asked = [access.permission].flat().map(String);
  return asked.some((permission) => user.permissions.has(permission));
}

export interface BoardFilter {
  keyword: string;
  status: '' | '0' | '1';
  current: number;
  size: number;
}

/** A page of the boards the user may look at, in their order (API-27): those whose page asks for a right the user lacks are left out, and drafts for who does not manage boards. */
export async function pageOfBoards(
  { db, services, user: caller }: Context,
  { keyword, status, current, size }: BoardFilter,
): Promise<{ records: BoardAnswer[]; total: number; current: number; size: number }> {
  const user = signedIn({ user: caller });
  const pattern = containing(keyword);
  const wanted = user.permissions.has(manages) ? status : published;
  const rows = await selectBoards(db)
    .where(
      sql<boolean>`(${wanted} = '' or report_board.status = ${wanted}) and (${keyword} = '' or ${worded('board_name', pattern)} or report_board.remark ilike ${pattern})`,
    )
    // Boards of people who left stand in the list of who manages boards, and in no menu.
    .where(sql<boolean>`(content is null or ${isOpenTo(user)} or (${wanted} = '' and ${mayTake(user)}))`)
    .orderBy(sql`content is not null`)
    .orderBy('sort')
    .orderBy('report_board.id')
    .execute();
  const seen = rows.map(toBoard).filter(({ page }) => mayOpen(user, services.documents, page));
  return { records: seen.slice((current - 1) * size, current * size), total: seen.length, current, size };
}

/** One board. @throws ApiError NOT_FOUND, also for a draft and for a page the user may not open */
export async function boardOf({ db, services, user: caller }: Context, id: string): Promise<BoardAnswer> {
  const user = signedIn({ user: caller });
  const row = await selectBoards(db)
    .where('report_board.id', '=', Number(id))
    .where(sql<boolean>`(content is null or ${maySee(user)})`)
    .executeTakeFirst();
  const board = row && toBoard(row);
  const isSeen = board?.status === published || board?.isDesigned || user.permissions.has(manages);
  if (!board || !isSeen || !mayOpen(user, services.documents, board.page)) throw new ApiError('NOT_FOUND');
  return board;
}

/** Pages that can be boards: ids below the folder, with their titles. */
export function pagesOfBoards(documents: Documents): { page: string; title: LabelValue }[] {
  return documents
    .ids('page')
    .filter((id) => id.startsWith(folder) && id !== folder + designedPage)
    .map((id) => ({ page: id.slice(folder.length), title: titleOf(documents, id) }));
}

/** The title of a page in every language; its id where it is computed or has no text. */
function titleOf(documents: Documents, id: string): LabelValue {
  const { title } = (documents.get('page', id) ?? {}) as { title?: string | Wording };
  if (typeof title === 'object') return labelOf(title);
  const textIn = (language: Language) => documents.text(language, title ?? '');
  const en = textIn('en');
  return en === undefined ? id : labelOf({ en, 'zh-Hans': textIn('zh-Hans'), 'zh-Hant': textIn('zh-Hant') });
}

const kind: Kind<BoardAnswer> = { name: 'board', find: findBoard, unique: {} };

/** @throws ApiError PARAMETER_ERROR at `page` for one that does not exist */
function columnsOf({ services }: Context, { boardName, page, status, sort, remark }: GivenBoard) {
  if (page === designedPage || services.documents.get('page', folder + page) === undefined)
    throw wrong('page', `There is no page ${folder}${page}`, 'board.noSuchPage');
  const rest = { ...(status !== undefined && { status }), ...(sort !== undefined && { sort }) };
  return { board_name: JSON.stringify(boardName), page, remark: textOrNull(remark), ...rest };
}

/** Makes a board. @throws ApiError PARAMETER_ERROR */
export async function addBoard(context: Context, given: GivenBoard): Promise<BoardAnswer> {
  const values = columnsOf(context, given);
  const author = authorOf(context);
  return await create(context.db, kind, author, async (db) => {
    const row = { ...values, updated_by: signature(author.user) };
    const { id } = await db.insertInto('report_board').values(row).returning('id').executeTakeFirstOrThrow();
    return String(id);
  });
}

/** Changes a board. @throws ApiError NOT_FOUND, CONFLICT with the board as it is, PARAMETER_ERROR */
export async function changeBoard(context: Context, id: string, version: number, given: GivenBoard): Promise<BoardAnswer> {
  const values = columnsOf(context, given);
  const author = authorOf(context);
  return await change(context.db, kind, author, {
    id,
    verb: 'update',
    shown: 'all',
    async work(db) {
      const row = { ...values, ...touched(author.user) };
      const { numUpdatedRows } = await db
        .updateTable('report_board')
        .set(row)
        .where('id', '=', Number(id))
        .where('version', '=', version)
        .where('content', 'is', null)
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },
  });
}

/** Deletes a board; its page stays. @throws ApiError NOT_FOUND */
export async function removeBoard(context: Context, id: string): Promise<void> {
  await change(context.db, kind, authorOf(context), {
    id,
    verb: 'delete',
    work: async (db) => (await db.deleteFrom('report_board').where('id', '=', Number(id)).executeTakeFirst()).numDeletedRows === 1n,
  });
}
