import { sql } from 'kysely';
import type { Principal } from '../../contracts.ts';
import type { Database } from '../../database/connection.ts';
import { onPage } from '../../database/paging.ts';
import { containing } from '../search.ts';
import { type Account, type FlowPerson, toPerson } from './people.ts';
import { isSeenBy } from './rights.ts';

/** A client as the API shows it (FLOW-01, FLOW-02). */
export interface ClientAnswer {
  id: string;
  clientCode: string;
  clientName: string;
  status: '0' | '1';
  remark: string | null;
  members: FlowPerson[];
  /** Of these people, as a form has them: a change by somebody else is merged by it. */
  memberIds: string[];
  projectCount: number;
  version: number;
  createTime: string;
  updateTime: string | null;
  updateBy: string | null;
}

const most = 1_000;

function selectClients(db: Database) {
  return db.selectFrom('flow_client').select([
    'id',
    'client_code',
    'client_name',
    'status',
    'remark',
    'version',
    'created_at',
    'updated_at',
    'updated_by',
    sql<number>`(select count(*) from flow_project where flow_project.client_id = flow_client.id)`.as('projects'),
    sql<Account[]>`(
        select coalesce(json_agg(json_build_object('userId', member.id::text, 'username', member.username,
          'userCode', member.user_code, 'name', member.name,
          'nameEn', member.name_en, 'active', member.status = '0') order by member.user_code), '[]')
        from flow_client_member works join app_user member on member.id = works.user_id where works.client_id = flow_client.id
      )`.as('members'),
  ]);
}

function toClient(row: Awaited<ReturnType<ReturnType<typeof selectClients>['executeTakeFirstOrThrow']>>): ClientAnswer {
  return {
    id: String(row.id),
    clientCode: row.client_code,
    clientName: row.client_name,
    status: row.status,
    remark: row.remark,
    members: row.members.map(toPerson),
    memberIds: row.members.map(({ userId }) => userId),
    projectCount: row.projects,
    version: row.version,
    createTime: row.created_at.toISOString(),
    updateTime: row.updated_at?.toISOString() ?? null,
    updateBy: row.updated_by,
  };
}

/** The clients a user sees, by name: the enabled ones first (API-113, MENU-04). */
export async function listClients(db: Database, user: Principal): Promise<{ clientCode: string; clientName: string; status: '0' | '1' }[]> {
  return await db
    .selectFrom('flow_client')
    .select(['client_code as clientCode', 'client_name as clientName', 'status'])
    .where(isSeenBy(user))
    .orderBy('status')
    .orderBy('client_name')
    .orderBy('id')
    .limit(most)
    .execute();
}

/** A page of all clients, the newest first. The keyword is looked for in code, name and remark. */
export async function pageOfClients(
  db: Database,
  { keyword, status, pageNo, pageSize }: { keyword: string; status: string; pageNo: number; pageSize: number },
): Promise<{ content: ClientAnswer[]; total: number; current: number; size: number }> {
  const pattern = containing(keyword);
  const fits = sql<boolean>`(${status} = '' or status = ${status})
    and (${keyword} = '' or client_code ilike ${pattern} or client_name ilike ${pattern} or remark ilike ${pattern})`;
  const { total } = await db
    .selectFrom('flow_client')
    .where(fits)
    .select((row) => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await selectClients(db).where(fits).orderBy('id', 'desc').$call(onPage(pageNo, pageSize)).execute();
  return { content: rows.map(toClient), total, current: pageNo, size: pageSize };
}

export async function findClient(db: Database, id: string): Promise<ClientAnswer | undefined> {
  const row = await selectClients(db).where('id', '=', Number(id)).executeTakeFirst();
  return row && toClient(row);
}
