import { type RawBuilder, sql } from 'kysely';
import type { Principal } from '../contracts.ts';
import type { Database } from '../database/connection.ts';
import { ApiError } from '../errors.ts';
import { type Origin, record } from './audit/record.ts';
import { saysTheSame, unlessUnchanged } from './unchanged.ts';

/** Who changes something, and from where. */
export interface Author {
  user: Principal;
  origin: Origin;
}

/** One kind of thing that is changed: names its audit rows and reads its current state. */
export interface Kind<Answer> {
  /** Prefix of the audit actions: user_create, user_update ... */
  name: string;
  find(db: Database, id: string): Promise<Answer | undefined>;
  /** What it is called in the operation log, where no property of it says so (`nameIn`). */
  called?: (answer: Answer) => string;
  /** Constraints of the database that mean that a value is taken, with the field that holds it. */
  unique: Readonly<Record<string, string>>;
}

/**
 * [API-02] Whether a change was thought out for a version others changed since. The specification knows no versions: a change that names none
 * is made to what there is.
 */
export function isBehind(seen: number | undefined, current: number): boolean {
  return seen !== undefined && seen !== current;
}

/** Of a row that is changed: whether it still has the version a change was thought out for, if it names one (`isBehind`, for rows that were not read before). */
export function stillHas(version: number | undefined): RawBuilder<boolean> {
  return version === undefined ? sql<boolean>`true` : sql<boolean>`version = ${version}`;
}

/** Columns every versioned row changes with. */
export function touched(user: Principal) {
  return { version: sql<number>`version + 1`, updated_at: sql<Date>`now()`, updated_by: signature(user) };
}

/** The name that stands beside a change: of who made it, whoever they act for. */
export function signature(user: Pick<Principal, 'username' | 'agent'>): string {
  return user.agent?.username ?? user.username;
}

/** Who is at the keyboard, whoever they act for: what they write is theirs, whatever their account is called later, and the second pair of eyes is theirs. */
export function actorId(user: Pick<Principal, 'id' | 'agent'>): number {
  return Number(user.agent?.id ?? user.id);
}

/** What a change does. `work` gives false when the row has another version or is gone. */
export interface Work<Answer = unknown> {
  id: string;
  verb: string;
  work: (db: Database) => Promise<boolean>;
  detail?: Record<string, unknown>;
  /**
   * What may be changed, of what `find` gives: by default nothing says so, and all work is a change. `'all'` says that `find` shows everything the
   * work may change; then work that leaves it as it was is none, and is taken back (`unlessUnchanged`).
   */
  shown?: 'all' | ((answer: Answer) => unknown) | undefined;
}

/**
 * A change in one transaction with its audit row, `before` and `after` as the API shows them.
 * @throws ApiError NOT_FOUND, CONFLICT with the current state as `data`, DUPLICATE with the field, and what `work` throws.
 */
export async function change<Answer>(db: Database, kind: Kind<Answer>, author: Author, work: Work<Answer>): Promise<Answer> {
  return await speaking(kind, async () => {
    return await db.transaction().execute(async (transaction) => await changeWithin(transaction, kind, author, work));
  });
}

/** `change` as a part of a transaction that is under way. */
export async function changeWithin<Answer>(
  transaction: Database,
  kind: Kind<Answer>,
  { user, origin }: Author,
  { id, verb, work, detail, shown }: Work<Answer>,
): Promise<Answer> {
  const before = await kind.find(transaction, id);
  if (!before) throw new ApiError('NOT_FOUND');
  const read = async (): Promise<Answer | undefined> => await kind.find(transaction, id);
  const done = async () => {
    if (await work(transaction)) return;
    const current = await read();
    throw current ? new ApiError('CONFLICT', { data: current }) : new ApiError('NOT_FOUND');
  };
  const save = async () => {
    await done();
    return { isChanged: true, state: await read() };
  };
  const { isChanged, state: after } = shown
    ? await unlessUnchanged<Answer | undefined>(transaction, { before, work: done, read, isSame: sameIn(shown) })
    : await save();
  if (!isChanged) {
    if (!after) throw new ApiError('NOT_FOUND');
    return after;
  }
  const named = { targetType: kind.name, targetId: id, targetName: kind.called?.(after ?? before) };
  const audit = { ...(after ? { before, after } : { before }), ...detail };
  await record(transaction, origin, { action: `${kind.name}_${verb}`, ...named, actor: user, detail: audit });
  return after ?? before;
}

function sameIn<Answer>(shown: NonNullable<Work<Answer>['shown']>) {
  return (before: Answer | undefined, after: Answer | undefined): boolean => {
    if (!before || !after) return false;
    return shown === 'all' ? saysTheSame(before, after) : saysTheSame(shown(before), shown(after));
  };
}

/** Adds a row and its audit row. @throws ApiError DUPLICATE with the field, and what `work` throws. */
export async function create<Answer>(
  db: Database,
  kind: Kind<Answer>,
  author: Author,
  work: (db: Database) => Promise<string>,
): Promise<Answer> {
  return await speaking(kind, async () => {
    return await db.transaction().execute(async (transaction) => await createWithin(transaction, kind, author, work));
  });
}

/** `create` as a part of a transaction that is under way. */
export async function createWithin<Answer>(
  transaction: Database,
  kind: Kind<Answer>,
  { user, origin }: Author,
  work: (db: Database) => Promise<string>,
): Promise<Answer> {
  const id = await work(transaction);
  const after = await kind.find(transaction, id);
  if (!after) throw new Error(`The new row ${kind.name} ${id} cannot be read`);
  const named = { targetType: kind.name, targetId: id, targetName: kind.called?.(after) };
  await record(transaction, origin, { action: `${kind.name}_create`, ...named, actor: user, detail: { after } });
  return after;
}

/** Uniqueness is the business of an index, so that two at once cannot both win; here it gets its words. */
export async function speaking<Answer, T>(kind: Kind<Answer>, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const constraint = error instanceof Error && 'constraint' in error ? String(error.constraint) : '';
    if (!Object.hasOwn(kind.unique, constraint)) throw error;
    const field = kind.unique[constraint] ?? '';
    throw new ApiError('DUPLICATE', { cause: error, details: [{ field, message: 'This exists already', key: 'error.DUPLICATE' }] });
  }
}

/** Where a call came from, with its user. */
export function authorOf(request: Origin & { user: Principal | undefined }): Author {
  if (!request.user) throw new ApiError('UNAUTHENTICATED');
  const { ip, userAgent, requestId } = request;
  return { user: request.user, origin: { ip, userAgent, requestId } };
}
