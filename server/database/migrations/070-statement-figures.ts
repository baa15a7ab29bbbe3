import { type Kysely, sql } from 'kysely';

/**
 * Papers that ask for the amounts of a statement document instead of a matrix: their figures with the history of every change. A figure
 * nobody gave has no row; amounts are exact decimals, the days of the period timestamps in milliseconds.
 */
export async function up(db: Kysely<never>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

const statements = [
  sql`alter table risk_paper add column statement text check (length(statement) between 1 and 200)`,
  sql`create table statement_figure (
    paper_id bigint not null references risk_paper (id),
    field text not null check (length(field) between 1 and 60),
    period text not null check (period in ('start', 'end')),
    value numeric,
    version integer not null check (version >= 1),
    changed_in xid8 not null default pg_current_xact_id(),
    updated_at timestamptz not null default now(),
    primary key (paper_id, field, period)
  )`,
  sql`create index statement_figure_changed on statement_figure (paper_id, changed_in)`,
  sql`create table statement_figure_history (
    paper_id bigint not null,
    field text not null,
    period text not null,
    version integer not null,
    value numeric,
    at timestamptz not null default clock_timestamp(),
    ip text,
    actor text,
    primary key (paper_id, field, period, version)
  )`,
  sql`create trigger append_only before update or delete or truncate on statement_figure_history
    for each statement execute function refuse_audit_change()`,
  sql`create trigger submitted_insert after insert on statement_figure referencing new table as changed
    for each statement execute function refuse_submitted_answer()`,
  sql`create trigger submitted_update after update on statement_figure referencing new table as changed
    for each statement execute function refuse_submitted_answer()`,
  sql`create trigger submitted_delete after delete on statement_figure referencing old table as changed
    for each statement execute function refuse_submitted_answer()`,
];
