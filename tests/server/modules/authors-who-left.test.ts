import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { up } from '../../../server/database/migrations/267-authors-who-left.ts';
import { WorkspaceWorld } from './workspace-world.ts';

let world: WorkspaceWorld;
beforeAll(async () => {
  world = await WorkspaceWorld.start();
});
afterAll(async () => await world.app.close());

/** A notice as it stood before ids of authors stayed: without one, once its author was deleted. */
async function orphan(workspaceId: number, authorId: number | null): Promise<number> {
  const { rows } = await sql<{ id: number }>`insert into workspace_notice (workspace_id, user_id, content)
    values (${workspaceId}, ${authorId}, 'Read this') returning id`.execute(world.app.db);
  const [{ id } = { id: 0 }] = rows;
  return id;
}

it('[WS-14] authors of notices who left before ids stayed are known from the operation log: in whose name it was written', async () => {
  const { db } = world.app;
  const bizId = await world.workspace();
  const { id: workspaceId } = await db.selectFrom('workspace').select('id').where('biz_id', '=', bizId).executeTakeFirstOrThrow();
  const [gone, agent, known] = [900_001, 900_002, world.ownerId];
  const notices = {
    own: await orphan(workspaceId, null),
    inTheirName: await orphan(workspaceId, null),
    unnoted: await orphan(workspaceId, null),
    known: await orphan(workspaceId, known),
  };
  const noted = (notice: number, more: { actor_id: number; subject_user_id: number | null; action?: string }) => ({
    ...{ action: 'workspace_notice_create', target_type: 'workspace_notice', target_id: String(notice) },
    ...{ detail: '{}', ip: '127.0.0.1', request_id: 'test', actor: null, subject: null, user_agent: null, target_name: null },
    ...more,
  });
  await db
    .insertInto('audit_log')
    .values([
      // Rows of before the log had subjects.
      noted(notices.own, { actor_id: gone, subject_user_id: null }),
      noted(notices.inTheirName, { actor_id: agent, subject_user_id: gone }),
      // Whoever changed a notice did not write it.
      noted(notices.unnoted, { actor_id: agent, subject_user_id: agent, action: 'workspace_notice_update' }),
      noted(notices.known, { actor_id: gone, subject_user_id: gone }),
    ])
    .execute();
  await up(db as never);
  const rows = await db.selectFrom('workspace_notice').select(['id', 'user_id']).where('workspace_id', '=', workspaceId).execute();
  const authorOf = (notice: number) => rows.find(({ id }) => id === notice)?.user_id;
  expect(Object.entries(notices).map(([name, notice]) => [name, authorOf(notice)])).toEqual([
    ['own', gone],
    ['inTheirName', gone],
    ['unnoted', null],
    ['known', known],
  ]);
});
