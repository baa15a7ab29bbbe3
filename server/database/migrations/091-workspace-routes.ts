import { type Kysely, sql } from 'kysely';

/** The list and the members of workspaces are routes of the application, so that members without the workbench in their menu get there; menu rows only lead to them. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`update menu set component = null
    where (menu_id, url, component) in (
      ('workspace-list', '/workbench/list', 'workspace/list'),
      ('workspace-members', '/workbench/:id/members', 'workbench#workspace/members')
    )`.execute(db);
}
