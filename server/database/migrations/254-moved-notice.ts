import { type Kysely, sql } from 'kysely';

/** Messages about moves are of one notice, which says the move, its maker and the reason where they are known. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`update message set template = 'register/moved', parameters = '{"move": "", "person": "", "reason": ""}'::jsonb || parameters
    where template in ('register/moved', 'register/moved-by', 'register/moved-why')`.execute(db);
}
