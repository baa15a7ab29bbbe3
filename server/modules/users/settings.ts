import { sql } from 'kysely';
import type { Calls } from '../../../src/generated/calls.ts';
import type { WordedContext } from '../../context.ts';
import type { Database } from '../../database/connection.ts';
import { ApiError, type ErrorDetail } from '../../errors.ts';
import { ruleDetail, ruleOf } from '../../plugins/rules.ts';
import { wordsOf } from '../../reader.ts';
import { record } from '../audit/record.ts';
import { type Author, authorOf, touched } from '../changes.ts';
import { browserOf, knowOnly } from '../identity/devices.ts';
import { isOwnPassword } from '../identity/own-password.ts';
import { holdOwnAccount } from '../identity/own-session.ts';
import { hashPassword, inPasswordQueue } from '../identity/password.ts';
import { passwordDetails } from '../identity/password-rule.ts';
import { revokeSessionsOf } from '../identity/sessions.ts';
import { sendNotice } from '../messages/notices.ts';
import { endCodes } from '../registration/codes.ts';
import { endChallenges } from '../second-factor/challenge.ts';
import { ownsPicture } from './pictures.ts';

type Wanted = Calls['user.saveConfig']['body'];
type Saved = Calls['user.saveConfig']['data'];

const passwordFields = ['old_password', 'new_password', 'confirm_password'] as const;

/**
 * Saves what is given of the settings (SET-13), and changes the password when `is_update_password` is 1: all or nothing. Who acts for another
 * user saves language and theme for themselves (DELEG-05).
 * @throws ApiError PARAMETER_ERROR at the fields, TOO_MANY_REQUESTS, NOT_WHILE_ACTING
 */
export async function saveSettings(context: WordedContext, wanted: Wanted): Promise<Saved> {
  const { db } = context;
  const author = authorOf(context);
  const { user } = author;
  const isPassword = wanted.is_update_password === '1';
  if (user.agent && (isPassword || wanted.img_path !== undefined)) throw new ApiError('NOT_WHILE_ACTING');
  const owner = user.agent?.id ?? user.id;
  const details = [...(isPassword ? await wrongPasswords(context, user.id, wanted) : []), ...(await wrongSettings(db, owner, wanted))];
  if (details.length > 0) throw new ApiError('PARAMETER_ERROR', { details });
  const passwordHash = isPassword ? await newHash(db, wanted, author) : undefined;
  if (passwordHash === null) {
    const detail = { field: 'old_password', message: 'The old password is wrong', key: 'error.OLD_PASSWORD_WRONG' };
    return { result: false, reason: 'OLD_PASSWORD_WRONG', details: [detail] };
  }
  const browser = browserOf(context);
  const device = await db.transaction().execute(async (transaction) => {
    if (passwordHash !== undefined) await holdOwnAccount(transaction, user);
    await store(transaction, owner, wanted);
    const { origin } = author;
    const names = (['theme_config', 'language_config', 'img_path'] as const).filter((name) => wanted[name] !== undefined);
    const row = { targetType: 'user', targetId: owner, actor: user };
    if (names.length > 0) await record(transaction, origin, { ...row, action: 'user_settings', detail: { settings: names } });
    if (passwordHash === undefined) return undefined;
    await transaction
      .updateTable('app_user')
      .set({ password_hash: passwordHash, password_set_at: sql<Date>`now()`, password_given: false, ...touched(user) })
      .where('id', '=', Number(owner))
      .execute();
    await revokeSessionsOf(transaction, Number(owner), user.sessionId);
    await endChallenges(transaction, Number(owner));
    await endCodes(transaction, { purpose: 'password', userId: Number(owner) });
    await record(transaction, origin, { ...row, action: 'user_change_password' });
    await sendNotice(transaction, {
      template: 'account/password-changed',
      userIds: [owner],
      parameters: { address: origin.ip ?? '-' },
      letters: { documents: context.services.documents },
    });
    // Whoever changes it knows both, as whoever signs in does.
    return await knowOnly(transaction, Number(owner), browser.secret);
  });
  if (device !== undefined) browser.keep(device);
  return { result: true };
}

/** Settings are no master data: the version an administrator edits stays as it is. */
async function store(db: Database, owner: string, { theme_config, language_config, img_path }: Wanted): Promise<void> {
  const values = {
    ...(theme_config !== undefined && { theme_config: theme_config || null }),
    ...(language_config !== undefined && { language_config }),
    ...(img_path !== undefined && { img_path: img_path || null }),
  };
  if (Object.keys(values).length > 0) await db.updateTable('app_user').set(values).where('id', '=', Number(owner)).execute();
}

/** RULE-07, each field with its own reason: the new one by the rule of those that are set, the others by their length. */
async function wrongPasswords(context: WordedContext, owner: string, wanted: Wanted): Promise<ErrorDetail[]> {
  const length = ruleOf(context.services.documents, 'password-length');
  const say = wordsOf(context);
  const details: ErrorDetail[] = [];
  for (const field of passwordFields) {
    const password = wanted[field] ?? '';
    if (password === '') details.push({ field, message: say('settings.passwordRequired'), key: 'settings.passwordRequired' });
    else if (field === 'new_password') details.push(...(await passwordDetails(context.db, context, Number(owner), { field, password })));
    else {
      const broken = ruleDetail(length, password, say);
      if (broken) details.push({ field, ...broken });
    }
  }
  if (details.length > 0) return details;
  if (wanted.new_password === wanted.old_password)
    return [{ field: 'new_password', message: say('settings.passwordSame'), key: 'settings.passwordSame' }];
  if (wanted.new_password === wanted.confirm_password) return [];
  return [{ field: 'confirm_password', message: say('settings.passwordsDiffer'), key: 'settings.passwordsDiffer' }];
}

/** THEME-02: only themes of the list that are on; MISC-02: only a picture of one's own. */
async function wrongSettings(db: Database, owner: string, { theme_config: theme, img_path: path }: Wanted): Promise<ErrorDetail[]> {
  const details: ErrorDetail[] = [];
  if (theme && !(await isSelectable(db, theme))) {
    details.push({ field: 'theme_config', message: 'This theme cannot be chosen', key: 'settings.themeOff' });
  }
  if (path && !(await isShown(db, owner, path)) && !(await ownsPicture(db, owner, path))) {
    details.push({ field: 'img_path', message: 'Upload the picture first', key: 'rule.avatar' });
  }
  return details;
}

async function isSelectable(db: Database, theme: string): Promise<boolean> {
  const entry = await db
    .selectFrom('dictionary_entry')
    .select('id')
    .where('type', '=', 'theme-list')
    .where('value', '=', theme)
    .where('status', '=', '0')
    .executeTakeFirst();
  return entry !== undefined;
}

/** What stands there already may stay. */
async function isShown(db: Database, owner: string, path: string): Promise<boolean> {
  const user = await db.selectFrom('app_user').select('img_path').where('id', '=', Number(owner)).executeTakeFirst();
  return user?.img_path === path;
}

/** Hash of the new password once the old one was right, null when it was wrong. @throws ApiError TOO_MANY_REQUESTS */
function newHash(db: Database, { old_password, new_password }: Wanted, author: Author): Promise<string | null> {
  return inPasswordQueue(async () =>
    (await isOwnPassword(db, author, old_password ?? '')) ? await hashPassword(new_password ?? '') : null,
  );
}
