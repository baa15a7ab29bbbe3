import type { Context, WordedContext } from '../../context.ts';
import { signedIn } from '../../contracts.ts';
import type { Database } from '../../database/connection.ts';
import { textOrNull } from '../../database/values.ts';
import { ApiError, wrong } from '../../errors.ts';
import { authorOf, change, createWithin, type Kind, signature, stillHas, touched } from '../changes.ts';
import { strangers } from '../dictionaries/repository.ts';
import { requireReviewObject } from '../flow/rights.ts';
import { holdsAll } from '../identity/rights.ts';
import { newSecret } from '../identity/secrets.ts';
import { once } from '../once.ts';
import { followTypes } from './following.ts';
import { findLink, findSeenLink, type LinkRow } from './link-rows.ts';
import { holdOpenProjects, requireUnlocked, writes } from './sight.ts';
import { sendLink } from './telling.ts';

export interface GivenLink {
  endDate?: string | undefined;
  remarks?: string | null | undefined;
  ticketTypes?: string[] | undefined;
}

/** Audit rows of links hold no secret: who may read the log need not hold the link. */
function kindOf({ services }: Context): Kind<LinkRow> {
  return {
    name: 'flow_ticket_url',
    async find(db, id) {
      const link = await findLink(db, id, services.settings.timeZone);
      return link && { ...link, copyUrl: link.copyUrl && shortened(link.copyUrl), url: null };
    },
    unique: { flow_ticket_url_review_object: 'reviewObjectId' },
  };
}

/** What of a secret may stand in a log or a history: enough to tell it from others. */
function shortened(token: string): string {
  return `${token.slice(0, 6)}\u2026`;
}

/** @throws ApiError NOT_FOUND to who does not see its client */
export async function requireLink(context: Context, id: string, db: Database = context.db): Promise<LinkRow> {
  const link = await findSeenLink(db, signedIn(context), id, context.services.settings.timeZone);
  if (!link) throw new ApiError('NOT_FOUND');
  return link;
}

/**
 * Makes the link of a review object with its first URL (API-147).
 * @throws ApiError NOT_FOUND, DUPLICATE where the review object has one, FLOW_CLIENT_DISABLED, FLOW_PROJECT_CLOSED, PARAMETER_ERROR
 */
export async function createLink(
  context: Context,
  given: GivenLink & { reviewObjectId: string; endDate: string; ticketTypes: string[]; key?: string | undefined },
): Promise<LinkRow> {
  const author = authorOf(context);
  const object = await requireReviewObject(context.db, author.user, given.reviewObjectId);
  await requireTypes(context.db, given.ticketTypes);
  const id = await duplicatesTold(() =>
    context.db.transaction().execute((transaction) =>
      once(transaction, context, 'evidence.createLink', given, async () => {
        await holdOpenProjects(transaction, { reviewObjects: [object.id] });
        const tasks = await holdTasksOf(transaction, object.id);
        const row = await transaction
          .insertInto('flow_ticket_url')
          .values({
            review_object_id: object.id,
            end_date: given.endDate,
            remarks: textOrNull(given.remarks),
            ticket_types: [...new Set(given.ticketTypes)],
            updated_by: signature(author.user),
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        await addCopy(transaction, row.id, signature(author.user));
        await createWithin(transaction, kindOf(context), author, () => Promise.resolve(String(row.id)));
        for (const task of tasks) await followTypes(transaction, context, { kind: 'staff', user: author.user }, task.id);
        return row.id;
      }),
    ),
  );
  return await requireLink(context, String(id));
}

async function duplicatesTold<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const taken = error instanceof Error && 'constraint' in error && error.constraint === 'flow_ticket_url_review_object';
    if (!taken) throw error;
    const details = [{ field: 'reviewObjectId', message: 'This review object has a link already', key: 'evidence.hasLink' }];
    throw new ApiError('DUPLICATE', { cause: error, details });
  }
}

/**
 * Changes what a link says; its URL stays (API-148).
 * @throws ApiError NOT_FOUND, CONFLICT with the link as it is, FLOW_CLIENT_DISABLED, FLOW_PROJECT_CLOSED, PARAMETER_ERROR
 */
export async function updateLink(
  context: Context,
  { id, version, ...given }: GivenLink & { id: string; version?: number | undefined },
): Promise<LinkRow> {
  const link = await requireLink(context, id);
  const { endDate, remarks, ticketTypes } = given;
  if (ticketTypes) await requireTypes(context.db, ticketTypes);
  return await changed(context, id, 'update', async (transaction) => {
    await holdOpenProjects(transaction, { reviewObjects: [Number(link.reviewObjectId)] });
    // Before the link, as whoever brings a file holds them.
    const tasks = ticketTypes === undefined ? [] : await holdTasksOf(transaction, Number(link.reviewObjectId));
    const { numUpdatedRows } = await transaction
      .updateTable('flow_ticket_url')
      .set({
        ...(endDate !== undefined && { end_date: endDate }),
        ...(remarks !== undefined && { remarks: textOrNull(remarks) }),
        ...(ticketTypes !== undefined && { ticket_types: [...new Set(ticketTypes)] }),
        ...touched(signedIn(context)),
      })
      .where('id', '=', Number(id))
      .where(stillHas(version))
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) return false;
    for (const task of tasks) await followTypes(transaction, context, { kind: 'staff', user: signedIn(context) }, task.id);
    return true;
  });
}

/** The tasks of a review object that need what its link asks for, held until the transaction ends. */
async function holdTasksOf(db: Database, reviewObject: number): Promise<{ id: number }[]> {
  const tasks = db
    .selectFrom('flow_bill_collect')
    .select('id')
    .where('review_object_id', '=', reviewObject)
    .where('ticket_types', 'is', null);
  return await tasks.orderBy('id').forUpdate().execute();
}

/**
 * Takes the URL of a link away, which is always possible, and makes another one where `renew` says so.
 * @throws ApiError NOT_FOUND, CONFLICT, and where another one is made FLOW_CLIENT_DISABLED, FLOW_PROJECT_CLOSED
 */
export async function replaceCopy(
  context: Context,
  { id, version }: { id: string; version: number },
  verb: 'renew' | 'revoke',
): Promise<LinkRow> {
  const link = await requireLink(context, id);
  return await changed(context, id, verb, async (transaction) => {
    if (verb === 'renew') await holdOpenProjects(transaction, { reviewObjects: [Number(link.reviewObjectId)] });
    const by = signature(signedIn(context));
    const { numUpdatedRows } = await transaction
      .updateTable('flow_ticket_url')
      .set(touched(signedIn(context)))
      .where('id', '=', Number(id))
      .where('version', '=', version)
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) return false;
    await transaction
      .updateTable('flow_ticket_url_copy')
      .set({ revoked_at: new Date(), revoked_by: by })
      .where('link_id', '=', Number(id))
      .where('revoked_at', 'is', null)
      .execute();
    if (verb === 'renew') await addCopy(transaction, Number(id), by);
    return true;
  });
}

/** A change of a link the user sees; who lost the race is told the link as it is, with its URL. */
async function changed(context: Context, id: string, verb: string, work: (db: Database) => Promise<boolean>): Promise<LinkRow> {
  // Another URL need not look like another one in what is logged of it.
  const shown = verb === 'update' ? 'all' : undefined;
  try {
    await change(context.db, kindOf(context), authorOf(context), { id, verb, shown, work });
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'CONFLICT')) throw error;
    throw new ApiError('CONFLICT', { data: await requireLink(context, id), cause: error });
  }
  return await requireLink(context, id);
}

/** Makes the URL of a link that has none that works. */
export async function addCopy(db: Database, linkId: number, by: string | null): Promise<string> {
  const token = newSecret();
  await db.insertInto('flow_ticket_url_copy').values({ link_id: linkId, token, created_by: by }).execute();
  return token;
}

/** Every URL a link has had, newest first (API-151); the one that works is told to who may have it. */
export async function historyOf(context: Context, id: string) {
  await requireLink(context, id);
  const isWhole = holdsAll(signedIn(context), [writes]);
  const rows = await context.db
    .selectFrom('flow_ticket_url_copy as copy')
    .selectAll('copy')
    .select((row) =>
      row.selectFrom('flow_ticket_upload').whereRef('copy_id', '=', 'copy.id').select(row.fn.countAll<number>().as('files')).as('files'),
    )
    .where('link_id', '=', Number(id))
    .orderBy('copy.id', 'desc')
    .limit(1_000)
    .execute();
  return rows.map((row) => ({
    id: String(row.id),
    copyUrl: isWhole && row.revoked_at === null ? row.token : shortened(row.token),
    isValid: row.revoked_at === null,
    createTime: row.created_at.toISOString(),
    createBy: row.created_by,
    revokeTime: row.revoked_at?.toISOString() ?? null,
    revokeBy: row.revoked_by,
    fileCnt: Number(row.files ?? 0),
  }));
}

/**
 * Puts a letter with the URL of a link into the outbox.
 * @throws ApiError NOT_FOUND, FLOW_CLIENT_DISABLED, FLOW_PROJECT_CLOSED, LINK_EXPIRED where the link was revoked, PARAMETER_ERROR where nobody has an address
 */
export async function mailLink(
  context: WordedContext,
  given: { id: string; email?: string | undefined; language?: 'en' | 'zh-Hans' | 'zh-Hant' | undefined },
): Promise<{ to: string }> {
  const link = await requireLink(context, given.id);
  requireUnlocked(link);
  const { url } = link;
  if (url === null) throw new ApiError('LINK_EXPIRED');
  const to = textOrNull(given.email) ?? textOrNull(link.email);
  if (to === null) throw wrong('email', 'The dealer has no address in the master data', 'evidence.noAddress');
  await context.db
    .transaction()
    .execute(async (transaction) => await sendLink(transaction, context, link, { name: 'evidence', to, url, language: given.language }));
  return { to };
}

/** @throws ApiError PARAMETER_ERROR that names the codes nobody knows */
export async function requireTypes(db: Database, codes: readonly string[], field = 'ticketTypes'): Promise<void> {
  const unknown = await strangers(db, 'ticket-type', codes);
  if (unknown.length > 0) throw wrong(field, `${unknown.join(', ')} is no ticket type`, 'evidence.unknownType');
}
