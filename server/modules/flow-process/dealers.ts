import type { Database } from '../../database/connection.ts';
import type { ProcessAnswer } from './processes.ts';

/** Whose rows a file holds. */
export interface Dealers {
  codes: string[];
  /** Whether a row has to say whom it went to: of a batch of one dealer, and of a file of one, rows that name nobody are theirs. */
  isNeeded: boolean;
}

/** The dealers a file is matched against: that of its review object, or all of its batch. */
export async function dealersOf(
  db: Database,
  {
    reviewObjectId,
    dealerCode,
    projectId,
    reviewBatchNo,
  }: Pick<ProcessAnswer, 'reviewObjectId' | 'dealerCode' | 'projectId' | 'reviewBatchNo'>,
): Promise<Dealers> {
  if (reviewObjectId !== null) return { codes: [dealerCode ?? ''], isNeeded: false };
  const rows = await db
    .selectFrom('flow_review_object')
    .select('dealer_code')
    .where('project_id', '=', Number(projectId))
    .where('review_batch_no', '=', reviewBatchNo)
    .execute();
  return { codes: rows.map(({ dealer_code }) => dealer_code), isNeeded: rows.length > 1 };
}
