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
 * Writes verdicts and remarks, all of them or none: use a transaction. Answers the results as they are now, and those of before and after that are
 * changed: a result that is given what it has is none of them.
 * @throws ApiError NOT_FOUND, CONFLICT with the result as it is
 */
export async function judgeRows<Row extends { id: string; version: number }>(
  db: Database,
  { table, of, find }: JudgedRows<Row>,
  given: readonly GivenVerdict[],
  { user }: Author,
): Promise<{ rows: Row[]; before: Row[]; after: Row[] }> {
  const ids = given.map(({ id }) => Number(id));
  const before = await find(ids);
  const stamps = touched(user);
  for (const { id, version, verdict, remark } of given) {
    const values = [verdict === undefined ? sql.ref('verdict') : verdict, remark === undefined ? sql.ref('remark') : textOrNull(remark)];
    const isOther = sql<boolean>`(verdict, remark) is distinct from (${sql.join(values)})`;
    const changed = await db
      .updateTable(table)
      .set({
        ...(verdict !== undefined && { verdict }),
        ...(remark !== undefined && { remark: textOrNull(remark) }),
        version: sql<number>`case when ${isOther} then ${stamps.version} else version end`,
        updated_at: sql<Date>`case when ${isOther} then ${stamps.updated_at} else updated_at end`,
        updated_by: sql<string>`case when ${isOther} then ${stamps.updated_by} else updated_by end`,
      })
      .where('id', '=', Number(id))
      .where(sql.ref(of.column), '=', Number(of.id))
      .where(stillHas(version))
      .executeTakeFirst();
    if (changed.numUpdatedRows > 0n) continue;
    const [current] = await find([Number(id)]);
    throw current ? new ApiError('CONFLICT', { data: current }) : new ApiError('NOT_FOUND');
  }
  const rows = await find(ids);
  const versions = new Map(before.map((row) => [row.id, row.version]));
  const after = rows.filter((row) => row.version !== versions.get(row.id));
  const changed = new Set(after.map((row) => row.id));
  return { rows, before: before.filter((row) => changed.has(row.id)), after };
}
