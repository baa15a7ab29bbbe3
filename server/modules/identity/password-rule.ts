import type { Reading } from '../../context.ts';
import type { Database } from '../../database/connection.ts';
import { ApiError, type ErrorDetail } from '../../errors.ts';
import { ruleDetail, ruleOf } from '../../plugins/rules.ts';
import { wordsOf } from '../../reader.ts';

/** What is wrong with a password an account is to have (RULE-07), at its field; the words of the account are read. */
export async function passwordDetails(
  db: Database,
  reading: Reading,
  userId: number,
  { field, password }: { field: string; password: string },
): Promise<ErrorDetail[]> {
  const account = await db
    .selectFrom('app_user')
    .select(['username', 'name', 'name_en as nameEn', 'user_code as userCode'])
    .where('id', '=', userId)
    .executeTakeFirst();
  const broken = ruleDetail(ruleOf(reading.services.documents, 'password'), password, wordsOf(reading), account);
  return broken ? [{ field, ...broken }] : [];
}

/** @throws ApiError PARAMETER_ERROR at `password` */
export async function requirePassword(db: Database, reading: Reading, userId: number, password: string): Promise<void> {
  const details = await passwordDetails(db, reading, userId, { field: 'password', password });
  if (details.length > 0) throw new ApiError('PARAMETER_ERROR', { details });
}
