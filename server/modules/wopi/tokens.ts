import { sql } from 'kysely';
import type { Principal } from '../../contracts.ts';
import type { Database } from '../../database/connection.ts';
import { ApiError } from '../../errors.ts';
import { readableFile, requireChange, type Within } from '../files/owners.ts';
import { findFile, type StoredFile } from '../files/stored.ts';
import { accessOf, rememberAccess } from '../identity/access.ts';
import { hashSecret, newSecret } from '../identity/secrets.ts';
import { lifetimes } from '../identity/sessions.ts';
import './tables.ts';

/** For how long somebody may edit before they open the file anew, in seconds; never longer than their session could last. */
const lifetime = 4 * 60 * 60;

/** Gives an editor access to one file, in the name of the user and while this session lasts. */
export async function giveToken(db: Database, user: Principal, { bid }: StoredFile): Promise<{ token: string; expiresAt: Date }> {
  const secret = newSecret();
  const { expiresAt } = await db
    .insertInto('wopi_token')
    .columns(['secret_hash', 'file_id', 'session_id', 'expires_at'])
    .expression((from) =>
      from
        .selectFrom(['stored_file', 'session'])
        .select((row) => [
          row.val(hashSecret(secret)).as('secret_hash'),
          'stored_file.id as file_id',
          'session.id as session_id',
          sql<Date>`least(session.expires_at, now() + make_interval(secs => ${lifetime}))`.as('expires_at'),
        ])
        .where('stored_file.bid', '=', bid)
        .where('session.id', '=', Number(user.sessionId)),
    )
    .returning('expires_at as expiresAt')
    .executeTakeFirstOrThrow();
  return { token: secret, expiresAt };
}

/** Who an editor speaks for, with the rights of this moment, and the file it was given. */
export interface Editing {
  user: Principal;
  /** What the others who edit the file read of them, in whichever language: the name, and the one for English pages. */
  called: string;
  file: StoredFile;
}

/**
 * What a token opens. Using it counts as using the session: who edits is at work. A session nobody used for too long stays over.
 * @throws ApiError LINK_EXPIRED (401) for a token that is wrong, over, revoked or of another file; NOT_FOUND where its user sees the file no more
 */
export async function editingOf({ db, services }: Within, secret: string | undefined, bid: string): Promise<Editing> {
  const row = await db
    .selectFrom('wopi_token')
    .innerJoin('session', 'session.id', 'wopi_token.session_id')
    .innerJoin('app_user', 'app_user.id', 'session.user_id')
    .innerJoin('stored_file', 'stored_file.id', 'wopi_token.file_id')
    .select([
      'session.id as sessionId',
      'app_user.id as userId',
      'app_user.username',
      'app_user.name',
      'app_user.name_en as nameEn',
      sql<number>`(select revision from access_revision)`.as('revision'),
    ])
    .where('secret_hash', '=', hashSecret(secret ?? ''))
    .where('stored_file.bid', '=', bid)
    .where('wopi_token.expires_at', '>', sql<Date>`now()`)
    .where('session.expires_at', '>', sql<Date>`now()`)
    .where('session.last_used_at', '>', sql<Date>`now() - make_interval(secs => ${lifetimes.idleSeconds})`)
    .where('session.revoked_at', 'is', null)
    .where('app_user.status', '=', '0')
    .executeTakeFirst();
  // Editors know a token that does not count by this status.
  if (!row) throw new ApiError('LINK_EXPIRED', { status: 401 });
  const { sessionId, userId, username, name, nameEn, revision } = row;
  await db.updateTable('session').set({ last_used_at: sql<Date>`now()` }).where('id', '=', sessionId).execute();
  const access = await accessOf(db, userId, revision);
  const { permissions, roles } = access;
  const principal = {
    id: String(userId),
    username,
    name,
    permissions,
    roles,
    sessionId: String(sessionId),
    revisions: { access: revision },
  };
  const user = rememberAccess(principal, access);
  const called = nameEn && nameEn !== name ? `${name} ${nameEn}` : name;
  return { user, called, file: await readableFile({ db, services }, user, { bid }) };
}

/** Whether the user may change the file. */
export async function mayWrite({ db, services }: Within, user: Principal, file: StoredFile): Promise<boolean> {
  try {
    await db.transaction().execute(async (transaction) => await requireWrite({ db: transaction, services }, user, file));
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}

/** A file that nothing has claimed yet changes by who uploaded it. @throws ApiError NOT_FOUND, FORBIDDEN and what keeps the thing as it is */
export async function requireWrite(within: Within, user: Principal, file: StoredFile): Promise<void> {
  if (!(await findFile(within.db, { bid: file.bid }))) throw new ApiError('NOT_FOUND');
  await requireChange(within, user, file);
}

/** Forgets tokens and locks whose time is over. */
export async function forgetTokens(db: Database): Promise<void> {
  await db.deleteFrom('wopi_token').where('expires_at', '<', sql<Date>`now()`).execute();
  await db.deleteFrom('wopi_lock').where('expires_at', '<', sql<Date>`now()`).execute();
}
