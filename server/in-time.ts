import { setTimeout as sleep } from 'node:timers/promises';

/** How long what is still at work may keep a server that stops, in milliseconds. */
const PATIENCE = 9_000;

/** Waits for what ends, and no longer than `patience` for what does not: the process ends all the same. Rejects as `end` does. */
export async function inTime(end: Promise<unknown>, patience = PATIENCE): Promise<void> {
  const late = new AbortController();
  const limit = sleep(patience, undefined, { signal: late.signal }).catch(() => undefined);
  try {
    await Promise.race([end, limit]);
  } finally {
    late.abort();
  }
}
