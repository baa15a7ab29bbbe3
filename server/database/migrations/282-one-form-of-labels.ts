import { type Kysely, sql } from 'kysely';

/** Classes of pictures are called by texts in one form, without space around them: those of before stood as the folders of an archive were written. */
export async function up(db: Kysely<never>): Promise<void> {
  const label = sql`btrim(normalize(label, NFC))`;
  await sql`update image_sample set label = ${label} where label <> ${label} and ${label} <> ''`.execute(db);
}
