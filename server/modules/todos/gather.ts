import type { WordedContext } from '../../context.ts';
import { signedIn } from '../../contracts.ts';
import { dayIn } from '../../days.ts';
import { nameIn, readerOf } from '../../reader.ts';
import { inModule } from '../delegations/since.ts';
import { accessOfPrincipal } from '../identity/access.ts';
import { applicationRows } from '../menus/application-rows.ts';
import { approvalSources } from './approvals.ts';
import { ownSources } from './own.ts';
import { type Places, placesOf } from './places.ts';
import type { Gathered, OtherKind, Submitter, Waiting, WaitingFilter, WaitingKind, WaitingSource } from './sources.ts';

/** The sources besides records, one line each; a module with things that wait for people adds its own. */
const sources: Readonly<Record<OtherKind, WaitingSource>> = { ...ownSources, ...approvalSources };
const otherKinds = Object.keys(sources) as OtherKind[];

/** Of each kind: more than anybody looks through, and few enough for one answer. */
export const mostOfKind = 300;
/** Of each kind: how far pages lead, and how many are looked through for words, people and days. */
export const mostReached = 5_000;

export interface Others {
  kind: WaitingKind;
  items: Gathered[];
  total: number;
}

export function placesFor(context: WordedContext): Places {
  return placesOf(accessOfPrincipal(signedIn(context)).menus, applicationRows(context.services.documents));
}

/**
 * What waits besides records, by its kind: the first `most` of each, in the order of `byUrgency`, and how many there are. Sources whose place is not wanted are
 * not asked.
 */
export async function otherWaiting(context: WordedContext, filter: WaitingFilter, most: number): Promise<Others[]> {
  const places = placesFor(context);
  const user = signedIn(context);
  const { agent } = user;
  const wanted = otherKinds.filter((kind) => {
    const { at, isPersonal } = sources[kind];
    return (filter.source ?? kind) === kind && !(agent && isPersonal) && filter.hasPlace(places.ofUrl(at));
  });
  const asked = isNarrowed(filter) ? mostReached : Math.min(most, mostReached);
  return await Promise.all(
    wanted.map(async (kind) => {
      const { at, find } = sources[kind];
      const { items, total } = await find(agent ? { ...context, user: inModule(user, places.ofUrl(at)?.menuId) } : context, asked);
      const inOrder = [...items].sort(byUrgency).slice(0, asked);
      const found = inOrder.map((item) => placed(item, kind, places, at));
      return { kind, ...(await fitting(context, filter, { items: found, total })) };
    }),
  );
}

export function placed(item: Waiting, kind: WaitingKind, places: Places, at: string | null): Gathered {
  return { ...item, kind, source: kind, place: places.ofUrl(item.url) ?? places.ofUrl(at) };
}

/** Whether it is told only by what was found which of it fits. */
function isNarrowed({ keyword, submitUserCode, submitDate, since }: WaitingFilter): boolean {
  return keyword !== '' || submitUserCode !== undefined || submitDate !== undefined || since !== undefined;
}

async function fitting(
  context: WordedContext,
  filter: WaitingFilter,
  found: { items: Gathered[]; total: number },
): Promise<{ items: Gathered[]; total: number }> {
  if (!isNarrowed(filter)) return found;
  const { keyword, submitUserCode, submitDate, since } = filter;
  const { timeZone } = readerOf(context);
  const people = await submittersOf(context, found.items);
  const part = keyword.toLowerCase();
  const items = found.items.filter(
    (item) =>
      item.title.toLowerCase().includes(part) &&
      (submitUserCode === undefined || people(item.from)?.code === submitUserCode) &&
      (submitDate === undefined || dayIn(timeZone, new Date(item.time)) === submitDate) &&
      isSince(since?.(item.place) ?? null, item.time),
  );
  return { items, total: items.length };
}

function isSince(first: Date | null, time: string): boolean {
  return first === null || new Date(time) >= first;
}

interface Person {
  code: string | null;
  /** In the language of the reader; the account where nobody has it any more. */
  name: string | null;
}

/** Who things came from: one statement for all of them. */
export async function submittersOf(
  context: WordedContext,
  items: readonly Pick<Waiting, 'from'>[],
): Promise<(from: Submitter | null) => Person | undefined> {
  const asked = items.flatMap(({ from }) => from ?? []);
  const ids = [...new Set(asked.flatMap((from) => ('id' in from ? [from.id] : [])))];
  const accounts = [...new Set(asked.flatMap((from) => ('account' in from ? [from.account] : [])))];
  if (asked.length === 0) return () => undefined;
  const rows = await context.db
    .selectFrom('person')
    .select(['id', 'username', 'user_code as code', 'name', 'name_en as nameEn', 'has_left as hasLeft'])
    .where((row) =>
      row.or([...(ids.length > 0 ? [row('id', 'in', ids)] : []), ...(accounts.length > 0 ? [row('username', 'in', accounts)] : [])]),
    )
    // Of an account that was given to somebody else, whoever has it now.
    .orderBy('has_left', 'desc')
    .orderBy('id')
    .execute();
  const people = rows.map(({ id, username, code, ...person }) => [id, username, { code, name: nameIn(context, person) }] as const);
  const byId = new Map(people.map(([id, , person]) => [id, person]));
  const byAccount = new Map(people.map(([, username, person]) => [username, person]));
  return (from) => {
    if (from === null) return undefined;
    return 'id' in from ? byId.get(from.id) : (byAccount.get(from.account) ?? { code: null, name: from.account });
  };
}

const last = '9999-12-31';
/** What is due first in front, then what came last. */
export function byUrgency(one: Pick<Waiting, 'dueDate' | 'time'>, other: Pick<Waiting, 'dueDate' | 'time'>): number {
  return (one.dueDate ?? last).localeCompare(other.dueDate ?? last) || other.time.localeCompare(one.time);
}
