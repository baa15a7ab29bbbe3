import { type Kysely, sql } from 'kysely';

/**
 * What happened to bill tasks: their tickets as they were from then on, with the file each had, and decisions. What was rejected or replaced is
 * proof, too; it goes with its task alone. Of tickets and rejections from before there is what stands there now.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const values = sql.raw(
    'ticket_type_code, file_path, ticket_code, ticket_date, ticket_num, check_num, ticket_amount, is_pass, verify_result',
  );
  const statements = [
    sql`create table flow_evidence_event (
      id bigint generated always as identity primary key,
      collect_id bigint not null references flow_bill_collect (id) on delete cascade,
      event text not null,
      ticket_id bigint,
      ticket_type_code text,
      file_path text references flow_ticket_upload (path),
      ticket_code text,
      ticket_date date,
      ticket_num text,
      check_num text,
      ticket_amount numeric(18, 2),
      is_pass text,
      verify_result text,
      reason text,
      created_at timestamptz not null default now(),
      created_by text,
      constraint flow_evidence_event_of check (case event
        when 'opened' then ticket_id is null when 'rejected' then ticket_id is null and reason is not null
        when 'submitted' then ticket_id is null when 'approved' then ticket_id is null
        when 'brought' then file_path is not null when 'changed' then file_path is not null when 'replaced' then file_path is not null
        when 'checked' then file_path is not null when 'removed' then file_path is not null else false end)
    )`,
    sql`create index flow_evidence_event_collect on flow_evidence_event (collect_id)`,
    sql`create index flow_evidence_event_file on flow_evidence_event (file_path)`,
    sql`insert into flow_evidence_event (collect_id, event, ticket_id, ${values}, reason, created_at, created_by)
      select collect_id, 'brought', id, ${values}, diff_reason, created_at, updated_by from flow_bill_ticket order by id`,
    sql`insert into flow_evidence_event (collect_id, event, reason, created_at)
      select id, 'rejected', reject_log, coalesce(rejected_at, updated_at, created_at) from flow_bill_collect where reject_log is not null order by id`,
  ];
  for (const statement of statements) await statement.execute(db);
}
