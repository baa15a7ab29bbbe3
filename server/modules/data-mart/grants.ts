import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Database } from '../../database/connection.ts';
import { onPage } from '../../database/paging.ts';
import { textOrNull } from '../../database/values.ts';
import { ApiError, wrong } from '../../errors.ts';
import { authorOf, changeWithin, createWithin, type Kind, signature, speaking } from '../changes.ts';
import { type NoticeTemplate, sendNotice } from '../messages/notices.ts';
import { nameOfUser } from '../messages/people.ts';
import { containing } from '../search.ts';
import { type Person, person } from '../workspaces/people.ts';
import { enabled, role, state } from '../workspaces/tables.ts';
import { columnsOf } from './repository.ts';
import { approvesAll, approvingRoles, type Reader, seeTable } from './rights.ts';
import { type Asked, type GrantState, type TablePermission, tablePermissions } from './tables.ts';

/** The statuses of DATA-09. */
export type GrantStatus = 'pending' | 'authorized' | 'notApplied' | 'rejected' | 'revoked' | 'approved' | 'cancelled' | 'unauthorized';

/** An application as its applicant and those who decide see it. */
export interface GrantAnswer {
  id: string;
  bizId: string;
  tableName: string;
  tableTitle: string;
  applicant: Person | null;
  permissions: TablePermission[];
  columns: string[] | null;
  startDate: string;
  endDate: string | null;
  asked: Asked;
  narrowed: boolean;
  reason: string;
  status: GrantStatus;
  decision: string | null;
  decidedBy: string | null;
  decideTime: string | null;
  createTime: string;
  version: number;
  canDecide: boolean;
  canWithdraw: boolean;
  canRevoke: boolean;
}

/**
 * The status of a grant as DATA-09 has them: approved before its first day, authorized while it counts, unauthorized once it ran out or while the workspace of the table is
 * disabled. Not applied is who has no application at all.
 */
const status = sql<GrantStatus>`case when data_grant.state = 'granted' then
  case when data_grant.ends_at <= now() or exists (select 1 from workspace join data_table stopped on stopped.workspace_id = workspace.id
      where stopped.id = data_grant.table_id and workspace.status <> ${enabled}) then 'unauthorized'
    when data_grant.starts_at > now() then 'approved' else 'authorized' end
  else data_grant.state end`;

/** How the newest application of somebody for a table of the query stands: one that counts before all others. */
export function statusColumn(reader: Reader) {
  return sql<GrantStatus>`coalesce((select ${status} from data_grant where data_grant.table_id = data_table.id and data_grant.user_id = ${Number(reader.id)}
    order by (data_grant.state = 'pending') desc, (${status} in ('authorized', 'approved')) desc, data_grant.id desc limit 1), 'notApplied')`;
}

/** Tables whose applications somebody decides: all for the roles of PERM-16, otherwise those one owns, works in the workspace of, or has `authorize` for. */
function decides(reader: Reader) {
  const me = Number(reader.id);
  return sql<boolean>`(${approvesAll(reader)} or data_table.owner_id = ${me}
    or exists (select 1 from workspace_member member join workspace on workspace.id = member.workspace_id
      where member.workspace_id = data_table.workspace_id and member.user_id = ${me} and member.status = ${state.agreed}
      and (member.role_type = ${role.owner} or (member.role_type = ${role.collaborator} and workspace.status = ${enabled})))
    or exists (select 1 from data_grant own where own.table_id = data_table.id and own.user_id = ${me} and own.state = 'granted'
      and own.starts_at <= now() and (own.ends_at is null or own.ends_at > now()) and 'authorize' = any (own.permissions)))`;
}

function selectGrants(db: Database, reader: Reader, timeZone: string) {
  return db
    .selectFrom('data_grant')
    .innerJoin('data_table', 'data_table.id', 'data_grant.table_id')
    .select([
      'data_grant.id',
      'data_grant.user_id as userId',
      'data_table.biz_id as bizId',
      'data_table.name as tableName',
      'data_table.title as tableTitle',
      'data_grant.permissions',
      'data_grant.columns',
      'data_grant.asked',
      'data_grant.reason',
      'data_grant.state',
      'data_grant.decision',
      'data_grant.decided_by as decidedBy',
      'data_grant.decided_at as decidedAt',
      'data_grant.created_at as createdAt',
      'data_grant.version',
      sql<string>`to_char(data_grant.starts_at at time zone ${timeZone}, 'YYYY-MM-DD')`.as('startDate'),
      sql<string | null>`to_char((data_grant.ends_at at time zone ${timeZone}) - interval '1 day', 'YYYY-MM-DD')`.as('endDate'),
      status.as('status'),
      sql<boolean>`coalesce(data_grant.ends_at <= now(), false)`.as('isOver'),
      decides(reader).as('decides'),
      sql<Person | null>`(select ${person('applicant')} from app_user applicant where applicant.id = data_grant.user_id)`.as('applicant'),
    ]);
}
type Row = Awaited<ReturnType<ReturnType<typeof selectGrants>['execute']>>[number];

function toAnswer(reader: Reader, row: Row): GrantAnswer {
  const { userId, state: kept, decides: may, decidedAt, createdAt, isOver, ...rest } = row;
  const isOwn = userId === Number(reader.id);
  const asked = row.asked;
  return {
    ...rest,
    id: String(row.id),
    decideTime: decidedAt?.toISOString() ?? null,
    createTime: createdAt.toISOString(),
    narrowed: kept === 'granted' && JSON.stringify(termsOf(row)) !== JSON.stringify(termsOf(asked)),
    // Nobody decides their own application.
    canDecide: kept === 'pending' && may && !isOwn,
    canWithdraw: kept === 'pending' && isOwn,
    canRevoke: kept === 'granted' && may && !isOver,
  };
}

const termsOf = ({ permissions, columns, startDate, endDate }: Asked) => [permissions, columns, startDate, endDate];

/** One application, for its applicant and for those who decide. */
async function findGrant(db: Database, reader: Reader, id: string, timeZone: string): Promise<GrantAnswer | undefined> {
  const row = await selectGrants(db, reader, timeZone).where('data_grant.id', '=', Number(id)).executeTakeFirst();
  return row && (row.decides || row.userId === Number(reader.id)) ? toAnswer(reader, row) : undefined;
}

export async function grantsOfTable(db: Database, reader: Reader, tableId: number, timeZone: string): Promise<GrantAnswer[]> {
  const rows = await selectGrants(db, reader, timeZone)
    .where('data_grant.table_id', '=', tableId)
    .orderBy('data_grant.id', 'desc')
    .limit(200)
    .execute();
  return rows.map((row) => toAnswer(reader, row));
}

export interface GrantFilter {
  side: 'mine' | 'decide';
  keyword: string;
  status: string;
  pageNo: number;
  pageSize: number;
}

/** A page of applications: one's own, or those one may decide with the open ones first. */
export async function pageOfGrants(
  db: Database,
  reader: Reader,
  { side, keyword, pageNo, pageSize, ...filter }: GrantFilter,
  timeZone: string,
) {
  const pattern = containing(keyword);
  const whose = side === 'mine' ? sql<boolean>`data_grant.user_id = ${Number(reader.id)}` : decides(reader);
  const fits = sql<boolean>`${whose} and (${filter.status} = '' or ${status} = ${filter.status})
    and (${keyword} = '' or data_table.name ilike ${pattern} or data_table.title ilike ${pattern}
      or exists (select 1 from app_user asking where asking.id = data_grant.user_id and (asking.name ilike ${pattern} or asking.name_en ilike ${pattern} or asking.username ilike ${pattern})))`;
  const { total } = await db
    .selectFrom('data_grant')
    .innerJoin('data_table', 'data_table.id', 'data_grant.table_id')
    .where(fits)
    .select((row) => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await selectGrants(db, reader, timeZone)
    .where(fits)
    .orderBy(sql`(data_grant.state = 'pending')`, 'desc')
    .orderBy('data_grant.id', 'desc')
    .$call(onPage(pageNo, pageSize))
    .execute();
  return { content: rows.map((row) => toAnswer(reader, row)), total, current: pageNo, size: pageSize };
}

export interface Terms {
  permissions: readonly TablePermission[];
  columns?: readonly string[] | null | undefined;
  startDate: string;
  endDate?: string | null | undefined;
}

/** Permissions in their order, with `view`, without which no other says anything. Columns named once, all of them being none. */
function settled({ permissions, columns, startDate, endDate }: Terms, all: readonly string[]): Asked {
  const wanted = new Set<TablePermission>(['view', ...permissions]);
  const named = columns && columns.length > 0 ? all.filter((name) => columns.includes(name)) : null;
  const strange = columns?.find((name) => !all.includes(name));
  if (strange !== undefined) throw wrong('columns', `There is no column ${strange}`, 'data-mart.noColumn');
  const last = endDate === '' || endDate === undefined ? null : endDate;
  if (last !== null && last < startDate) throw wrong('endDate', 'The last day is before the first', 'data-mart.endBeforeStart');
  return {
    permissions: tablePermissions.filter((permission) => wanted.has(permission)),
    columns: named && named.length < all.length ? named : null,
    startDate,
    endDate: last,
  };
}

/** The moments a period begins and ends with, by the calendar of the product. */
function momentsOf({ startDate, endDate }: Asked, timeZone: string) {
  return {
    starts_at: sql<Date>`(${startDate}::date)::timestamp at time zone ${timeZone}`,
    ends_at: endDate === null ? null : sql<Date>`((${endDate}::date) + 1)::timestamp at time zone ${timeZone}`,
  };
}

function kindFor(reader: Reader, timeZone: string): Kind<GrantAnswer> {
  return { name: 'data_grant', find: (db, id) => findGrant(db, reader, id, timeZone), unique: { data_grant_pending: 'bizId' } };
}

/** Applies for a table (PERM-16), and tells who may approve. @throws ApiError NOT_FOUND, DUPLICATE while an application is open, PARAMETER_ERROR */
export async function applyForTable(context: Context, given: Terms & { bizId: string; reason: string }): Promise<GrantAnswer> {
  const author = authorOf(context);
  const { timeZone } = context.services.settings;
  const kind = kindFor(author.user, timeZone);
  return await speaking(kind, () =>
    context.db.transaction().execute(async (db) => {
      const { table, rights } = await seeTable(db, author.user, given.bizId);
      if (rights.by === 'owner') throw wrong('bizId', 'The table is your own', 'data-mart.ownTable');
      const asked = settled(
        given,
        (await columnsOf(db, table.id)).map(({ name }) => name),
      );
      const made = await createWithin(db, kind, author, async () => {
        const { id } = await db
          .insertInto('data_grant')
          .values({
            table_id: table.id,
            user_id: Number(author.user.id),
            permissions: asked.permissions,
            columns: asked.columns,
            ...momentsOf(asked, timeZone),
            reason: given.reason.trim(),
            asked: JSON.stringify(asked),
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        return String(id);
      });
      await sendNotice(db, {
        template: 'data/applied',
        userIds: (await approversOf(db, table.id)).filter((id) => id !== Number(author.user.id)),
        parameters: { person: await nameOfUser(db, author.user.id), table: table.title },
        sourceId: made.id,
      });
      return made;
    }),
  );
}

/** Who is told of an application: the owner of the table, who works in its workspace, and the holders of the approving roles. */
async function approversOf(db: Database, tableId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select owner_id as id from data_table where id = ${tableId} and owner_id is not null
    union select member.user_id from workspace_member member join data_table on data_table.workspace_id = member.workspace_id
      where data_table.id = ${tableId} and member.status = ${state.agreed} and member.role_type <> ${role.viewer}
    union select user_role.user_id from user_role join role on role.id = user_role.role_id where role.role_code in (${sql.join(approvingRoles)})`.execute(
    db,
  );
  return rows.map(({ id }) => Number(id));
}

interface Decision {
  id: string;
  version: number;
  verb: 'approve' | 'reject' | 'revoke' | 'cancel';
  to: GrantState;
  text: string | null;
  terms?: (asked: Asked, all: readonly string[]) => Asked;
}

/** Decides an application; of two at once one counts. @throws ApiError NOT_FOUND, FORBIDDEN, DATA_GRANT_STATE */
async function decide(context: Context, { id, version, verb, to, text, terms }: Decision): Promise<GrantAnswer> {
  const author = authorOf(context);
  const { timeZone } = context.services.settings;
  return await context.db.transaction().execute(async (db) => {
    await db.selectFrom('data_grant').select('id').where('id', '=', Number(id)).forUpdate().execute();
    const before = await findGrant(db, author.user, id, timeZone);
    if (!before) throw new ApiError('NOT_FOUND');
    const isFrom =
      verb === 'revoke' ? !['pending', 'rejected', 'revoked', 'cancelled'].includes(before.status) : before.status === 'pending';
    if (!isFrom || before.version !== version) throw new ApiError('DATA_GRANT_STATE', { data: before });
    const may = { approve: before.canDecide, reject: before.canDecide, revoke: before.canRevoke, cancel: before.canWithdraw }[verb];
    if (!may) throw new ApiError('FORBIDDEN');
    const { id: tableId } = await db.selectFrom('data_table').select('id').where('biz_id', '=', before.bizId).executeTakeFirstOrThrow();
    const approved = terms?.(
      before.asked,
      (await columnsOf(db, tableId)).map(({ name }) => name),
    );
    const answer = await changeWithin(db, kindFor(author.user, timeZone), author, {
      id,
      verb,
      async work() {
        await db
          .updateTable('data_grant')
          .set({
            state: to,
            version: version + 1,
            decided_by: signature(author.user),
            decided_at: sql<Date>`now()`,
            decision: textOrNull(text),
            ...(approved && { permissions: approved.permissions, columns: approved.columns, ...momentsOf(approved, timeZone) }),
          })
          .where('id', '=', Number(id))
          .execute();
        return true;
      },
    });
    if (verb !== 'cancel' && before.applicant)
      await tell(db, verb, {
        userId: before.applicant.userId,
        by: author.user.id,
        table: before.tableTitle,
        bizId: before.bizId,
        text,
        id,
      });
    return answer;
  });
}

const told = { approve: 'data/approved', reject: 'data/rejected', revoke: 'data/revoked' } as const satisfies Record<
  string,
  NoticeTemplate
>;

async function tell(
  db: Database,
  verb: keyof typeof told,
  { userId, by, table, bizId, text, id }: { userId: string; by: string; table: string; bizId: string; text: string | null; id: string },
): Promise<void> {
  const person = await nameOfUser(db, by);
  const shared = { userIds: [userId], sourceId: id };
  if (verb === 'approve') await sendNotice(db, { ...shared, template: told.approve, parameters: { person, table, id: bizId } });
  else await sendNotice(db, { ...shared, template: told[verb], parameters: { person, table, reason: text ?? '' } });
}

export interface Approval extends Partial<Terms> {
  id: string;
  version: number;
  decision?: string | null | undefined;
}

/** Approves an application, as it is or narrowed. @throws ApiError also PARAMETER_ERROR where more would be given than was asked for */
export async function approveGrant(context: Context, given: Approval): Promise<GrantAnswer> {
  const terms = (asked: Asked, all: readonly string[]): Asked => {
    const wanted = {
      permissions: given.permissions ?? asked.permissions,
      columns: given.columns === undefined ? asked.columns : given.columns,
      startDate: given.startDate ?? asked.startDate,
      endDate: given.endDate === undefined ? asked.endDate : given.endDate,
    };
    // Columns that are gone since are asked for no more.
    const approved = settled({ ...wanted, columns: wanted.columns?.filter((name) => all.includes(name)) ?? null }, all);
    const more = (field: string) => wrong(field, 'More than was asked for', 'data-mart.moreThanAsked');
    if (approved.permissions.some((permission) => !asked.permissions.includes(permission))) throw more('permissions');
    if (asked.columns !== null && (approved.columns === null || approved.columns.some((name) => !asked.columns?.includes(name))))
      throw more('columns');
    if (approved.startDate < asked.startDate) throw more('startDate');
    if (asked.endDate !== null && (approved.endDate === null || approved.endDate > asked.endDate)) throw more('endDate');
    return approved;
  };
  return await decide(context, { ...given, verb: 'approve', to: 'granted', text: given.decision ?? null, terms });
}

export async function rejectGrant(context: Context, given: { id: string; version: number; decision: string }): Promise<GrantAnswer> {
  return await decide(context, { ...given, verb: 'reject', to: 'rejected', text: given.decision });
}

/** Revokes what was approved: from now on it counts no more (PERM-16). */
export async function revokeGrant(context: Context, given: { id: string; version: number; decision: string }): Promise<GrantAnswer> {
  return await decide(context, { ...given, verb: 'revoke', to: 'revoked', text: given.decision });
}

/** Withdraws one's own application. */
export async function cancelGrant(context: Context, given: { id: string; version: number }): Promise<GrantAnswer> {
  return await decide(context, { ...given, verb: 'cancel', to: 'cancelled', text: null });
}

/** A workspace is removed: what was granted and asked for its tables ends with it (WS-17). Call it before, in the same transaction. */
export async function endGrantsOf(db: Database, workspaceId: number, by: string): Promise<void> {
  await db
    .updateTable('data_grant')
    .set({
      state: sql<GrantState>`case when state = 'pending' then 'cancelled' else 'revoked' end`,
      version: sql<number>`version + 1`,
      decided_by: by,
      decided_at: sql<Date>`now()`,
    })
    .where('state', 'in', ['pending', 'granted'])
    .where('table_id', 'in', db.selectFrom('data_table').select('id').where('workspace_id', '=', workspaceId))
    .execute();
}
