import { type Kysely, sql } from 'kysely';

/** Who changed a parameter of the installation last. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create table parameter_change (
    key text primary key,
    version integer not null,
    updated_at timestamptz not null,
    updated_by text
  )`.execute(db);
}
