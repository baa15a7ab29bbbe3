import { type Kysely, sql } from 'kysely';

/**
 * Risk-assessment questionnaires: templates (criteria x domains), evaluations, the papers sent out, their answers with the
 * history of every change, and the receipts of submits. An answer nobody gave has no row; it reads as -1.
 */
export async function up(db: Kysely<never>): Promise<void> {
  for (const statement of [...templates, ...papers, ...answers, ...guards]) await statement.execute(db);
}

const templates = [
  sql`create table risk_template (
    id bigint generated always as identity primary key,
    name jsonb not null,
    created_at timestamptz not null default now()
  )`,
  sql`create table risk_criteria (
    id bigint generated always as identity primary key,
    template_id bigint not null references risk_template (id),
    sort integer not null,
    dimension jsonb not null,
    cause jsonb not null,
    sub_cause jsonb not null,
    explanation jsonb not null,
    levels jsonb not null check (jsonb_array_length(levels) = 3)
  )`,
  sql`create index risk_criteria_order on risk_criteria (template_id, sort, id)`,
  sql`create table risk_business_domain (
    id bigint generated always as identity primary key,
    template_id bigint not null references risk_template (id),
    sort integer not null,
    name jsonb not null
  )`,
  sql`create index risk_business_domain_order on risk_business_domain (template_id, sort, id)`,
  sql`create table risk_domain (
    id bigint generated always as identity primary key,
    business_domain_id bigint not null references risk_business_domain (id),
    sort integer not null,
    first_kind jsonb not null,
    name jsonb not null
  )`,
  sql`create index risk_domain_order on risk_domain (business_domain_id, sort, id)`,
];

const papers = [
  sql`create table risk_evaluation (
    id bigint generated always as identity primary key,
    name text not null check (length(name) between 1 and 100),
    template_id bigint not null references risk_template (id),
    end_on date not null,
    version integer not null default 1,
    created_by text not null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    removed_at timestamptz
  )`,
  sql`create table risk_paper (
    id bigint generated always as identity primary key,
    uuid uuid not null unique default gen_random_uuid(),
    evaluation_id bigint not null references risk_evaluation (id),
    template_id bigint not null references risk_template (id),
    business_domains bigint[] not null check (cardinality(business_domains) > 0),
    send_type smallint not null check (send_type in (0, 1)),
    user_code text,
    inner_user_name text,
    out_user_name text,
    out_email text,
    send_company text,
    send_department text,
    end_on date not null,
    link_ends_on date not null,
    state smallint not null default 0 check (state in (0, 1)),
    version integer not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    submitted_at timestamptz,
    removed_at timestamptz,
    check ((state = 1) = (submitted_at is not null))
  )`,
  sql`create index risk_paper_evaluation on risk_paper (evaluation_id, id)`,
];

const answers = [
  sql`create table risk_answer (
    paper_id bigint not null references risk_paper (id),
    criteria_id bigint not null,
    domain_id bigint not null,
    value smallint not null check (value between -1 and 3),
    version integer not null check (version >= 1),
    changed_in xid8 not null default pg_current_xact_id(),
    updated_at timestamptz not null default now(),
    primary key (paper_id, criteria_id, domain_id)
  )`,
  // What readers who know an older state still need.
  sql`create index risk_answer_changed on risk_answer (paper_id, changed_in)`,
  sql`create table risk_answer_history (
    paper_id bigint not null,
    criteria_id bigint not null,
    domain_id bigint not null,
    version integer not null,
    value smallint not null,
    at timestamptz not null default clock_timestamp(),
    ip text,
    actor text,
    primary key (paper_id, criteria_id, domain_id, version)
  )`,
  sql`create table risk_receipt (
    number text primary key,
    paper_id bigint not null unique references risk_paper (id),
    key text not null,
    submitted_at timestamptz not null,
    answers integer not null,
    digest text not null
  )`,
];

// What the code must never do, whatever its faults, the database refuses.
const guards = [
  sql`create trigger append_only before update or delete or truncate on risk_answer_history
    for each statement execute function refuse_audit_change()`,
  sql`create trigger append_only before update or delete or truncate on risk_receipt
    for each statement execute function refuse_audit_change()`,
  sql`create function refuse_submitted_answer() returns trigger language plpgsql as $$
    begin
      if exists (select 1 from changed join risk_paper on risk_paper.id = changed.paper_id where risk_paper.state <> 0) then
        raise exception 'A submitted questionnaire does not change' using errcode = 'insufficient_privilege';
      end if;
      return null;
    end $$`,
  sql`create trigger submitted_insert after insert on risk_answer referencing new table as changed
    for each statement execute function refuse_submitted_answer()`,
  sql`create trigger submitted_update after update on risk_answer referencing new table as changed
    for each statement execute function refuse_submitted_answer()`,
  sql`create trigger submitted_delete after delete on risk_answer referencing old table as changed
    for each statement execute function refuse_submitted_answer()`,
  sql`create function refuse_submitted_paper() returns trigger language plpgsql as $$
    begin
      raise exception 'A submitted questionnaire does not change' using errcode = 'insufficient_privilege';
    end $$`,
  sql`create trigger submitted before update or delete on risk_paper
    for each row when (old.state <> 0) execute function refuse_submitted_paper()`,
];
