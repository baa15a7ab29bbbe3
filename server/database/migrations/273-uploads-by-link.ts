import { type Kysely, sql } from 'kysely';

/** What a link brought is counted before each of its files, and told for each of its URLs. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create index flow_ticket_upload_copy on flow_ticket_upload (copy_id) where copy_id is not null`.execute(db);
  await sql`create index flow_ticket_url_copy_link on flow_ticket_url_copy (link_id)`.execute(db);
}
