import { type Kysely, sql } from 'kysely';

/** Watch lists, the log of decisions to which rows are only added, what earlier records are counted by, and what reviewers decided (SCREEN-01). */
export async function up(db: Kysely<never>): Promise<void> {
  const versioned = sql`
      version integer not null default 1,
      created_at timestamptz not null default now(),
      updated_at timestamptz,
      updated_by text`;
  const statements = [
    sql`create table watch_list (
      id bigint generated always as identity primary key,
      code text not null unique check (code ~ '^[A-Za-z0-9_-]{1,32}$'),
      name jsonb not null,
      remark text,
      status text not null default '0' check (status in ('0', '1')),
      -- Grows with every change of the entries: servers that hold them know what to read anew.
      revision bigint not null default 1,${versioned}
    )`,
    sql`create table watch_entry (
      id bigint generated always as identity primary key,
      list_id bigint not null references watch_list (id) on delete cascade,
      name text not null,
      kind text not null check (kind in ('person', 'company', 'account', 'other')),
      identifiers jsonb not null default '[]',
      reason text,
      valid_until date,${versioned}
    )`,
    sql`create index watch_entry_of_list on watch_entry (list_id, id)`,
    sql`create table screening_decision (
      id bigint generated always as identity primary key,
      rule_set_id bigint not null references rule_set (id),
      version_id bigint not null references rule_set_version (id),
      -- Who asked stays in the log when the account goes: no reference, and the name beside it.
      user_id bigint not null,
      caller text not null,
      request_key text,
      request_hash bytea not null,
      subject text,
      record jsonb not null,
      decision text not null check (decision in ('approve', 'review', 'block')),
      score numeric not null,
      hits jsonb not null,
      ignored jsonb not null default '[]',
      micros integer not null,
      decided_at timestamptz not null default clock_timestamp(),
      constraint screening_decision_request unique (rule_set_id, user_id, request_key)
    )`,
    sql`create index screening_decision_at on screening_decision (decided_at desc, id desc)`,
    sql`create index screening_decision_of_set on screening_decision (rule_set_id, decided_at)`,
    sql`create index screening_decision_to_review on screening_decision (id) where decision = 'review'`,
    sql`create function keep_decisions() returns trigger language plpgsql as $$
      begin
        raise exception 'The decision log stays as it is';
      end $$`,
    sql`create trigger screening_decision_stays before update or delete on screening_decision
      for each row execute function keep_decisions()`,
    // One row a key field, and one for each field that is added up by it: the index alone answers, however many there are.
    sql`create table screening_key (
      rule_set_id bigint not null,
      field text not null,
      summed text not null,
      value text not null,
      decided_at timestamptz not null,
      decision_id bigint not null,
      amount numeric,
      primary key (rule_set_id, field, summed, value, decided_at, decision_id) include (amount)
    )`,
    sql`create index screening_key_to_sweep on screening_key (decided_at)`,
    sql`create table screening_review (
      decision_id bigint primary key references screening_decision (id),
      outcome text not null check (outcome in ('approve', 'block')),
      reason text not null,
      reviewer_id bigint not null,
      reviewer text not null,
      reviewed_at timestamptz not null default now()
    )`,
    sql`create trigger screening_review_stays before update or delete on screening_review
      for each row execute function keep_decisions()`,
    sql`insert into data_revision values ('screening', 1)`,
  ];
  for (const statement of statements) await statement.execute(db);
  for (const table of ['rule_set', 'watch_list', 'watch_entry']) {
    await sql`create trigger data_changed_screening after insert or update or delete or truncate on ${sql.table(table)}
      for each statement execute function bump_data_revision('screening')`.execute(db);
  }
}
