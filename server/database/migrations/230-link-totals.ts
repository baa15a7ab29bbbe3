import { type Kysely, sql } from 'kysely';

/** What every URL of a share link has brought in all, also what is not there any more. Of what came before this stands what is still kept. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table flow_ticket_url_copy add column brought_files integer not null default 0, add column brought_bytes bigint not null default 0`.execute(
    db,
  );
  await sql`update flow_ticket_url_copy copy set brought_files = brought.files, brought_bytes = brought.bytes
    from (select copy_id, count(*) as files, sum(size) as bytes from flow_ticket_upload where copy_id is not null group by copy_id) brought
    where brought.copy_id = copy.id`.execute(db);
}
