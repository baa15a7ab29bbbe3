import { type Kysely, sql } from 'kysely';

/**
 * Templates get drafts and versions: the rows of `risk_template` with one `series_id` are the versions of one template. A row without
 * `published_at` is its draft and can be changed; a published row and everything that hangs on it stays as it is, because papers and
 * their answers refer to it.
 */
export async function up(db: Kysely<never>): Promise<void> {
  for (const statement of [...versions, ...rows, ...guards]) await statement.execute(db);
}

const versions = [
  sql`alter table risk_template
    add column series_id bigint,
    add column number integer not null default 1 check (number >= 1),
    add column revision integer not null default 1,
    add column published_at timestamptz default now(),
    add column published_by text,
    add column created_by text,
    add column updated_at timestamptz not null default now(),
    add column updated_by text,
    add column removed_at timestamptz`,
  sql`update risk_template set series_id = id, published_at = created_at, updated_at = created_at`,
  sql`alter table risk_template alter column series_id set not null`,
  // The first version of a template gives the series its id.
  sql`create function name_template_series() returns trigger language plpgsql as $$
    begin
      new.series_id := coalesce(new.series_id, new.id);
      return new;
    end $$`,
  sql`create trigger series before insert on risk_template for each row execute function name_template_series()`,
  sql`create unique index risk_template_number on risk_template (series_id, number)`,
  sql`create unique index risk_template_draft on risk_template (series_id) where published_at is null`,
  sql`create index risk_evaluation_template on risk_evaluation (template_id)`,
  sql`create index risk_paper_template on risk_paper (template_id)`,
];

/** Two people may change different rows of one draft at once; each row has its own version. */
const rows = [
  sql`alter table risk_criteria add column version integer not null default 1`,
  sql`alter table risk_business_domain add column version integer not null default 1`,
  sql`alter table risk_domain add column version integer not null default 1`,
];

/** What people were asked stays what they were asked, whatever the faults of the code. */
const guards = [
  sql`create function refuse_published_template() returns trigger language plpgsql as $$
    declare
      found boolean;
    begin
      if tg_table_name = 'risk_domain' then
        select exists (
          select 1 from changed
          join risk_business_domain on risk_business_domain.id = changed.business_domain_id
          join risk_template on risk_template.id = risk_business_domain.template_id
          where risk_template.published_at is not null
            and (tg_op <> 'INSERT' or exists (select 1 from risk_paper where template_id = risk_template.id))
        ) into found;
      else
        select exists (
          select 1 from changed join risk_template on risk_template.id = changed.template_id
          where risk_template.published_at is not null
            and (tg_op <> 'INSERT' or exists (select 1 from risk_paper where template_id = risk_template.id))
        ) into found;
      end if;
      if found then
        raise exception 'A published template does not change' using errcode = 'insufficient_privilege';
      end if;
      return null;
    end $$`,
  ...['risk_criteria', 'risk_business_domain', 'risk_domain'].flatMap((table) => [
    sql`create trigger published_insert after insert on ${sql.table(table)} referencing new table as changed
      for each statement execute function refuse_published_template()`,
    sql`create trigger published_update after update on ${sql.table(table)} referencing old table as changed
      for each statement execute function refuse_published_template()`,
    sql`create trigger published_delete after delete on ${sql.table(table)} referencing old table as changed
      for each statement execute function refuse_published_template()`,
  ]),
  sql`create function refuse_unpublishing() returns trigger language plpgsql as $$
    begin
      raise exception 'A published template does not change' using errcode = 'insufficient_privilege';
    end $$`,
  sql`create trigger published before update on risk_template for each row
    when (old.published_at is not null and (new.published_at is distinct from old.published_at or new.name <> old.name
      or new.number <> old.number or new.series_id <> old.series_id))
    execute function refuse_unpublishing()`,
];
