import { type Kysely, sql } from 'kysely';

/**
 * Earlier versions of a board keep its name and description, too, so that who changes neither does not take back what somebody else called it. What they were in versions
 * of before is not known: those have what they are now. Versions in a row that hold the same (`since` to `version`) are one.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const statements = [
    sql`alter table board_past add column board_name jsonb, add column remark text, add column since integer`,
    sql`update board_past set board_name = report_board.board_name, remark = report_board.remark, since = board_past.version
      from report_board where report_board.id = board_past.board_id`,
    sql`alter table board_past alter column board_name set not null, alter column since set not null`,
  ];
  for (const statement of statements) await statement.execute(db);
}
