import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { askerOf } from '../../caller.ts';
import type { WordedContext } from '../../context.ts';
import { signedIn } from '../../contracts.ts';
import type { Database } from '../../database/connection.ts';
import { onPage } from '../../database/paging.ts';
import { ApiError, type ErrorDetail, wrong } from '../../errors.ts';
import { imageKind } from '../../files/image-kind.ts';
import { extensionOf } from '../../files/names.ts';
import type { UploadedFile } from '../../plugins/uploads.ts';
import { record } from '../audit/record.ts';
import { authorOf, signature } from '../changes.ts';
import { admitFile, fileRule } from '../files/admitted.ts';
import { readZipFiles } from '../spreadsheets/read-zip.ts';
import { UnreadableFile } from '../spreadsheets/unreadable.ts';
import { answerSoon } from '../work/short.ts';
import { requireImageModel } from './models.ts';
import { pngOf, type ShrinkPicturesJob } from './work.ts';

/** Pictures and classes of a model; pictures that are unpacked together. */
const mostPictures = 1_000;
const mostClasses = 20;
const atOnce = 50;
const archive = { bytes: 128 * 1024 * 1024, entries: 2_000 };
const longestSide = 20_000;
const labelPattern = /^[^\p{Cc}/\\]{1,40}$/u;

type Given = ShrinkPicturesJob['pictures'][number] & { label: string };
interface Small {
  label: string;
  name: string;
  pixels: Buffer;
}

/**
 * Adds a picture of a class, or those of an archive with a folder a class. Left out and told are what cannot be read, and pictures the model holds already under
 * their class, or that came twice. @throws ApiError NOT_FOUND, PARAMETER_ERROR at `file` or `label`
 */
export async function addPictures(
  context: WordedContext,
  file: UploadedFile | undefined,
  { id, label = '' }: { id: string; label?: string },
) {
  const { user, origin } = authorOf(context);
  await requireImageModel(context.db, user, id);
  if (!file) throw wrong('file', 'is missing', 'file.missing');
  const isArchive = extensionOf(file.name).toLowerCase() === 'zip';
  const { pictures, skipped } = isArchive
    ? await picturesIn(file.content)
    : { pictures: [await onePicture(context, file, label)], skipped: 0 };
  if (pictures.length === 0) throw wrong('file', 'holds no pictures in folders', 'image.archiveEmpty');
  if (pictures.length > mostPictures) throw unfit('image.tooMany', { most: String(mostPictures) });
  const read: Small[] = [];
  const asker = askerOf(context);
  for (let from = 0; from < pictures.length; from += atOnce) {
    const part = pictures.slice(from, from + atOnce);
    const small = await answerSoon(
      { ...asker, isSequel: from > 0 },
      { kind: 'shrinkPictures', pictures: part.map(({ label: _, ...own }) => own) },
    );
    for (const [at, one] of small.entries())
      if ('pixels' in one) read.push({ label: part[at]?.label ?? '', name: one.name.slice(0, 200), pixels: Buffer.from(one.pixels) });
  }
  if (read.length === 0) throw wrong('file', 'cannot be read', 'image.problem.unreadable');
  const unread = skipped + pictures.length - read.length;
  // All of an archive, or nothing: what does not fit is told before the first picture stays.
  return await context.db.transaction().execute(async (db) => {
    await db.selectFrom('image_model').select('id').where('id', '=', Number(id)).forUpdate().executeTakeFirst();
    await requireImageModel(db, user, id);
    const fresh = await unknownOf(db, id, read);
    const counts = { added: fresh.length, known: read.length - fresh.length, unread };
    if (fresh.length === 0) return counts;
    for (let from = 0; from < fresh.length; from += atOnce) {
      const rows = fresh.slice(from, from + atOnce).map((one) => ({ model_id: Number(id), ...one }));
      await db.insertInto('image_sample').values(rows).execute();
    }
    const { pictures: count, classes } = await db
      .selectFrom('image_sample')
      .where('model_id', '=', Number(id))
      .select((row) => [row.fn.countAll<number>().as('pictures'), sql<number>`count(distinct label)::int`.as('classes')])
      .executeTakeFirstOrThrow();
    if (count > mostPictures) throw unfit('image.tooMany', { most: String(mostPictures) });
    if (classes > mostClasses) throw unfit('image.tooManyClasses', { most: String(mostClasses) });
    await db
      .updateTable('image_model')
      .set({ updated_at: sql<Date>`now()`, updated_by: signature(user) })
      .where('id', '=', Number(id))
      .execute();
    const detail = { ...counts, label: isArchive ? null : labelOf(label) };
    await record(db, origin, { action: 'image_sample_add', targetType: 'image_model', targetId: id, actor: user, detail });
    return counts;
  });
}

/** Those the model does not hold under their class, each once. Use the transaction that locks the model. */
async function unknownOf(db: Database, id: string, given: readonly Small[]): Promise<Small[]> {
  const held = await db
    .selectFrom('image_sample')
    .select(['label', sql<Buffer>`sha256(pixels)`.as('hash')])
    .where('model_id', '=', Number(id))
    .where('label', 'in', [...new Set(given.map(({ label }) => label))])
    .execute();
  const keyOf = (label: string, hash: Buffer) => `${hash.toString('hex')} ${label}`;
  const known = new Set(held.map(({ label, hash }) => keyOf(label, hash)));
  return given.filter(({ label, pixels }) => {
    const { size } = known;
    return known.add(keyOf(label, createHash('sha256').update(pixels).digest())).size > size;
  });
}

function unfit(key: string, values: Record<string, string>): ApiError {
  const detail: ErrorDetail = { field: 'file', message: 'more than a model takes', key, values };
  return new ApiError('PARAMETER_ERROR', { details: [detail] });
}

/** A class as it is kept: systems write the same letters as other signs in names of folders, and spaces around them are no other class. */
function labelOf(written: string): string {
  return written.normalize('NFC').trim();
}

async function onePicture(context: WordedContext, file: UploadedFile, written: string): Promise<Given> {
  const label = labelOf(written);
  if (!labelPattern.test(label)) throw wrong('label', 'names a class with 1 to 40 signs', 'image.labelWrong');
  const { name, content, type } = await admitFile(file, fileRule(context.services.documents, 'ai-picture'));
  return { name, content, type, label };
}

/** Pictures in folders; the innermost folder is the class, and files in none are skipped. What programs add by themselves counts for nothing. */
async function picturesIn(content: Buffer): Promise<{ pictures: Given[]; skipped: number }> {
  try {
    const entries = await readZipFiles(content, archive);
    const pictures: Given[] = [];
    let skipped = 0;
    for (const [path, read] of entries) {
      const [name = '', folder] = path.split('/').reverse();
      if (path.endsWith('/') || path.startsWith('__MACOSX') || name.startsWith('.')) continue;
      const label = labelOf(folder ?? '');
      if (label === '') {
        skipped += 1;
        continue;
      }
      const bytes = await read();
      const kind = imageKind(bytes, longestSide);
      const isPicture = kind?.extension === 'png' || kind?.extension === 'jpg';
      if (kind && isPicture && labelPattern.test(label)) pictures.push({ name, content: bytes, type: kind.type, label });
      else skipped += 1;
    }
    return { pictures, skipped };
  } catch (error) {
    if (error instanceof UnreadableFile) throw wrong('file', `cannot be read: ${error.reason}`, 'image.archiveUnreadable');
    throw error;
  }
}

/** A page of the pictures of a model, small, as addresses that hold them. @throws ApiError NOT_FOUND */
export async function pageOfSamples(
  { db, user }: WordedContext,
  { id, label, pageNo, pageSize }: { id: string; label: string; pageNo: number; pageSize: number },
) {
  await requireImageModel(db, signedIn({ user }), id);
  const fits = sql<boolean>`model_id = ${Number(id)} and (${label} = '' or label = ${label})`;
  const { total } = await db
    .selectFrom('image_sample')
    .where(fits)
    .select((row) => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await db
    .selectFrom('image_sample')
    .select(['id', 'label', 'name', 'pixels'])
    .where(fits)
    .orderBy('label')
    .orderBy('id')
    .$call(onPage(pageNo, pageSize))
    .execute();
  const content = rows.map(({ pixels, ...row }) => ({
    ...row,
    id: String(row.id),
    picture: `data:image/png;base64,${pngOf(pixels).toString('base64')}`,
  }));
  return { content, total };
}

/** Takes a picture, or all of a class, out of a model. What was learned stays until the next version. @throws ApiError NOT_FOUND */
export async function removeSamples(context: WordedContext, { id, sampleId, label }: { id: string; sampleId?: string; label?: string }) {
  const { user, origin } = authorOf(context);
  await context.db.transaction().execute(async (db) => {
    await requireImageModel(db, user, id);
    const gone = await db
      .deleteFrom('image_sample')
      .where('model_id', '=', Number(id))
      .where((is) => is.or([is('id', '=', Number(sampleId ?? 0)), is('label', '=', label ?? '')]))
      .executeTakeFirst();
    if (gone.numDeletedRows === 0n) throw new ApiError('NOT_FOUND');
    const detail = { sampleId: sampleId ?? null, label: label ?? null, count: Number(gone.numDeletedRows) };
    await record(db, origin, { action: 'image_sample_remove', targetType: 'image_model', targetId: id, actor: user, detail });
  });
}
