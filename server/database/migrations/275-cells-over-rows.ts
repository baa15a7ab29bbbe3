import { type Kysely, sql } from 'kysely';

/** Columns of a line whose cell is one with those of other lines, of files that are given from now on. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table flow_data_line add column shared smallint[]`.execute(db);
}
