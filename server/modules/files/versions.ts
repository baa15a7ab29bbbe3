import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Services } from '../../contracts.ts';
import type { Database } from '../../database/connection.ts';
import { ApiError } from '../../errors.ts';
import { extensionOf, newPath } from '../../files/names.ts';
import { record } from '../audit/record.ts';
import { type Author, signature } from '../changes.ts';
import { admitFile, fileRule } from './admitted.ts';
import { findFile, noted, type StoredFile } from './stored.ts';
import './tables.ts';

/** What a file held for a time. */
export interface EarlierVersion {
  version: number;
  /** Bytes. */
  size: number;
  sha256: string;
  /** Since when, and by whose hand. */
  createTime: string;
  createBy: string | null;
}

/** What a file held before, the latest first. */
export async function earlierVersions(db: Database, { bid }: Pick<StoredFile, 'bid'>): Promise<EarlierVersion[]> {
  const rows = await versionsOf(db, bid).orderBy('earlier.version', 'desc').limit(1_000).execute();
  return rows.map(({ size, sha256, version, created_at, created_by }) => ({
    version,
    size,
    sha256: sha256.toString('hex'),
    createTime: created_at.toISOString(),
    createBy: created_by,
  }));
}

/** Where the bytes of an earlier version are. @throws ApiError NOT_FOUND */
export async function earlierVersion(db: Database, { bid }: Pick<StoredFile, 'bid'>, version: number): Promise<{ contentPath: string }> {
  const row = await versionsOf(db, bid).where('earlier.version', '=', version).executeTakeFirst();
  if (!row) throw new ApiError('NOT_FOUND');
  return { contentPath: row.content_path };
}

function versionsOf(db: Database, bid: string) {
  return db
    .selectFrom('stored_file_version as earlier')
    .innerJoin('stored_file as file', 'file.id', 'earlier.file_id')
    .selectAll('earlier')
    .where('file.bid', '=', bid);
}

/** What a version is saved as, beside the file itself: `report (2).docx`. */
export function versionName(name: string, version: number): string {
  const extension = extensionOf(name);
  const stem = extension === '' ? name : name.slice(0, -extension.length - 1);
  return `${stem} (${version})${extension === '' ? '' : `.${extension}`}`;
}

/** Another content for a file. */
export interface Replacement {
  content: Buffer;
  /** Whether who asks may change it, asked before its row is locked: whatever that holds, such as a workspace, comes before its files everywhere. */
  mayChange: (transaction: Database) => Promise<void>;
  /** Runs in the transaction that makes it the content, with the row of the file locked: whether it may. What it throws leaves everything as it is. */
  confirm: (transaction: Database, file: StoredFile) => Promise<void>;
}

/**
 * Gives a file another content of the same kind: bytes, durable -> the one of before becomes an earlier version and the audit row stands. The content it
 * has already makes no version.
 * @throws ApiError PARAMETER_ERROR at `file`, NOT_FOUND and what `confirm` throws
 */
export async function replaceContent(
  { db, services }: { db: Database; services: Pick<Services, 'files' | 'documents'> },
  file: StoredFile,
  author: Author,
  { content, mayChange, confirm }: Replacement,
): Promise<StoredFile> {
  const named = { name: file.originName, type: file.type, content };
  const admitted = await admitFile(named, fileRule(services.documents, file.businessType));
  const contentPath = newPath(admitted.extension);
  const sha256 = createHash('sha256').update(content).digest();
  await services.files.put(contentPath, content);
  try {
    return await db.transaction().execute(async (transaction) => {
      await mayChange(transaction);
      await transaction.selectFrom('stored_file').select('id').where('bid', '=', file.bid).forUpdate().execute();
      const before = await findFile(transaction, { bid: file.bid });
      if (!before) throw new ApiError('NOT_FOUND');
      await confirm(transaction, before);
      if (before.sha256 === sha256.toString('hex')) throw new Unchanged(before);
      await keepVersion(transaction, before);
      await transaction
        .updateTable('stored_file')
        .set({
          content_path: contentPath,
          size: content.length,
          sha256,
          version: before.version + 1,
          changed_at: sql<Date>`now()`,
          changed_by: signature(author.user),
        })
        .where('bid', '=', file.bid)
        .execute();
      const after = await findFile(transaction, { bid: file.bid });
      if (!after) throw new ApiError('NOT_FOUND');
      const detail = { before: noted(before), after: noted(after) };
      await record(transaction, author.origin, { action: 'file_edit', targetType: 'file', targetId: file.bid, actor: author.user, detail });
      return after;
    });
  } catch (error) {
    // Nothing names these bytes. After any other failure something may: the transaction can have ended before its answer was lost.
    if (error instanceof Unchanged || error instanceof ApiError) await services.files.remove(contentPath);
    if (error instanceof Unchanged) return error.file;
    throw error;
  }
}

/** Ends the transaction of a content the file has already. */
class Unchanged extends Error {
  readonly file: StoredFile;
  constructor(file: StoredFile) {
    super('The file has this content already');
    this.file = file;
  }
}

async function keepVersion(db: Database, { bid, version, contentPath }: StoredFile): Promise<void> {
  await db
    .insertInto('stored_file_version')
    .columns(['file_id', 'version', 'content_path', 'size', 'sha256', 'created_at', 'created_by'])
    .expression((from) =>
      from
        .selectFrom('stored_file')
        .select((row) => [
          'id',
          row.val(version).as('version'),
          row.val(contentPath).as('content_path'),
          'size',
          'sha256',
          sql<Date>`coalesce(changed_at, created_at)`.as('created_at'),
          sql<string | null>`coalesce(changed_by, created_by)`.as('created_by'),
        ])
        .where('bid', '=', bid),
    )
    .execute();
}
