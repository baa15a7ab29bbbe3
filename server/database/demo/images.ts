import type {} from '../../modules/images/tables.ts';
import type { Database } from '../connection.ts';
import { drawPictures, pictureKinds } from './image-pictures.ts';

/** Pictures of each kind. */
const count = 20;

/** A model of three kinds of papers with pictures drawn by code, so that learning and trying can be seen at once. */
export async function fillImages(db: Database, userIds: ReadonlyMap<string, number>): Promise<void> {
  const owner = userIds.get('admin');
  if (owner === undefined) return;
  const { id } = await db
    .insertInto('image_model')
    .values({
      owner_id: owner,
      name: 'Kinds of papers · 单据种类',
      description: 'Receipts, invoices and sealed pages, drawn by code to try it · 由程序绘制的示例：小票、发票、盖章页',
      seed: 1,
      budget: 10,
      updated_by: 'admin',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const rows = Object.keys(pictureKinds).flatMap((label, place) =>
    drawPictures(label, count, place + 1).map((pixels, index) => ({
      model_id: id,
      label,
      name: `${label}-${index + 1}.png`,
      pixels: Buffer.from(pixels),
    })),
  );
  await db.insertInto('image_sample').values(rows).execute();
}
