import { sql } from 'kysely';
import type { WordedContext } from '../../context.ts';
import { addDays, dayIn } from '../../days.ts';
import { ApiError, wrong } from '../../errors.ts';
import { authorOf, change, signature } from '../changes.ts';
import { newKey, requireNoProgram } from '../identity/access-key.ts';
import { requireRightsOfUser } from '../identity/rights.ts';
import { hashSecret } from '../identity/secrets.ts';
import { sendNotice } from '../messages/notices.ts';
import { nameOfUser } from '../messages/people.ts';
import { holdAccount } from '../second-factor/policy.ts';
import { kind } from './service.ts';

/** Keys of one account. */
const mostKeys = 20;
/** Longest time a key is good for, in days. */
const longestDays = 366;

/** A key as administration sees it: never the key itself. */
export interface AccessKeyAnswer {
  id: string;
  name: string;
  createTime: string;
  createBy: string;
  /** Its last day, where the days of this installation begin: YYYY-MM-DD. */
  expireOn: string;
  isExpired: boolean;
  lastUsedTime: string | null;
  lastUsedIp: string | null;
}

/** The keys of an account, by name. At most `mostKeys`. */
export async function keysOf({ db, services }: Pick<WordedContext, 'db' | 'services'>, userId: string): Promise<AccessKeyAnswer[]> {
  const lastDay = sql<string>`to_char((expires_at - interval '1 second') at time zone ${services.settings.timeZone}, 'YYYY-MM-DD')`;
  const rows = await db
    .selectFrom('access_key')
    .select(['id', 'name', 'created_at', 'created_by', 'used_at', 'used_ip'])
    .select([lastDay.as('lastDay'), sql<boolean>`expires_at <= now()`.as('isExpired')])
    .where('user_id', '=', Number(userId))
    .orderBy(sql`lower(name)`)
    .execute();
  return rows.map((row) => ({
    id: String(row.id),
    name: row.name,
    createTime: row.created_at.toISOString(),
    createBy: row.created_by,
    expireOn: row.lastDay,
    isExpired: row.isExpired,
    lastUsedTime: row.used_at?.toISOString() ?? null,
    lastUsedIp: row.used_ip,
  }));
}

/**
 * Gives a program a key to the account of somebody else, which is told to its owner. The key is answered this once. One to the own account would
 * let whoever found an open session keep the account.
 * @throws ApiError NOT_FOUND, OWN_ACCESS_KEY, BEYOND_RIGHTS, DUPLICATE at the name, PARAMETER_ERROR at a day that has passed or is too far, or one key too many
 */
export async function createKey(
  context: WordedContext,
  { id, name, expireOn }: { id: string; name: string; expireOn: string },
): Promise<{ key: string }> {
  const author = authorOf(context);
  const { timeZone } = context.services.settings;
  if (id === author.user.id) throw new ApiError('OWN_ACCESS_KEY');
  requireDay(expireOn, dayIn(timeZone));
  const key = newKey();
  const expiresAt = sql<Date>`(${expireOn}::date + 1)::timestamp at time zone ${timeZone}`;
  await change(context.db, keyKind, author, {
    id,
    verb: 'create_key',
    detail: { accessKey: { name, expireOn } },
    async work(transaction) {
      await requireNoProgram(transaction, author.user);
      await requireRightsOfUser(transaction, author.user, Number(id));
      await holdAccount(transaction, Number(id), 'changing');
      const { count } = await transaction
        .selectFrom('access_key')
        .select((row) => row.fn.countAll<number>().as('count'))
        .where('user_id', '=', Number(id))
        .executeTakeFirstOrThrow();
      if (count >= mostKeys)
        throw wrong('name', `An account has ${mostKeys} access keys at most`, 'account.keysFull', { most: String(mostKeys) });
      await transaction
        .insertInto('access_key')
        .values({ user_id: Number(id), name, secret_hash: hashSecret(key), created_by: signature(author.user), expires_at: expiresAt })
        .execute();
      await sendNotice(transaction, {
        template: 'account/access-key',
        userIds: [id],
        parameters: { by: await nameOfUser(transaction, author.user.id), name, day: expireOn },
        sourceId: id,
        letters: { documents: context.services.documents },
      });
      return true;
    },
  });
  return { key };
}

const keyKind: typeof kind = { ...kind, unique: { access_key_name: 'name' } };

function requireDay(day: string, today: string): void {
  const last = addDays(today, longestDays);
  if (day >= today && day <= last) return;
  throw wrong('expireOn', `A day from ${today} to ${last}`, 'account.keyDays', { first: today, last });
}

/** Takes a key away, and ends what was begun with it. @throws ApiError NOT_FOUND, BEYOND_RIGHTS */
export async function removeKey(context: WordedContext, keyId: string): Promise<void> {
  const author = authorOf(context);
  const key = await context.db.selectFrom('access_key').select(['user_id', 'name']).where('id', '=', Number(keyId)).executeTakeFirst();
  if (!key) throw new ApiError('NOT_FOUND');
  await change(context.db, kind, author, {
    id: String(key.user_id),
    verb: 'remove_key',
    detail: { accessKey: { name: key.name } },
    async work(transaction) {
      await requireRightsOfUser(transaction, author.user, key.user_id);
      // No session begins with it meanwhile.
      await holdAccount(transaction, key.user_id, 'changing');
      await transaction
        .updateTable('session')
        .set({ revoked_at: sql<Date>`now()` })
        .where('access_key_id', '=', Number(keyId))
        .where('revoked_at', 'is', null)
        .execute();
      const { numDeletedRows } = await transaction.deleteFrom('access_key').where('id', '=', Number(keyId)).executeTakeFirst();
      if (numDeletedRows === 0n) throw new ApiError('NOT_FOUND');
      return true;
    },
  });
}
