import { type Kysely, sql } from 'kysely';

/** Rule sets and their versions: a draft and published ones, which stay as they are; and what back-tests found (RULE-15 to RULE-17, SCREEN-01). */
export async function up(db: Kysely<never>): Promise<void> {
  const statements = [
    sql`create table rule_set (
      id bigint generated always as identity primary key,
      code text not null unique check (code ~ '^[A-Za-z0-9_-]{1,32}$'),
      name jsonb not null,
      remark text,
      status text not null default '0' check (status in ('0', '1')),
      live_id bigint,
      version integer not null default 1,
      created_at timestamptz not null default now(),
      updated_at timestamptz,
      updated_by text
    )`,
    sql`create table rule_set_version (
      id bigint generated always as identity primary key,
      rule_set_id bigint not null references rule_set (id) on delete cascade,
      number integer not null,
      definition jsonb not null,
      revision integer not null default 1,
      note text,
      published_at timestamptz,
      published_by text,
      created_at timestamptz not null default now(),
      updated_at timestamptz,
      updated_by text,
      unique (rule_set_id, number)
    )`,
    sql`create unique index rule_set_draft on rule_set_version (rule_set_id) where published_at is null`,
    sql`alter table rule_set add constraint rule_set_live foreign key (live_id) references rule_set_version (id)`,
    // Decisions name the version that made them: whoever writes past the server cannot change what it said either.
    sql`create function keep_published_rules() returns trigger language plpgsql as $$
      begin
        raise exception 'A published version of a rule set stays as it is';
      end $$`,
    sql`create trigger rule_set_version_stays before update on rule_set_version
      for each row when (old.published_at is not null) execute function keep_published_rules()`,
    sql`create table rule_back_test (
      id bigint generated always as identity primary key,
      rule_set_id bigint not null references rule_set (id) on delete cascade,
      number integer not null,
      source text not null check (source in ('log', 'file')),
      days integer,
      file_name text,
      state text not null default 'running' check (state in ('running', 'done', 'failed')),
      total integer not null default 0,
      done integer not null default 0,
      result jsonb,
      started_by text,
      started_at timestamptz not null default now(),
      touched_at timestamptz not null default now()
    )`,
    sql`create index rule_back_test_of_set on rule_back_test (rule_set_id, id)`,
  ];
  for (const statement of statements) await statement.execute(db);
}
