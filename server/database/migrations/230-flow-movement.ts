import { type Kysely, sql } from 'kysely';

/** The movement of stock of a dealer, found by a comparison: by product what its stock should be and what it is. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table flow_comparison add column movement jsonb`.execute(db);
  await sql`create table flow_movement_row (
      comparison_id bigint not null references flow_comparison (id) on delete cascade,
      product_code text not null,
      product_name text not null,
      kind text not null check (kind in ('matched', 'differs', 'missing-stock', 'missing-movement')),
      opening numeric,
      purchased numeric,
      sold numeric,
      closing numeric,
      primary key (comparison_id, product_code)
    )`.execute(db);
}
