import { sql } from 'kysely';
import type { Database } from '../../database/connection.ts';
import { textOrNull } from '../../database/values.ts';
import { ApiError } from '../../errors.ts';
import { type Author, stillHas, touched } from '../changes.ts';
import type { Verdict } from './tables.ts';

export interface GivenVerdict {
  id: string;
  version?: number | undefined;
  verdict?: Verdict | null | undefined;
  remark?: string | null | undefined;
}

/** Where results that are judged stand, and how they are read by their ids, in the order of these. */
export interface JudgedRows<Row> {
  table: 'flow_comparison_row' | 'flow_bill_report_row';
  /** What they belong to: the column and its value. */
  of: { column: 'comparison_id' | 'report_id'; id: string };
  find(ids: readonly number[]): Promise<Row[]>;
}

/**
 * Writes verdicts and remarks, all of them or none: use a transaction. Answers the results before and after.
 * @throws ApiError NOT_FOUND, CONFLICT with the result as it is
 */
export async function judgeRows<Row>(
  db: Database,
  { table, of, find }: JudgedRows<Row>,
  given: readonly GivenVerdict[],
  { user }: Author,
): Promise<{ before: Row[]; after: Row[] }> {
  const ids = given.map(({ id }) => Number(id));
  const before = await find(ids);
  for (const { id, version, verdict, remark } of given) {
    const changed = await db
      .updateTable(table)
      .set({
        ...(verdict !== undefined && { verdict }),
        ...(remark !== undefined && { remark: textOrNull(remark) }),
        ...touched(user),
      })
      .where('id', '=', Number(id))
      .where(sql.ref(of.column), '=', Number(of.id))
      .where(stillHas(version))
      .executeTakeFirst();
    if (changed.numUpdatedRows > 0n) continue;
    const [current] = await find([Number(id)]);
    throw current ? new ApiError('CONFLICT', { data: current }) : new ApiError('NOT_FOUND');
  }
  return { before, after: await find(ids) };
}
