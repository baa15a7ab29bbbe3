import { defineModule } from '../../contracts.ts';
import type { Database } from '../../database/connection.ts';
import { textOrNull } from '../../database/values.ts';
import { ApiError } from '../../errors.ts';
import { languageOf } from '../../language.ts';
import { publicOrigin } from '../../public-origin.ts';
import { record } from '../audit/record.ts';
import { authorOf } from '../changes.ts';
import { captchaWrong, humanHere } from '../identity/captcha/service.ts';
import { findCode } from './codes.ts';
import { setPasswordByCode } from './passwords.ts';
import { listRegistrations } from './repository.ts';
import { approve, confirmRegistration, reject } from './service.ts';

/** What visitors may ask for without an account (REG-01). The answers say nothing about which addresses are known. */
export const accountModuleOfVisitors = defineModule({
  service: 'account',
  routes: {
    async register(request) {
      const { db, body, ip, userAgent, requestId, services } = request;
      if (!(await humanHere(db, body, services.settings.captcha))) throw captchaWrong();
      await db.transaction().execute(async (transaction) => {
        const { id } = await transaction
          .insertInto('registration')
          .values({
            name: body.name.trim(),
            email: body.email.trim(),
            mobile: textOrNull(body.mobile),
            company_name: body.companyName.trim(),
            position: textOrNull(body.position),
            contact_matters: textOrNull(body.contactMatters),
            language: languageOf(request),
            origin: publicOrigin(services.settings, request.reply.request),
            ip,
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        await record(
          transaction,
          { ip, userAgent, requestId },
          { action: 'registration_request', targetType: 'registration', targetId: String(id), actor: { username: body.email.trim() } },
        );
      });
      return {};
    },

    async forgot(request) {
      const { db, body, ip, userAgent, requestId, services } = request;
      if (!(await humanHere(db, body, services.settings.captcha))) throw captchaWrong();
      const email = body.email.trim();
      const origin = publicOrigin(services.settings, request.reply.request);
      await db.transaction().execute(async (transaction) => {
        await transaction
          .insertInto('password_request')
          .values({ email, language: languageOf(request), origin })
          .execute();
        // Company and matters help the reader of the log who is asked why no mail came.
        const detail = { name: body.name, companyName: body.companyName };
        const entry = { action: 'password_forgot', targetType: 'user', actor: { username: email }, detail };
        await record(transaction, { ip, userAgent, requestId }, entry);
      });
      return {};
    },

    async code({ db, body }) {
      const target = await findCode(db, body.code);
      if (!target) throw new ApiError('LINK_EXPIRED');
      return target.purpose === 'password'
        ? { purpose: target.purpose, username: await usernameOf(db, target.userId) }
        : { purpose: target.purpose };
    },

    async confirm({ db, body, ip, userAgent, requestId }) {
      await confirmRegistration(db, body.code, { ip, userAgent, requestId });
      return {};
    },

    async password(request) {
      await setPasswordByCode(request, request.body);
      return {};
    },
  },
});

/** Decisions about registrations. */
export const registrationModule = defineModule({
  service: 'registration',
  routes: {
    async list({ db, query }) {
      const page = { current: query.current ?? 1, size: query.size ?? 10 };
      const { content, total } = await listRegistrations(db, {
        keyword: query.keyword?.trim() ?? '',
        state: query.state ?? '',
        sort: query.sort ?? '',
        order: query.order === 'asc' ? ('asc' as const) : ('desc' as const),
        ...page,
      });
      return { content, total, ...page };
    },

    async approve(request) {
      return await approve(request.db, request.services.documents, request.body, authorOf(request));
    },

    async reject(request) {
      return await reject(request.db, request.services.documents, request.body, authorOf(request));
    },
  },
});

async function usernameOf(db: Database, id: number): Promise<string> {
  const { username } = await db.selectFrom('app_user').select('username').where('id', '=', id).executeTakeFirstOrThrow();
  return username;
}
