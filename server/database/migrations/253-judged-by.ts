import { type Kysely, sql } from 'kysely';

/** Who last said what fills a table by a rule set; of those there are, whoever has the table. */
export async function up(db: Kysely<never>): Promise<void> {
  const statements = [
    sql`alter table rule_output add column made_by_id bigint`,
    sql`update rule_output set made_by_id = data_table.owner_id from data_table where data_table.id = rule_output.table_id`,
  ];
  for (const statement of statements) await statement.execute(db);
}
