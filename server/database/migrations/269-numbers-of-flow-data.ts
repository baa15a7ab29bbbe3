import { type Kysely, sql } from 'kysely';

/**
 * The state of the data of a process is numbered over all processes, no more from 0 in each: a process that was deleted and made again had the numbers of the one
 * before, and a comparison with rows of the old file passed for one with those of the new.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const statements = [
    sql`create sequence flow_data_number as integer`,
    sql`select setval('flow_data_number', greatest(
      (select coalesce(max(data_no), 0) from flow_data_process),
      (select coalesce(max(greatest(client_data_no, dealer_data_no, (movement ->> 'saleNo')::integer, (movement ->> 'stockNo')::integer)), 0) from flow_comparison)
    ) + 1)`,
    sql`alter table flow_data_process alter column data_no set default nextval('flow_data_number')`,
  ];
  for (const statement of statements) await statement.execute(db);
}
