import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../database/connection.ts';
import { isReceived } from '../delegations/calendar.ts';
import './tables.ts';

/**
 * What the installation wants (the parameter secondFactor). off: nothing is offered and nobody is asked. optional: who has set one up is asked.
 * roles: people of the roles of secondFactorRoles have to have one; everyone: everybody has to. Single sign-on has factors of its own.
 */
export const factorModes = ['off', 'optional', 'roles', 'everyone'] as const;
type FactorMode = (typeof factorModes)[number];

/** How it stands with the second factor of somebody. */
export interface FactorState {
  mode: FactorMode;
  /** They have to have one. */
  isRequired: boolean;
  isSet: boolean;
}

/** The mode, of an installation that never said anything, too: for SQL. */
const modeSql = sql<FactorMode>`coalesce((select value ->> 'secondFactor' from config where key = 'security'), 'optional')`;

/**
 * Whether the parameter names a role of an account, or of one of those who delegated to it, now or from a day to come on: whoever opens the
 * account acts with their rights (as `receivedPermissions` counts). For SQL.
 */
const isNamedSql = (userId: RawBuilder<number>) => sql<boolean>`exists (
  select 1 from user_role join role on role.id = user_role.role_id
  where (user_role.user_id = ${userId} or user_role.user_id in (select authorizer_id from delegation
      where agent_id = ${userId} and ${isReceived}))
    and role.role_code in (select jsonb_array_elements_text(value -> 'secondFactorRoles') from config
      where key = 'security' and jsonb_typeof(value -> 'secondFactorRoles') = 'array'))`;

/** Whether an account has to have a second factor, as things stand now: for SQL. */
export const isRequiredSql = (userId: RawBuilder<number>) =>
  sql<boolean>`(case ${modeSql} when 'everyone' then true when 'roles' then ${isNamedSql(userId)} else false end)`;

export async function factorState(db: Database, userId: number): Promise<FactorState> {
  const { rows } = await sql<FactorState>`
    select ${modeSql} as mode,
      ${isRequiredSql(sql`${userId}`)} as "isRequired",
      exists (select 1 from second_factor where user_id = ${userId}) as "isSet"`.execute(db);
  return rows[0] ?? { mode: 'optional', isRequired: false, isSet: false };
}

/**
 * Holds the account until the transaction ends: a sign-in sees the second factor that is being set up at the same moment, or its session is
 * there to be ended with the others.
 */
export async function holdAccount(db: Database, userId: number, by: 'signing in' | 'changing'): Promise<void> {
  const query = db.selectFrom('app_user').select('id').where('id', '=', userId);
  await (by === 'changing' ? query.forUpdate() : query.forShare()).execute();
}
