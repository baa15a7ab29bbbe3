import type { Database } from '../../database/connection.ts';

/**
 * Questionnaires that can still be answered go with the person whose code changes, and to nobody where the person leaves for good; they were found
 * by whoever is given the code next, link and draft. What was submitted keeps the code it had. Use the transaction that changes the account.
 */
export async function passOpenPapers(db: Database, from: string | null, to: string | null): Promise<void> {
  if (from === null || from === '') return;
  await db.updateTable('risk_paper').set({ user_code: to }).where('user_code', '=', from).where('state', '=', 0).execute();
}
