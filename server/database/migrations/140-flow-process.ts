import { type Kysely, sql } from 'kysely';

/**
 * Flow audit, data processing: what clients and dealers deliver for a review object, its rows as read and as understood, the names in them and what
 * these were matched to, comparisons with their results, comments and reminders (FLOW-02, FLOW-05).
 */
export async function up(db: Kysely<never>): Promise<void> {
  for (const statement of tables) await statement.execute(db);
}

const versioned = sql`
      version integer not null default 1,
      created_at timestamptz not null default now(),
      updated_at timestamptz,
      updated_by text`;

const tables = [
  // Two names are one when they differ in width, case and white space only.
  sql`create function flow_name_key(name text) returns text language sql immutable strict parallel safe
    as $$ select lower(regexp_replace(normalize(name, NFKC), '[[:space:]]+', '', 'g')) $$`,
  sql`create table flow_data_process (
      id bigint generated always as identity primary key,
      review_object_id bigint not null references flow_review_object (id),
      file_type text not null check (file_type in ('client-shipment', 'dealer-purchase', 'dealer-sale', 'dealer-stock')),
      status text not null default '0' check (status in ('0', '1', '2', '3', '4')),
      file_bid uuid,
      file_name text,
      sheet text,
      heading_row integer,
      headings jsonb not null default '[]',
      mapping jsonb,
      rows integer not null default 0,
      rejected integer not null default 0,
      unmatched integer not null default 0,
      elsewhere integer not null default 0,
      data_no integer not null default 0,
      uploaded_at timestamptz,
      uploaded_by text,
      remark text,${versioned},
      constraint flow_data_process_type unique (review_object_id, file_type)
    )`,
  // Rows as the file has them: a mapping can be changed without the file.
  sql`create table flow_data_line (
      process_id bigint not null references flow_data_process (id) on delete cascade,
      line integer not null,
      cells jsonb not null,
      primary key (process_id, line)
    )`,
  // Rows as the mapping understands them. product and dealer are numbers of flow_data_name.
  sql`create table flow_data_row (
      process_id bigint not null references flow_data_process (id) on delete cascade,
      line integer not null,
      day date,
      product integer,
      dealer integer,
      quantity numeric,
      unit_price numeric,
      amount numeric,
      faults jsonb,
      primary key (process_id, line)
    )`,
  sql`create index flow_data_row_rejected on flow_data_row (process_id, line) where faults is not null`,
  // Every name once: fifty thousand rows have a few hundred, so matching touches these alone.
  sql`create table flow_data_name (
      process_id bigint not null references flow_data_process (id) on delete cascade,
      kind text not null check (kind in ('product', 'dealer')),
      number integer not null,
      code text not null,
      name text not null,
      spec text not null,
      rows integer not null,
      target_code text,
      target_name text,
      matched_by text check (matched_by in ('code', 'relation', 'name')),
      primary key (process_id, kind, number)
    )`,
  sql`create table flow_column_mapping (
      client_id bigint not null references flow_client (id) on delete cascade,
      file_type text not null,
      columns jsonb not null,
      updated_at timestamptz not null default now(),
      updated_by text,
      primary key (client_id, file_type)
    )`,
  sql`create table flow_comparison (
      id bigint generated always as identity primary key,
      review_object_id bigint not null unique references flow_review_object (id),
      grain text not null check (grain in ('month', 'day')),
      quantity_tolerance numeric not null check (quantity_tolerance between 0 and 100),
      price_tolerance numeric not null check (price_tolerance between 0 and 100),
      client_data_no integer not null,
      dealer_data_no integer not null,
      left_out jsonb not null,
      executed_at timestamptz not null default now(),
      executed_by text,
      version integer not null default 1
    )`,
  sql`create table flow_comparison_row (
      id bigint generated always as identity primary key,
      comparison_id bigint not null references flow_comparison (id) on delete cascade,
      run integer not null,
      product_code text not null,
      product_name text not null,
      period text not null,
      kind text not null check (kind in ('matched', 'quantity', 'price', 'missing-client', 'missing-dealer')),
      client_rows integer not null,
      client_quantity numeric,
      client_price numeric,
      client_amount numeric,
      dealer_rows integer not null,
      dealer_quantity numeric,
      dealer_price numeric,
      dealer_amount numeric,
      verdict text check (verdict in ('explained', 'confirmed', 'open')),
      remark text,
      version integer not null default 1,
      updated_at timestamptz,
      updated_by text,
      constraint flow_comparison_row_of unique (comparison_id, product_code, period)
    )`,
  sql`create index flow_comparison_row_kind on flow_comparison_row (comparison_id, kind)`,
  sql`create table flow_revision_comment (
      id bigint generated always as identity primary key,
      review_object_id bigint not null references flow_review_object (id),
      author_id bigint references app_user (id) on delete set null,
      author text not null,
      content text not null,${versioned}
    )`,
  sql`create index flow_revision_comment_of on flow_revision_comment (review_object_id, id)`,
  // What a comment said before each change.
  sql`create table flow_revision_comment_text (
      comment_id bigint not null references flow_revision_comment (id) on delete cascade,
      version integer not null,
      content text not null,
      written_at timestamptz not null,
      written_by text,
      primary key (comment_id, version)
    )`,
  sql`create table flow_executor_reminder (
      review_object_id bigint primary key references flow_review_object (id) on delete cascade,
      reminded_at timestamptz not null default now(),
      reminders integer not null default 1
    )`,
];
