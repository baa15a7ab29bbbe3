import { sql } from 'kysely';
import type { Database } from '../connection.ts';
import { withDescendants } from './product.ts';

interface DemoDelegation {
  authorizer: string;
  agent: string;
  /** Days from today, both inclusive; no end: permanent. */
  from: number;
  to?: number;
  menus: readonly string[];
  history?: boolean;
  remark: string;
  terminated?: boolean;
}

/** In every status, for the accounts people try first. */
const delegations: readonly DemoDelegation[] = [
  {
    authorizer: 'admin',
    agent: 'auditor',
    from: -5,
    to: 25,
    menus: ['system-dict', 'system-login-log', 'system-operation-log'],
    remark: '年度审计期间查看系统日志',
  },
  { authorizer: 'riskmanager', agent: 'auditor', from: -40, menus: ['risk'], history: true, remark: '长期协助风险评估' },
  { authorizer: 'auditor', agent: 'admin', from: 40, to: 54, menus: ['audit'], remark: '休假' },
  { authorizer: 'admin', agent: 'riskmanager', from: -120, to: -100, menus: ['system-dict'], remark: '字典整理' },
  { authorizer: 'riskmanager', agent: 'admin', from: -60, to: 60, menus: ['compliance'], remark: '合规检查', terminated: true },
];

/** Delegations around the day the data are made. */
export async function fillDelegations(db: Database, userIds: ReadonlyMap<string, number>, timeZone: string): Promise<void> {
  for (const { authorizer, agent, from, to, menus, history = false, remark, terminated = false } of delegations) {
    const rows = await pagesOnly(db, await withWay(db, await withDescendants(db, menus)));
    // The menu is that of the installation: what it does not have is not delegated.
    if (rows.length === 0) continue;
    const day = (offset: number) => sql<string>`(now() at time zone ${timeZone})::date + ${offset}::int`;
    const { id } = await db
      .insertInto('delegation')
      .values({
        authorizer_id: userIds.get(authorizer) ?? 0,
        agent_id: userIds.get(agent) ?? 0,
        start_date: day(from),
        end_date: to === undefined ? null : day(to),
        auth_history: history,
        remark,
        announced_status: terminated ? '4' : from > 0 ? '1' : to !== undefined && to < 0 ? '3' : '2',
        terminated_at: terminated ? sql<Date>`now() - interval '10 days'` : null,
        terminated_by: terminated ? authorizer : null,
        created_at: sql<Date>`now() + make_interval(days => ${Math.min(from, 0) - 3})`,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('delegation_menu')
      .values(rows.map((menu) => ({ delegation_id: id, menu_id: menu })))
      .execute();
  }
}

/** The rows with those above them. */
async function withWay(db: Database, menuIds: readonly string[]): Promise<string[]> {
  if (menuIds.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    with recursive way as (
      select menu_id, parent_id from menu where menu_id in (${sql.join(menuIds)})
      union select above.menu_id, above.parent_id from way join menu above on above.menu_id = way.parent_id
    ) select menu_id as id from way order by menu_id`.execute(db);
  return rows.map((row) => row.id);
}

/** Buttons come with their pages. */
async function pagesOnly(db: Database, menuIds: readonly string[]): Promise<string[]> {
  if (menuIds.length === 0) return [];
  const rows = await db
    .selectFrom('menu')
    .select('menu_id as id')
    .where('menu_id', 'in', [...menuIds])
    .where('type', 'in', ['0', '1'])
    .execute();
  return rows.map((row) => row.id);
}
