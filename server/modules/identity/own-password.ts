import type { Database } from '../../database/connection.ts';
import { ApiError, wrong } from '../../errors.ts';
import type { Author } from '../changes.ts';
import { inPasswordQueue, verifyPassword } from './password.ts';
import { ownSessions, reserve, settle } from './throttle.ts';

/**
 * Whether this is the password of whoever asks. Guesses have the limits of the login, so that a session somebody left open does not give the
 * password away, and are counted apart from it: who has no session keeps nobody from this. Call it in the password queue.
 * @throws ApiError TOO_MANY_REQUESTS
 */
export async function isOwnPassword(db: Database, { user }: Author, password: string): Promise<boolean> {
  const guesser = ownSessions(user.username);
  const reservation = await reserve(db, guesser);
  if (reservation.kind !== 'granted') throw new ApiError('TOO_MANY_REQUESTS');
  const row = await db.selectFrom('app_user').select('password_hash').where('id', '=', Number(user.id)).executeTakeFirst();
  const isRight = await verifyPassword(password, row?.password_hash);
  await settle(db, reservation.id, guesser, isRight);
  return isRight;
}

/** What is said at the field of a password that is not theirs. */
interface Refusal {
  field: string;
  message: string;
  key: string;
}

const passwordWrong: Refusal = { field: 'password', message: 'The password is wrong', key: 'identity.passwordWrong' };

/**
 * Asks whoever acts for their own password; none given is no guess.
 * @throws ApiError PARAMETER_ERROR at the field where it is another one, TOO_MANY_REQUESTS
 */
export async function requireOwnPassword(db: Database, author: Author, password: string, refusal = passwordWrong): Promise<void> {
  if (password !== '' && (await inPasswordQueue(() => isOwnPassword(db, author, password)))) return;
  throw wrong(refusal.field, refusal.message, refusal.key);
}
