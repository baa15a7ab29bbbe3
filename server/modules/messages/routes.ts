import { defineModule, signedIn } from '../../contracts.ts';
import type { Database } from '../../database/connection.ts';
import { ApiError } from '../../errors.ts';
import { type Origin, record } from '../audit/record.ts';
import { readMailChoices, saveMailChoices } from './mail-choices.ts';
import { countUnread, listMessages, listUnread, markRead, removeMessage, restoreMessage } from './repository.ts';

/** The user's own messages (API-108 to API-112). Everybody sees and changes their own only. */
export const messageModule = defineModule({
  service: 'message',
  routes: {
    async list({ db, query, services, ...request }) {
      const page = { number: query.pageNum ?? 1, size: query.pageSize ?? 10 };
      return await listMessages(db, services.documents, Number(signedIn(request).id), page);
    },

    async unread({ db, services, ...request }) {
      return await listUnread(db, services.documents, Number(signedIn(request).id));
    },

    async unreadCount({ db, ...request }) {
      return await countUnread(db, Number(signedIn(request).id));
    },

    async mailChoices(request) {
      return await readMailChoices(request.db, signedIn(request).id, request.services.settings);
    },

    async saveMailChoices(request) {
      const actor = signedIn(request);
      const { body } = request;
      return await request.db.transaction().execute(async (db) => {
        const { way, topics } = await readMailChoices(db, actor.id, request.services.settings);
        await saveMailChoices(db, actor.id, body);
        const kept = await readMailChoices(db, actor.id, request.services.settings);
        const detail = { before: { way, topics }, after: { way: kept.way, topics: kept.topics } };
        await record(db, request, { action: 'message_mail_choices', targetType: 'user', targetId: actor.id, detail, actor });
        return kept;
      });
    },

    async setReadStatus(request) {
      const actor = signedIn(request);
      const { body } = request;
      const ids = Array.isArray(body) ? [...new Set(body.map(({ id }) => Number(id)))] : undefined;
      return await request.db.transaction().execute(async (db) => {
        const changed = await markRead(db, Number(actor.id), ids);
        if (changed > 0) {
          await record(db, request, {
            action: ids ? 'message_read' : 'message_read_all',
            targetType: 'message',
            targetId: ids?.length === 1 ? String(ids[0]) : undefined,
            detail: { changed },
            actor,
          });
        }
        return { changed };
      });
    },

    async remove(request) {
      await changeOne(request, 'message_delete', removeMessage);
      return {};
    },

    async restore(request) {
      await changeOne(request, 'message_restore', restoreMessage);
      return {};
    },
  },
});

/** Deletes a message of the user or brings it back, with an audit row. @throws ApiError NOT_FOUND */
async function changeOne(
  request: Parameters<typeof signedIn>[0] & Origin & { db: Database; body: { id: string } },
  action: 'message_delete' | 'message_restore',
  work: typeof removeMessage,
): Promise<void> {
  const actor = signedIn(request);
  const { id } = request.body;
  await request.db.transaction().execute(async (db) => {
    const changed = await work(db, Number(actor.id), Number(id));
    if (!changed) throw new ApiError('NOT_FOUND');
    const { template, source_id, read_at } = changed;
    const detail = { template, sourceId: source_id, unread: read_at === null };
    await record(db, request, { action, targetType: 'message', targetId: id, detail, actor });
  });
}
