import { ApiError } from '../errors.ts';
import { EngineError } from './child.ts';
import type { Answer } from './types.ts';

/** Whether a question has no answer because the engine cannot hold what it needs for it. */
export function needsTooMuch(error: unknown): boolean {
  return error instanceof ApiError && error.cause instanceof EngineError && error.cause.fault === 'memory';
}

/**
 * The answer to a question of some columns, put together of the answers to halves of them where the engine cannot hold all at once: a wide table of long
 * texts is held column by column.
 */
export async function askByColumns<T>(columns: readonly T[], ask: (columns: readonly T[]) => Promise<Answer>): Promise<Answer> {
  try {
    return await ask(columns);
  } catch (error) {
    if (columns.length < 2 || !needsTooMuch(error)) throw error;
    const middle = Math.ceil(columns.length / 2);
    const left = await askByColumns(columns.slice(0, middle), ask);
    return beside(left, await askByColumns(columns.slice(middle), ask));
  }
}

/** Rows of two answers side by side, as many as both have. */
function beside(left: Answer, right: Answer): Answer {
  const count = Math.min(left.rows.length, right.rows.length);
  return {
    columns: [...left.columns, ...right.columns],
    rows: left.rows.slice(0, count).map((row, index) => [...row, ...(right.rows[index] ?? [])]),
    changed: left.changed,
    more: left.more || right.more,
  };
}
