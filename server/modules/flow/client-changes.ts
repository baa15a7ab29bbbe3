import type { Context } from '../../context.ts';
import type { Database } from '../../database/connection.ts';
import { textOrNull } from '../../database/values.ts';
import { ApiError, inUse, wrong } from '../../errors.ts';
import { type Author, authorOf, change, changeWithin, create, type Kind, signature, touched } from '../changes.ts';
import { type ClientAnswer, findClient } from './clients.ts';
import { refuseWhereUsed } from './uses.ts';

export interface GivenClient {
  id?: string | undefined;
  version?: number | undefined;
  clientCode?: string | undefined;
  clientName: string;
  status?: '0' | '1' | undefined;
  remark?: string | null | undefined;
  memberIds: readonly string[];
}

const kind: Kind<ClientAnswer> = { name: 'flow_client', find: findClient, unique: { flow_client_client_code_key: 'clientCode' } };

/**
 * Makes a client, or changes the one of `id`, with the users who work for it (FLOW-01). Of two saves of a new one at once its code lets one through.
 * @throws ApiError NOT_FOUND, CONFLICT with the client as it is, DUPLICATE, PARAMETER_ERROR
 */
export async function saveClient(context: Context, given: GivenClient): Promise<ClientAnswer> {
  const author = authorOf(context);
  return given.id === undefined ? await addClient(context.db, given, author) : await changeClient(context.db, given.id, given, author);
}

async function addClient(db: Database, given: GivenClient, author: Author): Promise<ClientAnswer> {
  const { clientCode, status = '0', memberIds } = given;
  if (clientCode === undefined) throw wrong('clientCode', 'is missing');
  return await create(db, kind, author, async (transaction) => {
    const values = { client_code: clientCode, client_name: given.clientName.trim(), status, remark: textOrNull(given.remark) };
    const { id } = await transaction
      .insertInto('flow_client')
      .values({ ...values, updated_by: signature(author.user) })
      .returning('id')
      .executeTakeFirstOrThrow();
    await setMembers(transaction, id, memberIds);
    return String(id);
  });
}

async function changeClient(db: Database, id: string, given: GivenClient, author: Author): Promise<ClientAnswer> {
  const { version, clientCode, status, remark, memberIds } = given;
  if (version === undefined) throw wrong('version', 'is missing');
  return await change(db, kind, author, {
    id,
    verb: 'update',
    shown: 'all',
    async work(transaction) {
      const row = await transaction
        .selectFrom('flow_client')
        .select(['client_code', 'version'])
        .where('id', '=', Number(id))
        .forUpdate()
        .executeTakeFirst();
      if (row?.version !== version) return false;
      if (clientCode !== undefined && clientCode !== row.client_code)
        throw wrong('clientCode', 'The code of a client stays: addresses and files name it', 'flow.codeStays');
      await transaction
        .updateTable('flow_client')
        .set({
          client_name: given.clientName.trim(),
          ...(status !== undefined && { status }),
          ...(remark !== undefined && { remark: textOrNull(remark) }),
          ...touched(author.user),
        })
        .where('id', '=', Number(id))
        .execute();
      await setMembers(transaction, Number(id), memberIds);
      return true;
    },
  });
}

/** Makes these users the members. Who is one already may be disabled by now. @throws ApiError PARAMETER_ERROR for a new one who is not active */
async function setMembers(db: Database, clientId: number, memberIds: readonly string[]): Promise<void> {
  const wanted = memberIds.map(Number);
  const rows = await db.selectFrom('flow_client_member').select('user_id').where('client_id', '=', clientId).execute();
  const before = new Set(rows.map((row) => row.user_id));
  const added = wanted.filter((id) => !before.has(id));
  if (added.length > 0) {
    const active = await db.selectFrom('app_user').select('id').where('id', 'in', added).where('status', '=', '0').forShare().execute();
    if (active.length < added.length)
      throw wrong('memberIds', 'Somebody of them does not exist or is not active any more', 'flow.noSuchUser');
  }
  const gone = [...before].filter((id) => !wanted.includes(id));
  if (gone.length > 0) await db.deleteFrom('flow_client_member').where('client_id', '=', clientId).where('user_id', 'in', gone).execute();
  if (added.length > 0) {
    await db
      .insertInto('flow_client_member')
      .values(added.map((user_id) => ({ client_id: clientId, user_id })))
      .execute();
  }
}

/** Deletes clients with their master data, all of them or none. @throws ApiError NOT_FOUND, IN_USE with the client that has projects */
export async function removeClients(db: Database, ids: readonly string[], author: Author): Promise<number> {
  return await db.transaction().execute(async (transaction) => {
    for (const id of ids) {
      await changeWithin(transaction, kind, author, {
        id,
        verb: 'delete',
        async work() {
          const row = await transaction
            .selectFrom('flow_client')
            .select('client_name')
            .where('id', '=', Number(id))
            .forUpdate()
            .executeTakeFirst();
          if (!row) throw new ApiError('NOT_FOUND');
          const { projects } = await transaction
            .selectFrom('flow_project')
            .select((count) => count.fn.countAll<number>().as('projects'))
            .where('client_id', '=', Number(id))
            .executeTakeFirstOrThrow();
          const values = { name: row.client_name, projects: String(projects) };
          if (projects > 0) throw inUse('flow.clientHasProjects', `${row.client_name} has ${projects} projects`, values);
          await refuseWhereUsed(row.client_name, () => transaction.deleteFrom('flow_client').where('id', '=', Number(id)).execute());
          return true;
        },
      });
    }
    return ids.length;
  });
}
