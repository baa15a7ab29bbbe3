import { type Kysely, sql } from 'kysely';

/**
 * Flow audit: clients and who works for them, their dealers and products and what other names these go by, audit projects, and the dealers a
 * project reviews, in batches (FLOW-01, FLOW-02).
 */
export async function up(db: Kysely<never>): Promise<void> {
  const versioned = sql`
      version integer not null default 1,
      created_at timestamptz not null default now(),
      updated_at timestamptz,
      updated_by text`;
  const statements = [
    sql`create table flow_client (
      id bigint generated always as identity primary key,
      client_code text not null unique check (client_code ~ '^[A-Za-z0-9_-]{1,32}$'),
      client_name text not null,
      status text not null default '0' check (status in ('0', '1')),
      remark text,${versioned}
    )`,
    sql`create table flow_client_member (
      client_id bigint not null references flow_client (id) on delete cascade,
      user_id bigint not null references app_user (id) on delete cascade,
      primary key (client_id, user_id)
    )`,
    sql`create index flow_client_member_user on flow_client_member (user_id)`,
    sql`create table flow_dealer (
      id bigint generated always as identity primary key,
      client_id bigint not null references flow_client (id) on delete cascade,
      dealer_code text not null,
      dealer_name text not null,
      email text,${versioned},
      constraint flow_dealer_code unique (client_id, dealer_code)
    )`,
    sql`create table flow_client_product (
      id bigint generated always as identity primary key,
      client_id bigint not null references flow_client (id) on delete cascade,
      product_code text not null,
      product_name text not null,
      product_spec text,${versioned},
      constraint flow_client_product_code unique (client_id, product_code)
    )`,
    // What files of a client call a dealer or a product, and which one that is.
    sql`create table flow_matching_relation (
      id bigint generated always as identity primary key,
      client_id bigint not null references flow_client (id) on delete cascade,
      kind text not null check (kind in ('dealer', 'product')),
      source_name text not null,
      target_code text not null,
      target_name text not null,${versioned},
      constraint flow_matching_relation_source unique (client_id, kind, source_name)
    )`,
    sql`create table flow_project (
      id bigint generated always as identity primary key,
      client_id bigint not null references flow_client (id),
      project_name text not null,
      status text not null default '0' check (status in ('0', '1', '2')),
      start_date date,
      end_date date,
      remark text,${versioned},
      constraint flow_project_period check (end_date is null or start_date is null or end_date >= start_date)
    )`,
    sql`create index flow_project_client on flow_project (client_id)`,
    // A batch is the review objects of a project with the same number.
    sql`create table flow_review_object (
      id bigint generated always as identity primary key,
      project_id bigint not null references flow_project (id) on delete cascade,
      review_batch_no text not null check (review_batch_no ~ '^[A-Za-z0-9_-]{1,32}$'),
      dealer_code text not null,
      dealer_name text not null,
      status text not null default '0' check (status in ('0', '1', '2')),
      executor_id bigint references app_user (id) on delete set null,
      remark text,${versioned},
      constraint flow_review_object_dealer unique (project_id, review_batch_no, dealer_code)
    )`,
    sql`create index flow_review_object_batch on flow_review_object (review_batch_no)`,
    sql`create index flow_review_object_executor on flow_review_object (executor_id)`,
  ];
  for (const statement of statements) await statement.execute(db);
}
