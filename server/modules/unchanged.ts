import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { isObject } from '../../src/core/json-object.ts';
import type { Database } from '../database/connection.ts';

/** What every save writes, whatever it changes. */
const stamps = ['version', 'updateTime', 'updateBy'];

/**
 * [API-02] Whether something says after a save what it said before. Where others saved it in between, what was read before is not what was saved over:
 * that is a change. Versions tell so of what has one, and counts each save of it; not of what has none, nor of what stands beside it.
 */
export function saysTheSame(before: unknown, after: unknown): boolean {
  return savesBetween(before, after) <= 1 && isDeepStrictEqual(unstamped(before), unstamped(after));
}

function unstamped(state: unknown): unknown {
  return isObject(state) ? Object.fromEntries(Object.entries(state).filter(([name]) => !stamps.includes(name))) : state;
}

function savesBetween(before: unknown, after: unknown): number {
  const versionOf = (state: unknown) => (isObject(state) ? Number(state.version ?? 0) : 0);
  return versionOf(after) - versionOf(before);
}

interface Save<State> {
  before: State;
  work: () => Promise<unknown>;
  /** By the transaction, everything the work may change. */
  read: () => Promise<State>;
  isSame?: (before: State, after: State) => boolean;
}

/**
 * Does work in a transaction, and takes back all it wrote where that changed nothing: no version of others is old by it, nobody is told, and no
 * history has it. `state` is what there is then, read once more: where others saved since `before` was read, it is theirs.
 */
export async function unlessUnchanged<State>(
  db: Database,
  { before, work, read, isSame = saysTheSame }: Save<State>,
): Promise<{ isChanged: boolean; state: State }> {
  await sql`savepoint unchanged`.execute(db);
  await work();
  const after = await read();
  const isChanged = !isSame(before, after);
  if (!isChanged) await sql`rollback to savepoint unchanged`.execute(db);
  await sql`release savepoint unchanged`.execute(db);
  return { isChanged, state: isChanged ? after : await read() };
}
