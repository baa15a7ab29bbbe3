import { sql } from 'kysely';
import type { Principal } from '../../contracts.ts';
import type { Database } from '../../database/connection.ts';
import { ApiError } from '../../errors.ts';
import { hashSecret, newSecret } from '../identity/secrets.ts';
import './tables.ts';

/** For how long an address is good, in seconds: a viewer asks for the pages of a PDF as somebody turns them. */
const lifetime = 300;

export interface Ticket {
  purpose: 'upload' | 'download' | 'view';
  path: string;
  name: string;
  businessType: string | null;
}

/** A ticket as it was taken, who it was given to, and the session it was given to. */
export interface TakenTicket extends Ticket {
  user: { id: string; username: string };
  tokenHash: Buffer;
}

/** Gives an address out: its secret, and the moment it ends. It is good for its one purpose, and while the session lasts. */
export async function giveTicket(db: Database, user: Principal, ticket: Ticket): Promise<{ ticket: string; expireTime: string }> {
  const secret = newSecret();
  const { expiresAt } = await db
    .insertInto('file_ticket')
    .values({
      secret_hash: hashSecret(secret),
      purpose: ticket.purpose,
      path: ticket.path,
      name: ticket.name,
      business_type: ticket.businessType,
      session_id: Number(user.sessionId),
      user_id: Number(user.id),
      expires_at: sql<Date>`now() + make_interval(secs => ${lifetime})`,
    })
    .returning('expires_at as expiresAt')
    .executeTakeFirstOrThrow();
  return { ticket: secret, expireTime: expiresAt.toISOString() };
}

/** Uses an upload up, so that of several with it one is let in. @throws ApiError LINK_EXPIRED */
export async function takeTicket(db: Database, secret: string): Promise<TakenTicket> {
  const found = await goodTicket(db, secret, ['upload']);
  const used = await db.deleteFrom('file_ticket').where('secret_hash', '=', hashSecret(secret)).executeTakeFirst();
  if (used.numDeletedRows === 0n) throw new ApiError('LINK_EXPIRED');
  return found;
}

/** An upload, as long as it was not taken. @throws ApiError LINK_EXPIRED */
export async function uploadOf(db: Database, secret: string): Promise<TakenTicket> {
  return await goodTicket(db, secret, ['upload']);
}

/** A ticket to get a file with, as often as its viewer asks. @throws ApiError LINK_EXPIRED */
export async function readTicket(db: Database, secret: string): Promise<TakenTicket> {
  return await goodTicket(db, secret, ['download', 'view']);
}

async function goodTicket(db: Database, secret: string, purposes: Ticket['purpose'][]): Promise<TakenTicket> {
  const row = await db
    .selectFrom('file_ticket')
    .innerJoin('session', 'session.id', 'file_ticket.session_id')
    .innerJoin('app_user', 'app_user.id', 'file_ticket.user_id')
    .select([
      'purpose',
      'path',
      'file_ticket.name as name',
      'business_type as businessType',
      'app_user.id as id',
      'app_user.username as username',
      'session.token_hash as tokenHash',
    ])
    .where('secret_hash', '=', hashSecret(secret))
    .where('purpose', 'in', purposes)
    .where('file_ticket.expires_at', '>', sql<Date>`now()`)
    .where('session.revoked_at', 'is', null)
    .where('app_user.status', '=', '0')
    .executeTakeFirst();
  if (!row) throw new ApiError('LINK_EXPIRED');
  const { id, username, ...ticket } = row;
  return { ...ticket, user: { id: String(id), username } };
}

/** Forgets addresses whose time is over. */
export async function forgetTickets(db: Database): Promise<void> {
  await db.deleteFrom('file_ticket').where('expires_at', '<', sql<Date>`now()`).execute();
}
