import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Database } from '../../database/connection.ts';
import { textOrNull } from '../../database/values.ts';
import { ApiError, wrong } from '../../errors.ts';
import { authorOf, changeWithin, createWithin, type Kind, signature, speaking } from '../changes.ts';
import { holdersOf } from '../identity/holders.ts';
import { type NoticeTemplate, sendNotice } from '../messages/notices.ts';
import { nameOfUser } from '../messages/people.ts';
import { role, state } from '../workspaces/tables.ts';
import { momentsOf, narrowed, settled, type Terms } from './grant-terms.ts';
import { findGrant, type GrantAnswer } from './grants.ts';
import { requireWithinOwn } from './own-bounds.ts';
import { columnsOf } from './repository.ts';
import { decidesAll, type Reader, seeTable } from './rights.ts';
import type { Asked, GrantState } from './tables.ts';

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

/** Who is told of an application: the owner of the table, who works in its workspace, and who decides on every table. */
async function approversOf(db: Database, tableId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select owner_id as id from data_table where id = ${tableId} and owner_id is not null
    union select member.user_id from workspace_member member join data_table on data_table.workspace_id = member.workspace_id
      where data_table.id = ${tableId} and member.status = ${state.agreed} and member.role_type <> ${role.viewer}`.execute(db);
  return [...new Set([...rows.map(({ id }) => Number(id)), ...(await holdersOf(db, [decidesAll]))])];
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
    if (approved) await requireWithinOwn(db, author.user, { tableId, timeZone }, approved);
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

/** Approves an application, as it is or narrowed. @throws ApiError also PARAMETER_ERROR where more would be given than was asked for, or than a grant gave oneself */
export async function approveGrant(context: Context, given: Approval): Promise<GrantAnswer> {
  const terms = (asked: Asked, all: readonly string[]) => narrowed(given, asked, all);
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
