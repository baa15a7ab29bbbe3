import { type Kysely, sql } from 'kysely';

/**
 * A client says once for a batch what it shipped to the dealers of it. Processes of shipments that wait for a file of a single dealer give way; files that
 * were given for one dealer stay and count for that dealer.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table flow_data_process
    alter column review_object_id drop not null,
    add column project_id bigint references flow_project (id),
    add column review_batch_no text,
    add constraint flow_data_process_of check ((review_object_id is null) = (project_id is not null and review_batch_no is not null)
      and (review_object_id is not null or file_type = 'client-shipment'))`.execute(db);
  await sql`create unique index flow_data_process_batch on flow_data_process (project_id, review_batch_no) where review_object_id is null`.execute(
    db,
  );
  await sql`delete from flow_data_process where file_type = 'client-shipment' and status = '0' and file_bid is null`.execute(db);
}
