import { setTimeout as pause } from 'node:timers/promises';

/** PostgreSQL ended the transaction: it and another one each held what the other waited for, or wrote what the other had read. */
const crossed: readonly unknown[] = ['40P01', '40001'];

/** Whether a transaction was given up because others changed the same at that moment. Nothing of it is written, and it can be made again. */
export function isCrossed(error: unknown): boolean {
  return error instanceof Error && 'code' in error && crossed.includes(error.code);
}

/** How often something is done. */
const most = 3;
/** Milliseconds between two times, at most. */
const apart = 50;

/**
 * Does something that is one transaction and nothing else, and does it again where that crossed another one: three times at most.
 * @throws what `work` throws
 */
export async function uncrossed<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let time = 1; ; time++) {
    try {
      return await work();
    } catch (error) {
      if (time >= most || !isCrossed(error)) throw error;
      // Not at the same moment as the other one, where that is done again as well.
      await pause(Math.random() * apart);
    }
  }
}
