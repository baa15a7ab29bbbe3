import { type Kysely, sql } from 'kysely';

/** A template names the questionnaire document its cells are answered by: which values there are is said there, no longer here. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

const statements = [
  sql`alter table risk_template add column questionnaire text not null default 'risk-exam' check (length(questionnaire) between 1 and 200)`,
  sql`alter table risk_answer drop constraint risk_answer_value_check`,
  sql`alter table risk_answer add constraint risk_answer_value_check check (value between -128 and 127)`,
];
