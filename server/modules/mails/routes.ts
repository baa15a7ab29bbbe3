import { sql } from 'kysely';
import type { WordedContext } from '../../context.ts';
import { defineModule, signedIn } from '../../contracts.ts';
import type { Database } from '../../database/connection.ts';
import { ApiError } from '../../errors.ts';
import { wordsOf } from '../../reader.ts';
import { record } from '../audit/record.ts';
import { authorOf, change, type Kind } from '../changes.ts';
import { holdsAll, requireRightsOfUser } from '../identity/rights.ts';
import { findMail, findText, listMails, type MailAnswer } from './repository.ts';

const kind: Kind<MailAnswer> = { name: 'mail', find: findMail, unique: {} };

/** A mail whose problem is said in the language of the reader where the text is one of ours; that of a mail server stays as it is. */
function worded(request: WordedContext): (mail: MailAnswer) => MailAnswer {
  const word = wordsOf(request);
  return ({ problem, ...mail }) => ({ ...mail, problem: problem && word(problem) });
}

/** Whether the mail was one that is sent again: it has its text, and what its link opens is not over. */
async function queueAgain(db: Database, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('mail')
    .set({ state: 'queued', attempts: 0, problem: null, next_try_at: sql<Date>`now()`, due_at: sql<Date>`now()` })
    .where('id', '=', Number(id))
    .where('state', 'in', ['failed', 'kept'])
    .where('body', 'is not', null)
    .where(sql<boolean>`coalesce(ends_at > now(), true)`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The outbox for administrators. */
export const mailModule = defineModule({
  service: 'mail',
  routes: {
    async list(request) {
      const { db, query, services } = request;
      const page = { current: query.current ?? 1, size: query.size ?? 10 };
      const { content, total } = await listMails(db, {
        keyword: query.keyword?.trim() ?? '',
        state: query.state ?? '',
        sort: query.sort ?? '',
        order: query.order === 'asc' ? ('asc' as const) : ('desc' as const),
        ...page,
      });
      return { content: content.map(worded(request)), total, ...page, smtp: services.settings.smtpUrl !== undefined };
    },

    // A text may hold a link that opens an account, or what others have for themselves: reading it takes the rights to that, and is noted.
    async text(request) {
      const { db, params, ip, userAgent, requestId } = request;
      const [mail, found] = await Promise.all([findMail(db, params.id), findText(db, params.id)]);
      if (!mail || !found) throw new ApiError('NOT_FOUND');
      const actor = signedIn(request);
      if (found.userId !== null) await requireRightsOfUser(db, actor, found.userId);
      if (found.permission !== null && !holdsAll(actor, [found.permission])) throw new ApiError('BEYOND_RIGHTS');
      const detail = { recipient: mail.recipient, subject: mail.subject };
      await record(db, { ip, userAgent, requestId }, { action: 'mail_read', targetType: 'mail', targetId: mail.id, actor, detail });
      return { ...worded(request)(mail), text: found.text };
    },

    async resend(request) {
      const { id } = request.params;
      try {
        return await change(request.db, kind, authorOf(request), { id, verb: 'resend', work: (db) => queueAgain(db, id) });
      } catch (error) {
        if (!(error instanceof ApiError && error.code === 'CONFLICT')) throw error;
        const mail = await findMail(request.db, id);
        throw new ApiError('CONFLICT', { data: mail && worded(request)(mail), cause: error });
      }
    },
  },
});
