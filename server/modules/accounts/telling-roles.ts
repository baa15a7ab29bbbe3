import type { Context } from '../../context.ts';
import type { Database } from '../../database/connection.ts';
import { type LabelValue, listed } from '../../database/values.ts';
import { authorOf } from '../changes.ts';
import { sendNotices } from '../messages/notices.ts';
import { nameOfUser } from '../messages/people.ts';

/** Tells the owners of accounts whose roles were changed which they have now. Use the transaction of the change. */
export async function tellRoles(db: Database, context: Context, userIds: readonly number[]): Promise<void> {
  if (userIds.length === 0) return;
  const by = await nameOfUser(db, authorOf(context).user.id);
  const held = await db
    .selectFrom('user_role')
    .innerJoin('role', 'role.id', 'user_role.role_id')
    .select(['user_role.user_id as userId', 'role.name'])
    .where('user_role.user_id', 'in', [...userIds])
    .orderBy('role.sort')
    .orderBy('role.id')
    .execute();
  const names = new Map<number, LabelValue[]>(userIds.map((id) => [id, []]));
  for (const { userId, name } of held) names.get(userId)?.push(name);
  const letters = { documents: context.services.documents };
  await sendNotices(
    db,
    [...names].map(([id, roles]) => ({
      template: 'account/roles-changed',
      userIds: [id],
      parameters: { by, roles: roles.length === 0 ? '-' : listed(roles) },
      sourceId: String(id),
      letters,
    })),
  );
}
