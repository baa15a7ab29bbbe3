import { type Kysely, sql } from 'kysely';

/** Whether the number of a ticket stands in another one of the client is asked for every report that is shown. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create index flow_bill_ticket_number on flow_bill_ticket (ticket_num) where ticket_num is not null`.execute(db);
}
