import { type Kysely, sql } from 'kysely';

/** The bill report of a review object: what the tickets of its bill tasks prove and lack, with verdicts (FLOW-05). */
export async function up(db: Kysely<never>): Promise<void> {
  const statements = [
    sql`create table flow_bill_report (
      id bigint generated always as identity primary key,
      review_object_id bigint not null unique references flow_review_object (id),
      evidence text not null,
      executed_at timestamptz not null default now(),
      executed_by text,
      version integer not null default 1
    )`,
    sql`create table flow_bill_report_row (
      id bigint generated always as identity primary key,
      report_id bigint not null references flow_bill_report (id) on delete cascade,
      run integer not null,
      collect_id bigint not null,
      task_name text not null,
      product_name text,
      ticket_type_code text not null,
      tickets integer not null,
      ticket_nums text,
      amount numeric(18, 2),
      findings text[] not null check (findings <@ array['missing', 'not-real', 'twice', 'not-passed', 'differs']),
      verdict text check (verdict in ('explained', 'confirmed', 'open')),
      remark text,
      version integer not null default 1,
      updated_at timestamptz,
      updated_by text,
      constraint flow_bill_report_row_of unique (report_id, collect_id, ticket_type_code)
    )`,
    // An installation that has the page of comparisons gets that of reports, for whoever sees it.
    sql`insert into menu (menu_id, parent_id, type, name, name_hans, name_hant, name_en, url, component, icon, visible, sort, perms)
      select 'flow-bill-report', 'flow-process', '1', '单据报告', '单据报告', '單據報告', 'Bill report', '/flow/bill-report/:id', 'main#flow/bill-report',
        'sync', '1', 70, 'flow:process:list'
      where exists (select 1 from menu where menu_id = 'flow-process')
      on conflict do nothing`,
    sql`insert into role_menu (role_id, menu_id)
      select role_id, 'flow-bill-report' from role_menu
      where menu_id = 'flow-comparison' and exists (select 1 from menu where menu_id = 'flow-bill-report')
      on conflict do nothing`,
  ];
  for (const statement of statements) await statement.execute(db);
}
