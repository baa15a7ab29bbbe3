import { type Kysely, sql } from 'kysely';

/** What answers mean is part of what people were asked: a published template keeps its questionnaire too. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

const statements = [
  sql`drop trigger published on risk_template`,
  sql`create trigger published before update on risk_template for each row
    when (old.published_at is not null and (new.published_at is distinct from old.published_at or new.name <> old.name
      or new.number <> old.number or new.series_id <> old.series_id or new.questionnaire <> old.questionnaire))
    execute function refuse_unpublishing()`,
];
