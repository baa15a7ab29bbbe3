import { sql } from 'kysely';
import type { Database } from '../../database/connection.ts';
import { onPage } from '../../database/paging.ts';
import type { LabelValue } from '../../database/values.ts';
import { type MenuNames, menuLabel } from '../menus/label.ts';
import { containing } from '../search.ts';
import { delegationStatus, isInEffect } from './calendar.ts';

/** A side of a delegation. */
export interface DelegationPerson {
  id: string;
  username: string;
  usercode: string;
  name: string;
  nameEn: string | null;
}

/** A delegation as the API shows it, apart from what depends on who asks (DELEG-02). */
export interface DelegationRow {
  id: string;
  authorizer: DelegationPerson;
  agent: DelegationPerson;
  agentId: string;
  /** Calendar days, YYYY-MM-DD. */
  startDate: string;
  endDate: string | null;
  deadlineDays: number | null;
  permanent: boolean;
  authMenus: string[];
  moduleNames: LabelValue[];
  authHistory: boolean;
  authStatus: string;
  usable: boolean;
  remark: string | null;
  version: number;
  createTime: string;
  terminateTime: string | null;
  terminateBy: string | null;
}

export interface DelegationFilter {
  view: 'given' | 'received';
  userId: number;
  keyword: string;
  authStatus: string;
}

const sortColumns = { startDate: 'delegation.start_date', endDate: 'delegation.end_date', createTime: 'delegation.created_at' } as const;

function person(alias: string) {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql<DelegationPerson>`json_build_object('id', ${column('id')}::text, 'username', ${column('username')},
    'usercode', ${column('user_code')}, 'name', ${column('name')}, 'nameEn', ${column('name_en')})`;
}

const menusOf = sql<string[] | null>`(
  select json_agg(chosen.menu_id order by menu.sort, menu.menu_id)
  from delegation_menu chosen join menu on menu.menu_id = chosen.menu_id where chosen.delegation_id = delegation.id
)`;
// The rows nothing below which was chosen: a page tells more than the branch it hangs on.
const namesOf = sql<MenuNames[] | null>`(
  select json_agg(json_build_object('name', menu.name, 'nameHans', menu.name_hans, 'nameHant', menu.name_hant,
    'nameEn', menu.name_en) order by menu.sort, menu.menu_id)
  from delegation_menu chosen join menu on menu.menu_id = chosen.menu_id
  where chosen.delegation_id = delegation.id and not exists (
    select 1 from delegation_menu lower join menu below on below.menu_id = lower.menu_id
    where lower.delegation_id = delegation.id and below.parent_id = chosen.menu_id)
)`;

function select(db: Database) {
  return db
    .selectFrom('delegation')
    .innerJoin('app_user as authorizer', 'authorizer.id', 'delegation.authorizer_id')
    .innerJoin('app_user as agent', 'agent.id', 'delegation.agent_id');
}

function columns(timeZone: string) {
  return [
    'delegation.id',
    person('authorizer').as('authorizer'),
    person('agent').as('agent'),
    sql<string>`to_char(delegation.start_date, 'YYYY-MM-DD')`.as('startDate'),
    sql<string | null>`to_char(delegation.end_date, 'YYYY-MM-DD')`.as('endDate'),
    sql<number | null>`delegation.end_date - delegation.start_date + 1`.as('deadlineDays'),
    sql<boolean>`delegation.end_date is null`.as('permanent'),
    menusOf.as('menus'),
    namesOf.as('names'),
    'delegation.auth_history as authHistory',
    delegationStatus(timeZone).as('authStatus'),
    isInEffect(timeZone).as('usable'),
    'delegation.remark',
    'delegation.version',
    'delegation.created_at as createdAt',
    'delegation.terminated_at as terminatedAt',
    'delegation.terminated_by as terminateBy',
  ] as const;
}

interface Row extends Omit<DelegationRow, 'id' | 'agentId' | 'authMenus' | 'moduleNames' | 'createTime' | 'terminateTime'> {
  id: number;
  menus: string[] | null;
  names: MenuNames[] | null;
  createdAt: Date;
  terminatedAt: Date | null;
}

function toRow({ menus, names, createdAt, terminatedAt, ...row }: Row): DelegationRow {
  return {
    ...row,
    id: String(row.id),
    agentId: row.agent.id,
    authMenus: menus ?? [],
    moduleNames: (names ?? []).map(menuLabel),
    createTime: createdAt.toISOString(),
    terminateTime: terminatedAt?.toISOString() ?? null,
  };
}

function filtered(db: Database, timeZone: string, { view, userId, keyword, authStatus }: DelegationFilter) {
  const given = view === 'given';
  let query = select(db).where(given ? 'delegation.authorizer_id' : 'delegation.agent_id', '=', userId);
  if (authStatus !== '') query = query.where(delegationStatus(timeZone), '=', authStatus);
  if (keyword === '') return query;
  const pattern = containing(keyword);
  const other = given ? 'agent' : 'authorizer';
  return query.where((row) =>
    row.or([
      row(`${other}.name`, 'ilike', pattern),
      row(`${other}.name_en`, 'ilike', pattern),
      row(`${other}.username`, 'ilike', pattern),
      row(`${other}.user_code`, 'ilike', pattern),
      row('delegation.remark', 'ilike', pattern),
    ]),
  );
}

/** A page of the delegations a user has given or received, the latest start first unless asked otherwise (API-30). */
export async function listDelegations(
  db: Database,
  timeZone: string,
  filter: DelegationFilter,
  page: { sort: string; order: 'asc' | 'desc'; current: number; size: number },
): Promise<{ content: DelegationRow[]; total: number }> {
  const query = filtered(db, timeZone, filter);
  const { total } = await query.select((row) => row.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const column = Object.hasOwn(sortColumns, page.sort) ? sortColumns[page.sort as keyof typeof sortColumns] : 'delegation.start_date';
  const order = page.sort === '' ? 'desc' : page.order;
  const rows = await query
    .select(columns(timeZone))
    .orderBy(column, (by) => (order === 'desc' ? by.desc().nullsFirst() : by.asc().nullsLast()))
    .orderBy('delegation.id', 'desc')
    .$call(onPage(page.current, page.size))
    .execute();
  return { content: rows.map(toRow), total };
}

/** One delegation, whoever asks. */
export async function findDelegation(db: Database, timeZone: string, id: string): Promise<DelegationRow | undefined> {
  const row = await select(db).select(columns(timeZone)).where('delegation.id', '=', Number(id)).executeTakeFirst();
  return row && toRow(row);
}

/** The users in whose name this one may act at this moment, by code (API-35). */
export async function listSources(db: Database, timeZone: string, agentId: number): Promise<DelegationPerson[]> {
  const rows = await select(db)
    .select(person('authorizer').as('person'))
    .select('authorizer.user_code')
    .distinctOn('authorizer.user_code')
    .where('delegation.agent_id', '=', agentId)
    .where(isInEffect(timeZone))
    .orderBy('authorizer.user_code')
    .execute();
  return rows.map((row) => row.person);
}

/** The active user of this account or code who delegated to the agent, if that is in effect at this moment. */
export async function findSource(
  db: Database,
  timeZone: string,
  agentId: number,
  by: { username: string } | { usercode: string },
): Promise<{ id: number; username: string; delegationId: number } | undefined> {
  return await select(db)
    .select(['authorizer.id', 'authorizer.username', 'delegation.id as delegationId'])
    .where('delegation.agent_id', '=', agentId)
    .where(isInEffect(timeZone))
    .$if('username' in by, (query) =>
      query.where(sql<string>`lower(authorizer.username)`, '=', 'username' in by ? by.username.toLowerCase() : ''),
    )
    .$if('usercode' in by, (query) => query.where('authorizer.user_code', '=', 'usercode' in by ? by.usercode : ''))
    .orderBy('delegation.id')
    .limit(1)
    .executeTakeFirst();
}
