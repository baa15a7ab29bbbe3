import type { Context } from '../../context.ts';
import { needsTooMuch } from '../../data-engine/by-columns.ts';
import { ask, type Cell, name } from '../../data-engine/index.ts';
import { columnOf, openFilled, patienceOf } from './explore.ts';
import type { Relation } from './relation.ts';

/** DATA-16. */
const mostValues = 50;
/** Characters that are shown of one. */
const longestValue = 200;
/** Bytes of different values the engine counts at a time, what it keeps of each besides the value, and the most shares a column is counted in. */
const mostHeld = 128_000_000;
const kept = 64;
const mostShares = 64;

interface Counted {
  value: Cell;
  count: number;
}

/** The most frequent values of a column (DATA-16). @throws ApiError NOT_FOUND, FORBIDDEN, DATA_EMPTY, DATA_TIMEOUT, PARAMETER_ERROR at `column` */
export async function frequency(context: Context, { bizId, column: wanted }: { bizId: string; column: string }) {
  const opened = await openFilled(context, bizId);
  const { relation } = opened;
  const column = columnOf(opened, wanted);
  const value = name(column.name);
  const length = column.fieldType === 'string' ? `avg(strlen(${value}))` : '16';
  const whole = await ask({
    sql: `SELECT count(*), count(${value}), approx_count_distinct(${value}), ${length} FROM ${relation.sql}`,
    files: relation.files,
    caller: relation.caller,
  });
  const [rows = 0, filled = 0, about = 0, bytes = 0] = (whole.rows[0] ?? []).map(Number);
  const shares = Math.min(Math.ceil((about * (bytes + kept)) / mostHeld), mostShares);
  const { distinct, most } = await counted(relation, value, shares, patienceOf());
  const values = most.map(({ value: cell, count }, index) => ({
    key: String(index + 1),
    value: typeof cell === 'string' ? cell.slice(0, longestValue) : cell,
    isCut: typeof cell === 'string' && cell.length > longestValue,
    count,
    share: count / rows,
  }));
  return { rows, distinct, nulls: rows - filled, others: filled - values.reduce((sum, { count }) => sum + count, 0), values };
}

/**
 * How many different values there are, and the most frequent of them: counted in shares, each value in the one its hash says, so that the engine holds those of one
 * share only. Values too long for that are counted in more of them.
 */
async function counted(
  relation: Relation,
  value: string,
  shares: number,
  requireTime: () => void,
): Promise<{ distinct: number; most: Counted[] }> {
  try {
    let distinct = 0;
    let most: Counted[] = [];
    for (let share = 0; share < shares; share += 1) {
      requireTime();
      const found = await countedShare(relation, value, `hash(${value}) % ${shares} = ${share}`);
      distinct += found.distinct;
      most = [...most, ...found.most].toSorted(moreFrequent).slice(0, mostValues);
    }
    return { distinct, most };
  } catch (error) {
    if (shares >= mostShares || !needsTooMuch(error)) throw error;
    return await counted(relation, value, Math.min(shares * 4, mostShares), requireTime);
  }
}

async function countedShare({ sql, files, caller }: Relation, value: string, isOfShare: string) {
  const { rows } = await ask({
    sql: `SELECT ${value}, count(*), count(*) OVER () FROM ${sql} WHERE ${value} IS NOT NULL AND ${isOfShare} GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${mostValues}`,
    files,
    caller,
  });
  const most = rows.map(([cell = null, count]): Counted => ({ value: cell, count: Number(count) }));
  return { distinct: Number(rows[0]?.[2] ?? 0), most };
}

/** The larger count first, of equal ones the smaller value. */
function moreFrequent(one: Counted, other: Counted): number {
  if (one.count !== other.count) return other.count - one.count;
  if (typeof one.value === 'number' && typeof other.value === 'number') return one.value - other.value;
  return String(one.value) < String(other.value) ? -1 : 1;
}
