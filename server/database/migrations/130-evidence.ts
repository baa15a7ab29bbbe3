import { type Kysely, sql } from 'kysely';

/**
 * Evidence collection: the share link of a review object with every URL it ever had, the bill tasks a dealer brings tickets for, the files
 * that were uploaded, and the tickets made of them (FLOW-02, EVID-04, EVID-07, TICKET-02).
 */
export async function up(db: Kysely<never>): Promise<void> {
  const versioned = sql`
      version integer not null default 1,
      created_at timestamptz not null default now(),
      updated_at timestamptz,
      updated_by text`;
  const statements = [
    sql`create table flow_ticket_url (
      id bigint generated always as identity primary key,
      review_object_id bigint not null constraint flow_ticket_url_review_object unique references flow_review_object (id),
      end_date date not null,
      remarks text,
      ticket_types text[] not null check (cardinality(ticket_types) > 0),${versioned}
    )`,
    // The secret is kept as it is: staff copy it again and again (API-150). At most one of a link works.
    sql`create table flow_ticket_url_copy (
      id bigint generated always as identity primary key,
      link_id bigint not null references flow_ticket_url (id) on delete cascade,
      token text not null unique check (length(token) >= 43),
      created_at timestamptz not null default now(),
      created_by text,
      revoked_at timestamptz,
      revoked_by text
    )`,
    sql`create unique index flow_ticket_url_copy_valid on flow_ticket_url_copy (link_id) where revoked_at is null`,
    sql`create table flow_bill_collect (
      id bigint generated always as identity primary key,
      review_object_id bigint not null references flow_review_object (id),
      task_name text not null,
      task_type text,
      ticket_date date,
      product_code text,
      product_name text,
      product_spec text,
      qty numeric(18, 4),
      flow_type text,
      ticket_types text[] check (cardinality(ticket_types) > 0),
      status text not null default '0000' check (status in ('0000', '0010', '0100', '1000')),
      reject_log text,
      rejected_at timestamptz,${versioned},
      constraint flow_bill_collect_name unique (review_object_id, task_name)
    )`,
    sql`create index flow_bill_collect_status on flow_bill_collect (review_object_id, status)`,
    // What was uploaded, whether a ticket was saved with it or not: it counts for the quota of the link.
    sql`create table flow_ticket_upload (
      path text primary key,
      id uuid not null unique default gen_random_uuid(),
      collect_id bigint not null references flow_bill_collect (id) on delete cascade,
      copy_id bigint references flow_ticket_url_copy (id) on delete set null,
      ticket_type_code text,
      origin_name text not null,
      type text not null,
      size integer not null,
      sha256 text not null,
      recognised jsonb,
      created_at timestamptz not null default now(),
      created_by text
    )`,
    // Addresses pictures are shown by for a few minutes: an image of a page cannot say who asks.
    sql`create table flow_ticket_view (
      hash bytea primary key,
      path text not null references flow_ticket_upload (path) on delete cascade,
      expires_at timestamptz not null
    )`,
    sql`create index flow_ticket_upload_collect on flow_ticket_upload (collect_id)`,
    sql`create index flow_ticket_upload_sha256 on flow_ticket_upload (sha256)`,
    sql`create table flow_bill_ticket (
      id bigint generated always as identity primary key,
      collect_id bigint not null references flow_bill_collect (id) on delete cascade,
      ticket_type_code text not null,
      file_path text not null constraint flow_bill_ticket_file unique references flow_ticket_upload (path),
      ticket_code text,
      ticket_date date,
      ticket_num text,
      check_num text,
      ticket_amount numeric(18, 2),
      is_pass text not null default '1' check (is_pass in ('0', '1')),
      diff_reason text,
      is_real text check (is_real in ('0', '1')),
      verify_result text,
      verified_by text,
      verified_at timestamptz,${versioned},
      constraint flow_bill_ticket_reason check (is_pass = '1' or diff_reason is not null)
    )`,
    sql`create index flow_bill_ticket_collect on flow_bill_ticket (collect_id, ticket_type_code)`,
    // An installation whose menu announced the page gets it; one that gave the row another component keeps it.
    sql`update menu set component = 'main#flow/evidence' where menu_id = 'flow-evidence' and component = 'main#later'`,
    sql`insert into menu (menu_id, parent_id, type, name, name_hans, name_hant, name_en, sort, perms)
      select 'flow-evidence-delete', 'flow-evidence', '2', '删除', '删除', '刪除', 'Delete', 30, 'flow:evidence:delete'
      where exists (select 1 from menu where menu_id = 'flow-evidence') on conflict do nothing`,
    sql`insert into role_menu (role_id, menu_id)
      select role_id, 'flow-evidence-delete' from role_menu where menu_id = 'flow-evidence-approve'
      and exists (select 1 from menu where menu_id = 'flow-evidence-delete') on conflict do nothing`,
  ];
  for (const statement of statements) await statement.execute(db);
}
