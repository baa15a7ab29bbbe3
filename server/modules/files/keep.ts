import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Principal } from '../../contracts.ts';
import type { Database } from '../../database/connection.ts';
import { ApiError } from '../../errors.ts';
import { newPath } from '../../files/names.ts';
import type { UploadedFile } from '../../plugins/uploads.ts';
import { record } from '../audit/record.ts';
import { signature } from '../changes.ts';
import { admitFile, fileRule, ruleValues } from './admitted.ts';
import { findFile, noted, type StoredFile } from './stored.ts';

/** A file to keep, and what it belongs to. */
export interface Keeping {
  file: UploadedFile | undefined;
  businessType: string;
  /** Without one the file waits for `bindFiles`, at most a day. */
  businessId?: string | undefined;
  scope?: string | undefined;
  /** The path that was promised for it. Default: a new one. */
  path?: string | undefined;
  /** Runs once the file is counted and before its bytes are written: whether there is room for it. What it throws leaves nothing. */
  admit?: (() => Promise<void>) | undefined;
  /** Runs in the transaction that makes the file seen: whether who uploaded it still may. What it throws leaves nothing. */
  confirm?: ((transaction: Database) => Promise<void>) | undefined;
}

/** Who uploads, and where the file goes. */
export type Keeper = Omit<Context, 'user' | 'reply'> & { user: Pick<Principal, 'id' | 'username' | 'agent' | 'viewedRole'> | undefined };

/**
 * Keeps an uploaded file: check -> a row nobody sees -> whether there is room -> bytes, durable -> the row is seen and the audit row stands. Whoever is refused leaves nothing; wherever else that breaks off, nothing is seen and the sweep tidies up.
 * Rights are the business of who calls; not within a transaction, which would stay open while bytes are written.
 * @throws ApiError PARAMETER_ERROR at `file` (ERR-11), also where the thing has as many files as its rule allows
 */
export async function keepFile(
  context: Keeper,
  { file, businessType, businessId, scope, admit, confirm, ...promised }: Keeping,
): Promise<StoredFile> {
  const { db, services, user } = context;
  const rule = fileRule(services.documents, businessType);
  const { name, type, extension, content } = await admitFile(file, rule);
  const path = promised.path ?? newPath(extension);
  await db
    .insertInto('stored_file')
    .values({
      path,
      business_type: businessType,
      scope: scope ?? null,
      origin_name: name,
      extension,
      type,
      size: content.length,
      sha256: createHash('sha256').update(content).digest(),
      user_id: user ? Number(user.id) : null,
      created_by: user ? signature(user) : null,
    })
    .execute();
  return await orNothing(context, path, async () => {
    await admit?.();
    await services.files.put(path, content);
    return await db.transaction().execute(see);
  });

  async function see(transaction: Database): Promise<StoredFile> {
    await confirm?.(transaction);
    if (businessId !== undefined && rule.maxItems !== undefined) {
      await requireRoom(transaction, { businessType, businessId }, rule.maxItems, () => ruleValues(rule));
    }
    await transaction
      .updateTable('stored_file')
      .set({ kept_at: sql<Date>`now()`, business_id: businessId ?? null })
      .where('path', '=', path)
      .where('removed_at', 'is', null)
      .execute();
    const kept = await findFile(transaction, { path });
    if (!kept) throw new Error('The file was swept away before it was kept');
    await record(transaction, context, {
      action: 'file_upload',
      targetType: 'file',
      targetId: kept.bid,
      actor: user,
      detail: { after: noted(kept) },
    });
    return kept;
  }
}

/** What a refusal leaves of a file nobody has seen is taken away at once. After any other failure it may have been seen: the transaction can have ended before its answer was lost. */
async function orNothing<T>({ db, services }: Pick<Keeper, 'db' | 'services'>, path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ApiError) {
      await services.files.remove(path);
      await db.deleteFrom('stored_file').where('path', '=', path).where('kept_at', 'is', null).execute();
    }
    throw error;
  }
}

/** Several at once are counted one after the other. @throws ApiError PARAMETER_ERROR at `file` */
async function requireRoom(
  db: Database,
  { businessType, businessId }: { businessType: string; businessId: string },
  most: number,
  values: () => Record<string, string>,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`files ${businessType} ${businessId}`}, 0))`.execute(db);
  const { count } = await db
    .selectFrom('stored_file')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('business_type', '=', businessType)
    .where('business_id', '=', businessId)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (count < most) return;
  throw new ApiError('PARAMETER_ERROR', {
    details: [{ field: 'file', message: 'It has as many files as it can have', key: 'file.tooMany', values: values() }],
  });
}
