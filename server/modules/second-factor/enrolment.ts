import { sql } from 'kysely';
import { localizedText } from '../../../src/core/index.ts';
import type { WordedContext } from '../../context.ts';
import type { Database } from '../../database/connection.ts';
import type { LabelValue } from '../../database/values.ts';
import { ApiError, wrong } from '../../errors.ts';
import { languageOf } from '../../language.ts';
import { record } from '../audit/record.ts';
import { type Author, authorOf } from '../changes.ts';
import { requireOwnPassword } from '../identity/own-password.ts';
import { holdOwnAccount, requireOwnSession } from '../identity/own-session.ts';
import { revokeSessionsOf } from '../identity/sessions.ts';
import { sendNotice } from '../messages/notices.ts';
import { readConfig } from '../site/repository.ts';
import { endChallenges } from './challenge.ts';
import { type CodeParts, forgiveCodes, type Owner, placeOf, withCode } from './checking.ts';
import { type FactorState, factorState } from './policy.ts';
import { codesLeft, fewCodes, keepCodes, type NewCodes, newCodes } from './recovery-codes.ts';
import { newKey, shownKey, stepOf } from './totp.ts';
import './tables.ts';

/** How long a key is good that is shown and not confirmed. */
const setupMinutes = 15;

type Context = WordedContext & Pick<CodeParts, 'log'>;

const ownerOf = ({ user }: Author): Owner => ({ id: Number(user.id), username: user.username });
const wrongCode = (field: string) => wrong(field, 'The code is wrong or was used already', 'error.CODE_WRONG');

/** What the owner of an account is shown of its second factor. */
export async function ownFactor(db: Database, userId: number) {
  const { mode, isRequired } = await factorState(db, userId);
  const row = await db
    .selectFrom('second_factor')
    .select(['created_at as since', 'last_used_at as lastUsed', 'codes_at as codesAt'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  const left = row ? await codesLeft(db, userId) : 0;
  return {
    offered: mode !== 'off',
    required: isRequired,
    isSet: row !== undefined,
    since: row?.since.toISOString() ?? null,
    lastUsed: row?.lastUsed.toISOString() ?? null,
    codesAt: row?.codesAt.toISOString() ?? null,
    codesLeft: left,
    fewCodes: row !== undefined && left <= fewCodes,
  };
}

/** A new key to be confirmed in this session; one that was begun before ends. @throws ApiError SECOND_FACTOR_OFF */
export async function beginSetup(context: WordedContext): Promise<{ key: string; uri: string; seconds: number }> {
  const { db, services } = context;
  const { user } = authorOf(context);
  const id = Number(user.id);
  requireOffered(await factorState(db, id));
  const key = newKey();
  const values = {
    session_id: Number(user.sessionId),
    secret: services.seals.seal(placeOf(id), key),
    expires_at: sql<Date>`now() + make_interval(mins => ${setupMinutes})`,
  };
  await db
    .insertInto('second_factor_setup')
    .values({ user_id: id, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute();
  return { ...shownKey(key, { issuer: await issuerOf(context), label: user.username }), seconds: setupMinutes * 60 };
}

/** What the app calls this installation: its title, in one line and without what ends the name in such an address. */
async function issuerOf(context: WordedContext): Promise<string> {
  const language = languageOf(context);
  const { sysTitle } = await readConfig(context.db, 'site');
  const title =
    localizedText(sysTitle as LabelValue | undefined, language) || localizedText(context.services.documents.app().name, language);
  return title.replaceAll(/[\s:]+/g, ' ').trim();
}

/**
 * Sets up what was begun, after a code of it and the password; in place of another one after a code of that as well. Ends the other sessions, as
 * another password does, and gives the recovery codes, which exist nowhere else.
 * @throws ApiError SECOND_FACTOR_OFF, SECOND_FACTOR_SETUP_GONE, PARAMETER_ERROR at the fields, TOO_MANY_REQUESTS
 */
export async function confirmSetup(
  context: Context,
  { code, password, current }: { code: string; password: string; current?: string | undefined },
): Promise<{ codes: string[] }> {
  const { db, services, log } = context;
  const author = authorOf(context);
  const owner = ownerOf(author);
  const state = await factorState(db, owner.id);
  requireOffered(state);
  const setup = await setupOf(db, author);
  const key = setup && services.seals.open(placeOf(owner.id), setup.secret);
  if (!setup || !key) throw new ApiError('SECOND_FACTOR_SETUP_GONE');
  await requireOwnPassword(db, author, password);
  const step = stepOf(key, code.replaceAll(/[\s-]/g, ''));
  // The key is on the screen of whoever guesses.
  if (step === undefined) throw wrongCode('code');
  const fresh = await newCodes();
  const keep = (transaction: Database, replaces: boolean) => keepFactor(transaction, context, author, { ...setup, step, replaces, fresh });
  if (!state.isSet) {
    await db.transaction().execute((transaction) => keep(transaction, false));
    return { codes: fresh.codes };
  }
  const done = await withCode(
    { db, seals: services.seals, log },
    owner,
    { code: current ?? '', origin: author.origin, hold: 'changing' },
    (transaction) => keep(transaction, true),
  );
  if (!done) throw wrongCode('current');
  return { codes: fresh.codes };
}

function requireOffered({ mode }: FactorState): void {
  if (mode === 'off') throw new ApiError('SECOND_FACTOR_OFF');
}

async function setupOf(db: Database, { user }: Author): Promise<{ secret: Buffer } | undefined> {
  return await db
    .selectFrom('second_factor_setup')
    .select('secret')
    .where('user_id', '=', Number(user.id))
    .where('session_id', '=', Number(user.sessionId))
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
}

interface Kept {
  secret: Buffer;
  step: number;
  /** A code of the one of before was given. */
  replaces: boolean;
  fresh: NewCodes;
}

async function keepFactor(db: Database, context: WordedContext, author: Author, { secret, step, replaces, fresh }: Kept): Promise<void> {
  const { user, origin } = author;
  const owner = ownerOf(author);
  await holdOwnAccount(db, user);
  const { numDeletedRows } = await db
    .deleteFrom('second_factor_setup')
    .where('user_id', '=', owner.id)
    .where('secret', '=', secret)
    .executeTakeFirst();
  // Confirmed twice at the same moment, or begun anew meanwhile.
  if (numDeletedRows === 0n) throw new ApiError('SECOND_FACTOR_SETUP_GONE');
  const before = await db.deleteFrom('second_factor').where('user_id', '=', owner.id).executeTakeFirst();
  if (before.numDeletedRows > 0n && !replaces) throw wrongCode('current');
  await db.insertInto('second_factor').values({ user_id: owner.id, secret, last_step: step }).execute();
  await keepCodes(db, owner.id, fresh);
  await forgiveCodes(db, owner);
  await endChallenges(db, owner.id);
  const endedSessions = await revokeSessionsOf(db, owner.id, user.sessionId);
  const action = replaces ? 'second_factor_replace' : 'second_factor_set';
  await record(db, origin, { action, targetType: 'user', targetId: user.id, actor: user, detail: { endedSessions } });
  await sendNotice(db, {
    template: 'account/second-factor-set',
    userIds: [owner.id],
    parameters: { address: origin.ip ?? '-' },
    letters: { documents: context.services.documents },
  });
}

interface Proof {
  password: string;
  code: string;
}

/**
 * New recovery codes in place of those of before, after the password and a code.
 * @throws ApiError SECOND_FACTOR_NONE, PARAMETER_ERROR at the fields, TOO_MANY_REQUESTS
 */
export async function renewCodes(context: Context, proof: Proof): Promise<{ codes: string[] }> {
  const author = authorOf(context);
  const { user, origin } = author;
  const owner = ownerOf(author);
  await requirePossession(context, author, proof.password);
  const fresh = await newCodes();
  await proved(context, author, proof.code, async (transaction) => {
    await keepCodes(transaction, owner.id, fresh);
    await transaction.updateTable('second_factor').set({ codes_at: sql<Date>`now()` }).where('user_id', '=', owner.id).execute();
    await record(transaction, origin, { action: 'second_factor_codes', targetType: 'user', targetId: user.id, actor: user });
    await sendNotice(transaction, {
      template: 'account/second-factor-codes',
      userIds: [owner.id],
      parameters: { address: origin.ip ?? '-' },
      letters: { documents: context.services.documents },
    });
  });
  return { codes: fresh.codes };
}

/**
 * Takes the second factor away, after the password and a code.
 * @throws ApiError SECOND_FACTOR_REQUIRED, SECOND_FACTOR_NONE, PARAMETER_ERROR at the fields, TOO_MANY_REQUESTS
 */
export async function removeOwnFactor(context: Context, proof: Proof): Promise<void> {
  const author = authorOf(context);
  const { user, origin } = author;
  const owner = ownerOf(author);
  if ((await factorState(context.db, owner.id)).isRequired) throw new ApiError('SECOND_FACTOR_REQUIRED');
  await requirePossession(context, author, proof.password);
  await proved(context, author, proof.code, async (transaction) => {
    await forgetFactor(transaction, owner);
    const endedSessions = await revokeSessionsOf(transaction, owner.id, user.sessionId);
    await record(transaction, origin, {
      action: 'second_factor_remove',
      targetType: 'user',
      targetId: user.id,
      actor: user,
      detail: { endedSessions },
    });
    await sendNotice(transaction, {
      template: 'account/second-factor-removed',
      userIds: [owner.id],
      parameters: { address: origin.ip ?? '-' },
      letters: { documents: context.services.documents },
    });
  });
}

async function requirePossession({ db }: Context, author: Author, password: string): Promise<void> {
  if (!(await factorState(db, Number(author.user.id))).isSet) throw new ApiError('SECOND_FACTOR_NONE');
  await requireOwnPassword(db, author, password);
}

async function proved(context: Context, author: Author, code: string, work: (transaction: Database) => Promise<void>): Promise<void> {
  const { db, services, log } = context;
  const done = await withCode(
    { db, seals: services.seals, log },
    ownerOf(author),
    { code, origin: author.origin, hold: 'changing' },
    async (transaction) => {
      await requireOwnSession(transaction, author.user);
      await work(transaction);
    },
  );
  if (!done) throw wrongCode('code');
}

/** Nothing is left of it. False when there was none. */
export async function forgetFactor(db: Database, owner: Owner): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('second_factor').where('user_id', '=', owner.id).executeTakeFirst();
  await db.deleteFrom('second_factor_setup').where('user_id', '=', owner.id).execute();
  await forgiveCodes(db, owner);
  await endChallenges(db, owner.id);
  return numDeletedRows > 0n;
}
