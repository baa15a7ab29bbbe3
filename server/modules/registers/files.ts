import type { RegisterField } from '../../../src/core/register/document.ts';
import { mostItems, registerFiles } from '../../../src/core/register/reading.ts';
import type { Database } from '../../database/connection.ts';
import { ApiError } from '../../errors.ts';
import type { Author } from '../changes.ts';
import type { FileOwner } from '../files/owners.ts';
import { bindFiles, findFile, removeFile } from '../files/stored.ts';
import { seenRows } from './sight.ts';
import type { RecordFile, RecordValues } from './tables.ts';

/** Files of records are seen by who sees the record. They come and go with the record that is saved, never by themselves. */
export const registerFileOwner: FileOwner = {
  isForDelegates: true,
  async requireSight({ db, services }, user, id) {
    const row = /^\d{1,15}$/.test(id)
      ? await db.selectFrom('register_row').select('register').where('id', '=', Number(id)).executeTakeFirst()
      : undefined;
    const document = row && services.documents.get('register', row.register);
    const register = row && document && { id: row.register, document, user };
    const seen = register && (await seenRows(db, register).where('id', '=', Number(id)).executeTakeFirst());
    if (!seen) throw new ApiError('NOT_FOUND');
  },
  async requireChange(within, user, id) {
    await registerFileOwner.requireSight(within, user, id);
    throw new ApiError('FORBIDDEN');
  },
};

/** What is wrong with the files somebody gives. */
export interface WrongFiles {
  message: string;
  key: string;
  values?: Record<string, string>;
}

/**
 * The files of a field of what was given, as the store knows them: those it has, and those the user has uploaded for it and nothing has claimed.
 * Names and sizes are never taken from who gives them.
 */
export async function readFiles(
  db: Database,
  userId: string,
  field: RegisterField,
  given: readonly unknown[],
  kept: readonly RecordFile[],
): Promise<RecordFile[] | WrongFiles> {
  const paths = [...new Set(given.flatMap((file) => (isFile(file) ? file.path : [])))];
  const most = mostItems(field);
  if (paths.length > most) return { message: `more than ${most} files`, key: 'register.tooManyFiles', values: { most: String(most) } };
  const fresh = paths.filter((path) => !kept.some((file) => file.path === path));
  const found =
    fresh.length === 0
      ? []
      : await db
          .selectFrom('stored_file')
          .select(['origin_name as name', 'path', 'size'])
          .where('path', 'in', fresh)
          .where('business_type', '=', registerFiles)
          .where('business_id', 'is', null)
          .where('user_id', '=', Number(userId))
          .where('kept_at', 'is not', null)
          .where('removed_at', 'is', null)
          .execute();
  const known = new Map([...kept, ...found].map(({ name, path, size }) => [path, { name, path, size }]));
  const files = paths.flatMap((path) => known.get(path) ?? []);
  return files.length === paths.length ? files : { message: 'There is no such file', key: 'register.noFile' };
}

/** All files of a record, in whichever field. */
export function filesOf(values: Readonly<Record<string, unknown>>): RecordFile[] {
  return Object.values(values).flatMap((value) => (Array.isArray(value) ? value.filter(isFile) : []));
}

/**
 * Ties new files to the record and takes those away it has no more, in the transaction that saves it.
 * @throws ApiError NOT_FOUND where one of them was claimed or swept away meanwhile, FILE_LOCKED where somebody edits one that is taken away
 */
export async function settleFiles(db: Database, author: Author, id: number, before: RecordValues, after: RecordValues): Promise<void> {
  const [old, now] = [filesOf(before), filesOf(after)].map((files) => files.map(({ path }) => path)) as [string[], string[]];
  const belonging = { businessType: registerFiles, businessId: String(id) };
  await bindFiles(
    db,
    now.filter((path) => !old.includes(path)),
    belonging,
    Number(author.user.id),
  );
  for (const path of old.filter((one) => !now.includes(one))) {
    const file = await findFile(db, { path });
    if (file) await removeFile(db, file, author);
  }
}

function isFile(value: unknown): value is RecordFile {
  return typeof value === 'object' && value !== null && 'path' in value && typeof value.path === 'string';
}
