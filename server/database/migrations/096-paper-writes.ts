import { type Kysely, sql } from 'kysely';

/** How many answers of a paper were written lately: whoever has its link could fill the disk with their history otherwise. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create table risk_paper_writes (
    paper_id bigint primary key references risk_paper (id) on delete cascade,
    written integer not null,
    since timestamptz not null default now()
  )`.execute(db);
}
