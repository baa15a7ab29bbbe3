import { sql } from 'kysely';
import type { Database } from '../../database/connection.ts';
import type { LabelValue } from '../../database/values.ts';
import { accountLabel } from '../users/repository.ts';

/** Somebody who works for a client. */
export interface FlowPerson {
  userId: string;
  label: LabelValue;
  active: boolean;
}

/** An account as the database gives it, see `account`. */
export interface Account {
  userId: string;
  username: string;
  userCode: string;
  name: string;
  nameEn: string | null;
  active: boolean;
}

/** Columns of a joined account as one value; null where there is none. */
export function account(alias: string) {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql<Account | null>`case when ${column('id')} is null then null else json_build_object('userId', ${column('id')}::text,
    'username', ${column('username')}, 'userCode', ${column('user_code')}, 'name', ${column('name')}, 'nameEn', ${column('name_en')}, 'active', ${column('status')} = '0') end`;
}

export function toPerson({ userId, active, ...names }: Account): FlowPerson {
  return { userId, label: accountLabel(names), active };
}

/** The active members of a client by the codes of their accounts: whom review objects can be given to (FLOW-04). */
export async function activeMembers(db: Database, clientId: number): Promise<Account[]> {
  const rows = await db
    .selectFrom('flow_client_member')
    .innerJoin('app_user as member', 'member.id', 'flow_client_member.user_id')
    .select(account('member').$notNull().as('account'))
    .where('client_id', '=', clientId)
    .where('member.status', '=', '0')
    .orderBy('member.user_code')
    .execute();
  return rows.map((row) => row.account);
}
