import { sql } from 'kysely';
import type { Principal } from '../../contracts.ts';
import type { Database } from '../../database/connection.ts';
import type { DelegationPerson } from './repository.ts';

/** In whose name a session acts, and who really sits there (API-05 `delegate`). */
export interface DelegateAnswer {
  username: string;
  usercode: string;
  name: string;
  nameEn: string | null;
  agent: DelegationPerson;
  endDate: string | null;
  authHistory: boolean;
}

/** Nothing for who acts for themselves. */
export async function delegateOf(db: Database, { id, agent }: Principal): Promise<DelegateAnswer | null> {
  if (!agent) return null;
  const { rows } = await sql<DelegationPerson>`
    select id::text, username, user_code as usercode, name, name_en as "nameEn" from app_user where id in (${Number(id)}, ${Number(agent.id)})`.execute(
    db,
  );
  const authorizer = rows.find((row) => row.id === id);
  const self = rows.find((row) => row.id === agent.id);
  if (!authorizer || !self) return null;
  const { endDate } = await db
    .selectFrom('delegation')
    .select(sql<string | null>`case when bool_or(end_date is null) then null else to_char(max(end_date), 'YYYY-MM-DD') end`.as('endDate'))
    .where('id', 'in', agent.delegations)
    .executeTakeFirstOrThrow();
  const { username, usercode, name, nameEn } = authorizer;
  return { username, usercode, name, nameEn, agent: self, endDate, authHistory: agent.since === null };
}
