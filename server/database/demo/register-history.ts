import type { RegisterDocument, RegisterMove } from '../../../src/core/register/document.ts';
import { movePermission } from '../../../src/core/register/reading.ts';
import { holdersOf } from '../../modules/identity/holders.ts';
import { idsIn } from '../../modules/registers/pointing.ts';
import { codeOf } from '../../modules/registers/registers.ts';
import type { RecordValues } from '../../modules/registers/tables.ts';
import type { Database } from '../connection.ts';
import { moveReasons } from './register-words/reasons.ts';

const week = 7 * 86_400_000;

/** A record as the demo puts it there, made by `by`. */
export interface PlacedRecord {
  number: number;
  state: string;
  data: RecordValues;
  /** When it came to its state. */
  lastAt: Date;
  by: string;
}

/** Something that happened to a record, with what the operation log says of it. */
export interface Step {
  at: Date;
  by: string;
  action: 'create' | 'move';
  detail: Record<string, unknown>;
}

type Holders = ReadonlyMap<string, readonly string[]>;

/**
 * How records came to be as they are, record by record: made, and moved to their state by their owner, their maker or else whoever may, a week a move, with
 * a reason where one is asked for.
 */
export async function storiesOf(
  db: Database,
  register: string,
  document: RegisterDocument,
  placed: readonly PlacedRecord[],
  userIds: ReadonlyMap<string, number>,
): Promise<Step[][]> {
  const holders = await holdersIn(db, document, userIds);
  return placed.map((record) => stepsOf(register, document, record, holders, userIds));
}

/** Puts stories, by the ids of their records, into the operation log in the order of time: there the histories of records are read. */
export async function keepStories(
  db: Database,
  stories: ReadonlyMap<number, readonly Step[]>,
  userIds: ReadonlyMap<string, number>,
): Promise<void> {
  const rows = [...stories]
    .flatMap(([id, steps]) => steps.map((step) => ({ id, ...step })))
    .toSorted((one, other) => Number(one.at) - Number(other.at))
    .map(({ id, at, by, action, detail }) => {
      const userId = userIds.get(by) ?? null;
      return {
        ...{ at, actor_id: userId, actor: by, subject_user_id: userId, action: `register_row_${action}` },
        ...{ target_type: 'register_row', target_id: String(id), target_name: String(detail.code), detail: JSON.stringify(detail) },
        ...{ ip: null, user_agent: null, request_id: null },
      };
    });
  if (rows.length > 0) await db.insertInto('audit_log').values(rows).execute();
}

/** Accounts that hold each permission of a move; administrators only where nobody else does. */
async function holdersIn(db: Database, document: RegisterDocument, userIds: ReadonlyMap<string, number>): Promise<Holders> {
  const accounts = new Map([...userIds].map(([account, id]) => [id, account]));
  const holders = new Map<string, readonly string[]>();
  for (const permission of new Set((document.moves ?? []).flatMap((move) => movePermission(document, move) ?? []))) {
    const found = (await holdersOf(db, [permission])).flatMap((id) => accounts.get(id) ?? []);
    const others = found.filter((account) => account !== 'admin');
    holders.set(permission, others.length > 1 ? others : found);
  }
  return holders;
}

/** What happened to a record, in its order. */
function stepsOf(
  register: string,
  document: RegisterDocument,
  record: PlacedRecord,
  holders: Holders,
  userIds: ReadonlyMap<string, number>,
): Step[] {
  const what = { register, code: codeOf({ document }, record.number) };
  const path = pathTo(document, record.state);
  const owner = accountOf(userIds, record.data[document.owner ?? '']);
  const createdAt = new Date(record.lastAt.getTime() - path.length * week);
  const steps: Step[] = [{ at: createdAt, by: record.by, action: 'create', detail: { ...what, after: record.data } }];
  let [last, from] = [record.by, document.states?.[0]?.name ?? ''];
  for (const move of path) {
    const others = new Set((move.notBy ?? []).flatMap((name) => idsIn(record.data[name])).map(Number));
    const isAllowed = (account: string) => !(move.byAnother && account === last) && !others.has(userIds.get(account) ?? 0);
    const may = (holders.get(movePermission(document, move) ?? '') ?? []).filter(isAllowed);
    const by = [owner, record.by].find((account) => account !== undefined && may.includes(account)) ?? may[0] ?? record.by;
    const at = new Date(record.lastAt.getTime() - (path.length - steps.length) * week);
    const reason = move.reason && moveReasons[register]?.[move.name];
    steps.push({ at, by, action: 'move', detail: { ...what, move: move.name, from, to: move.to, ...(reason && { reason }) } });
    [last, from] = [by, move.to];
  }
  return steps;
}

function accountOf(userIds: ReadonlyMap<string, number>, id: unknown): string | undefined {
  return [...userIds].find(([, userId]) => String(userId) === id)?.[0];
}

/** The fewest moves from the first state to this one; none where there is no way, as in a register without states. */
function pathTo({ states, moves = [] }: RegisterDocument, wanted: string): readonly RegisterMove[] {
  const first = states?.[0]?.name ?? '';
  const paths = new Map<string, readonly RegisterMove[]>([[first, []]]);
  for (const [state, path] of paths) {
    if (state === wanted) return path;
    for (const move of moves) if (move.from.includes(state) && !paths.has(move.to)) paths.set(move.to, [...path, move]);
  }
  return [];
}
