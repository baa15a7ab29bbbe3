import type { Principal } from '../../contracts.ts';
import type { Database } from '../../database/connection.ts';
import { inUse } from '../../errors.ts';
import { pointsAt } from './pointing.ts';
import { codeOf, type Pointing } from './registers.ts';
import { everyRecord, seenIn } from './sight.ts';

/**
 * What records refer to stays. Call it in the transaction that deletes, which holds the row: who refers to it meanwhile waits.
 * @throws ApiError IN_USE naming the first record that refers to it of those the user sees
 */
export async function requireUnused(db: Database, user: Principal, pointing: readonly Pointing[], id: string | number): Promise<void> {
  let isUsed = false;
  for (const { id: other, document, fields } of pointing) {
    const found = await everyRecord(db, other)
      .select(seenIn({ id: other, document, user }).as('isSeen'))
      .where(pointsAt(fields, id))
      .orderBy('isSeen', 'desc')
      .orderBy('number')
      .executeTakeFirst();
    if (found?.isSeen) throw inUse('register.inUse', 'Another record refers to it', { code: codeOf({ document }, found.number) });
    isUsed ||= found !== undefined;
  }
  if (isUsed) throw inUse('register.inUseUnseen', 'Records you do not see refer to it');
}
