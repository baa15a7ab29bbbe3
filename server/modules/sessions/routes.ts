import { defineModule, signedIn } from '../../contracts.ts';
import { ApiError } from '../../errors.ts';
import { recordAll } from '../audit/record.ts';
import { authorOf, change, type Kind } from '../changes.ts';
import { browserOf, forgetDevices } from '../identity/devices.ts';
import { requireRightsOfUser } from '../identity/rights.ts';
import { revokeSessionsOf } from '../identity/sessions.ts';
import { sendNotice } from '../messages/notices.ts';
import { nameOfUser } from '../messages/people.ts';
import { endSession, findActiveSession, listSessions, type SessionAnswer, sessionsOf } from './repository.ts';

const kind: Kind<SessionAnswer> = { name: 'session', find: findActiveSession, unique: {} };

/** Who is signed in now, and forced logout. */
export const sessionModule = defineModule({
  service: 'session',
  routes: {
    async list(request) {
      const { query } = request;
      const page = { current: query.current ?? 1, size: query.size ?? 10 };
      const order = query.order === 'asc' ? ('asc' as const) : ('desc' as const);
      const { content, total } = await listSessions(request, {
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
          if (!(await endSession(db, id))) return false;
          if (session.userId !== author.user.id) {
            await sendNotice(db, {
              template: 'account/session-ended',
              userIds: [session.userId],
              parameters: { by: await nameOfUser(db, author.user.agent?.id ?? author.user.id), address: session.ip ?? '-' },
              sourceId: id,
            });
          }
          return true;
        },
      });
      return {};
    },

    async own(request) {
      const { id, sessionId } = signedIn(request);
      return (await sessionsOf(request.db, id)).map((row) => ({ ...row, self: row.id === sessionId }));
    },

    async endOwn(request) {
      const { id } = request.params;
      const author = authorOf(request);
      await change(request.db, kind, author, {
        id,
        verb: 'revoke',
        async work(db) {
          const session = await findActiveSession(db, id);
          // Of somebody else's not even that it is there.
          if (session?.userId !== author.user.id) throw new ApiError('NOT_FOUND');
          return await endSession(db, id);
        },
      });
      return {};
    },

    async endOthers(request) {
      const { user, origin } = authorOf(request);
      return await request.db.transaction().execute(async (db) => {
        const others = (await sessionsOf(db, user.id)).filter(({ id }) => id !== user.sessionId);
        await revokeSessionsOf(db, Number(user.id), user.sessionId);
        await forgetDevices(db, Number(user.id), browserOf(request).secret);
        await recordAll(
          db,
          origin,
          others.map(({ id }) => ({ action: 'session_revoke', targetType: 'session', targetId: id, actor: user })),
        );
        return { count: others.length };
      });
    },
  },
});
