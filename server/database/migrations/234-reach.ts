import { type Kysely, sql } from 'kysely';
import { addButton } from './199-registers.ts';

/** Rights to see some records of a register, and not all: nobody holds them before an administrator gives them. */
const rights = [
  ['control-finding', 'department', '查看本部门问题', '查看本部門問題', 'See those of one’s department', 50, 'control:finding:department'],
  ['control-finding', 'own', '查看本人问题', '查看本人問題', 'See one’s own', 60, 'control:finding:own'],
  ['risk-register', 'department', '查看本部门风险', '查看本部門風險', 'See those of one’s department', 50, 'risk:register:department'],
  ['risk-register', 'own', '查看本人风险', '查看本人風險', 'See one’s own', 60, 'risk:register:own'],
  ['task-list', 'own', '查看本人任务', '查看本人任務', 'See one’s own', 60, 'task:list:own'],
  ['engineering-contract', 'own', '查看本人合同', '查看本人合約', 'See one’s own', 60, 'engineering:contract:own'],
  [
    'audit-finding',
    'department',
    '查看本部门审计发现',
    '查看本部門稽核發現',
    'See those of one’s department',
    50,
    'audit:finding:department',
  ],
  ['audit-finding', 'own', '查看本人审计发现', '查看本人稽核發現', 'See one’s own', 60, 'audit:finding:own'],
] as const;

/**
 * In whose name a record was made, which decides who sees it. Of records there are already the log tells it: of an agent the one they acted for. Their
 * author's account is asked where the log does not know them, as account names are never given to somebody else while it exists.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const statements = [
    sql`alter table register_row add column made_by bigint references app_user (id) on delete set null`,
    sql`update register_row set made_by = made.by from (
      select distinct on (target_id) target_id, coalesce(subject_user_id, actor_id) as by from audit_log
      where target_type = 'register_row' and action = 'register_row_create' order by target_id, id
    ) as made join app_user on app_user.id = made.by where made.target_id = register_row.id::text`,
    sql`update register_row set made_by = app_user.id from app_user
      where register_row.made_by is null and app_user.username = register_row.created_by and app_user.created_at <= register_row.created_at`,
    sql`create index register_row_made_by on register_row (made_by) where made_by is not null`,
  ];
  for (const statement of statements) await statement.execute(db);
  for (const [menu, verb, hans, hant, en, sort, perms] of rights)
    await addButton(db, { id: `${menu}-${verb}`, menu, hans, hant, en, sort, perms });
}
