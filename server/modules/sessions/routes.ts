import { sql } from 'kysely';
import { defineModule, signedIn } from '../../contracts.ts';
import { authorOf, change, type Kind } from '../changes.ts';
import { requireRightsOfUser } from '../identity/rights.ts';
import { sendNotice } from '../messages/notices.ts';
import { nameOfUser } from '../messages/people.ts';
import { findActiveSession, listSessions, type SessionAnswer } from './repository.ts';

const kind: Kind<SessionAnswer> = { name: 'session', find: findActiveSession, unique: {} };

/** Who is signed in now, and forced logout. */
export const sessionModule = defineModule({
  service: 'session',
  routes: {
    async list(request) {
      const { query } = request;
      const page = { current: query.current ?? 1, size: query.size ?? 10 };
      const order = query.order === 'asc' ? ('asc' as const) : ('desc' as const);
      const { content, total } = await listSessions(request.db, {
        keyword: query.keyword?.trim() ?? '',
        sort: query.sort ?? '',
        order,
        ...page,
      });
      const own = signedIn(request).sessionId;
      return { content: content.map((row) => ({ ...row, self: row.id === own })), total, ...page };
    },

    // Authentication asks the row at every request: the next one with this token is refused.
    async remove(request) {
      const { id } = request.params;
      const author = authorOf(request);
      await change(request.db, kind, author, {
        id,
        verb: 'revoke',
        async work(db) {
          const session = await findActiveSession(db, id);
          if (!session) return false;
          await requireRightsOfUser(db, author.user, Number(session.userId));
          const { numUpdatedRows } = await db
            .updateTable('session')
            .set({ revoked_at: sql<Date>`now()` })
            .where('id', '=', Number(id))
            .where('revoked_at', 'is', null)
            .executeTakeFirst();
          if (numUpdatedRows === 0n) return false;
          if (session.userId !== author.user.id) {
            await sendNotice(db, {
              template: 'account/session-ended',
              userIds: [session.userId],
              parameters: { by: await nameOfUser(db, author.user.id), address: session.ip ?? '-' },
              sourceId: id,
            });
          }
          return true;
        },
      });
      return {};
    },
  },
});
