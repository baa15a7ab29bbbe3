import { type Kysely, sql } from 'kysely';

/** Rows of the menu that announced a page, and the page they get. */
const pages = [
  ['portal-todo', 'main#todo'],
  ['system-config', 'main#system/parameters'],
  ['risk-finance', 'main#risk/finance-questionnaires'],
] as const;

/** Pages that were announced are there. One that was given another component keeps it. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const [menu, component] of pages) {
    await sql`update menu set component = ${component} where menu_id = ${menu} and component like '%#later'`.execute(db);
  }
}
