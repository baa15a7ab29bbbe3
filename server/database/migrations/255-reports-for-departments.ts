import { type Kysely, sql } from 'kysely';
import { addButton } from './199-registers.ts';

/**
 * Audit reports are read and answered by the department they go to: nobody holds the rights before an administrator gives them. Engagements that were
 * closed before the day was kept have the one that stood for it, their planned end, so that no entity is due again.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const rights = [
    ['department', '查看本部门审计报告', '查看本部門稽核報告', 'See those of one’s department', 50],
    ['respond', '反馈审计报告', '回饋稽核報告', 'Answer reports', 60],
  ] as const;
  for (const [verb, hans, hant, en, sort] of rights)
    await addButton(db, { id: `audit-report-${verb}`, menu: 'audit-report', hans, hant, en, sort, perms: `audit:report:${verb}` });
  await sql`update register_row set data = data || jsonb_build_object('closedOn', data ->> 'due')
    where register = 'engagement' and state = 'closed' and not data ? 'closedOn' and data ->> 'due' <> ''`.execute(db);
}
