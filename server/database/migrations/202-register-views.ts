import { type Kysely, sql } from 'kysely';

/** Rows of the menu that announced a page, and the view of a register they get. */
const pages = [
  ['control-board', 'main#registers/finding/board'],
  ['control-verify', 'main#registers/finding/verify'],
  ['task-calendar', 'main#registers/task/calendar'],
] as const;

/** Boards, calendars and lists of some records of registers. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const [menu, component] of pages)
    await sql`update menu set component = ${component} where menu_id = ${menu} and component = 'main#later'`.execute(db);
}
