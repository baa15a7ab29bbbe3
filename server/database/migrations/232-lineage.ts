import { type Kysely, sql } from 'kysely';

/** Processes are found by the tables they read, for the lineage of tables (DATA-01). */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create index data_process_reads on data_process using gin (graph jsonb_path_ops)`.execute(db);
}
