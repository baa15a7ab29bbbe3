import { type Kysely, sql } from 'kysely';

/**
 * Who wrote a notice of a workspace, or invited somebody, stays who that was after the account is deleted: ids are never given again. Authors of notices who
 * left before are known from the operation log.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const statements = [
    sql`alter table workspace_notice drop constraint if exists workspace_notice_user_id_fkey`,
    sql`alter table workspace_member drop constraint if exists workspace_member_invited_by_fkey`,
    sql`update workspace_notice set user_id = coalesce(subject_user_id, actor_id) from audit_log
      where user_id is null and action = 'workspace_notice_create' and target_id = workspace_notice.id::text`,
  ];
  for (const statement of statements) await statement.execute(db);
}
