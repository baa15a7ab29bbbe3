import { sql } from 'kysely';

/**
 * Whether mail to the address of an account (`app_user`) reaches its owner: not while they changed it themselves and have not signed in since. Who
 * found an open session must not be able to keep the account by way of another address.
 */
export const isOwnersAddress = sql<boolean>`(app_user.own_email_at is null or app_user.own_email_at < (
  select at from last_sign_in where last_sign_in.user_id = app_user.id))`;
