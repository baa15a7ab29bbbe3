import { localizedText } from '../../../src/core/index.ts';
import type { Context } from '../../context.ts';
import type { Database } from '../../database/connection.ts';
import { type LabelValue, labelOf } from '../../database/values.ts';
import { authorOf } from '../changes.ts';
import { sendNotice } from '../messages/notices.ts';
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
  for (const id of userIds) {
    const roles = listed(held.filter(({ userId }) => userId === id).map(({ name }) => name));
    await sendNotice(db, {
      template: 'account/roles-changed',
      userIds: [id],
      parameters: { by, roles },
      sourceId: String(id),
      letters: { documents: context.services.documents },
    });
  }
}

/** Several names as one, in every language. */
function listed(names: readonly LabelValue[]): LabelValue {
  if (names.length === 0) return '-';
  const joined = (language: 'en' | 'zh-Hans' | 'zh-Hant', between: string) =>
    names.map((name) => localizedText(name, language)).join(between);
  return labelOf({ en: joined('en', ', '), 'zh-Hans': joined('zh-Hans', '、'), 'zh-Hant': joined('zh-Hant', '、') });
}
