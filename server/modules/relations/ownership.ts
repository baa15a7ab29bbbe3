import type { Database } from '../../database/connection.ts';
import { type PartyAnswer, partiesOf } from './parties.ts';
import { OWNS } from './tables.ts';

/** Most shares that are followed upwards. */
const mostShares = 2_000;
/** Shares gone through, round by round, after which what still grows holds at least what it has grown to: circles that own nearly all of themselves. */
const mostSteps = 2_000_000;
const precise = 1e-9;

/** Who owns how much of something. */
export interface Owner {
  code: string;
  name: string;
  kind: string;
  /** Percent held directly; null: unknown, or none. */
  direct: number | null;
  isDirect: boolean;
  /** Percent over all ways together whose shares are known, rounded to four decimals; null: there are none. */
  effective: number | null;
  /** Whether a share on some way is unknown: it may hold more. */
  isLeast: boolean;
  /** Whether nobody who is known owns it: the end of the way. */
  isUltimate: boolean;
}

/** A share as a fraction: `from` owns that much of `to`. */
export interface Share {
  from: number;
  to: number;
  part: number;
}
/** One whose share may be unknown. */
interface Held {
  from: number;
  to: number;
  part: number | null;
}

/**
 * Everybody who owns a part of this, directly or through others, the largest part first; those of whom no share is known last. Of more shares than are
 * followed (`isCut`) these are the nearest: every owner may hold more.
 */
export async function ownersOf(db: Database, { id }: Pick<PartyAnswer, 'id'>): Promise<{ owners: Owner[]; isCut: boolean }> {
  const target = Number(id);
  const shares = await sharesAbove(db, target);
  const isCut = shares.length > mostShares;
  const held = shares.slice(0, mostShares);
  const { parts: effective, growing } = effectiveParts(
    target,
    held.flatMap(({ part, ...link }) => (part === null ? [] : [{ ...link, part }])),
  );
  const uncertain = ownersByUnknown(target, held);
  const owners = new Set(held.map(({ from }) => from).filter((from) => from !== target));
  const owned = isCut ? await ownedAmong(db, [...owners]) : new Set(held.map(({ to }) => to));
  const direct = new Map(held.filter(({ to }) => to === target).map(({ from, part }) => [from, part]));
  const parties = await partiesOf(db, [...owners]);
  const found = parties
    .map(({ id: party, code, name, kind }) => {
      const owner = Number(party);
      return {
        ...{ code, name, kind, isDirect: direct.has(owner), direct: percent(direct.get(owner)) },
        ...{
          effective: percent(effective.get(owner) || null),
          isLeast: isCut || uncertain.has(owner) || growing.has(owner),
          isUltimate: !owned.has(owner),
        },
      };
    })
    .sort((a, b) => (b.effective ?? -1) - (a.effective ?? -1) || (a.code < b.code ? -1 : 1));
  return { owners: found, isCut };
}

const percent = (part: number | null | undefined): number | null => (part == null ? null : Math.round(part * 1_000_000) / 10_000);

/** Owners on a way to the target with a share that is unknown. Ways that lead back to the target end there. */
function ownersByUnknown(target: number, held: readonly Held[]): Set<number> {
  const above = held.filter(({ from }) => from !== target);
  return withOwners(new Set(above.flatMap(({ from, part }) => (part === null ? [from] : []))), above);
}

/** Adds to these whoever owns a part of one of them, directly or through others. */
function withOwners(found: Set<number>, held: readonly Pick<Held, 'from' | 'to'>[]): Set<number> {
  for (let size = -1; size < found.size; ) {
    size = found.size;
    for (const { from, to } of held) if (found.has(to)) found.add(from);
  }
  return found;
}

/** Those of these parties of whom an owner is known, followed or not. */
async function ownedAmong(db: Database, parties: readonly number[]): Promise<Set<number>> {
  const rows = await db
    .selectFrom('relation_link')
    .select('to_id as id')
    .where('kind', '=', OWNS)
    .where('to_id', 'in', parties)
    .distinct()
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** The nearest first, one more than are followed at most: what is cut off never stands between what is kept and the target. */
async function sharesAbove(db: Database, target: number): Promise<Held[]> {
  const found: Held[] = [];
  const reached = new Set([target]);
  for (let level = [target]; level.length > 0 && found.length <= mostShares; ) {
    const rows = await db
      .selectFrom('relation_link')
      .select(['from_id as from', 'to_id as to', 'share'])
      .where('kind', '=', OWNS)
      .where('to_id', 'in', level)
      .orderBy('id')
      .limit(mostShares + 1 - found.length)
      .execute();
    found.push(...rows.map(({ share, ...link }) => ({ ...link, part: share === null ? null : Number(share) / 100 })));
    level = [...new Set(rows.map(({ from }) => from))].filter((id) => !reached.has(id));
    for (const id of level) reached.add(id);
  }
  return found;
}

/**
 * What each owner holds of the target over all ways: their direct share, and for everything they own that share of what it holds. Ways that
 * lead back to the target end there; holdings in a circle count as the sum they tend to, the whole at most. `growing`: those whose sum was not reached.
 */
export function effectiveParts(target: number, shares: readonly Share[]): { parts: Map<number, number>; growing: Set<number> } {
  const held = shares.filter(({ from }) => from !== target);
  const owners = [...new Set(held.map(({ from }) => from))];
  const places = new Map(owners.map((owner, place) => [owner, place]));
  // The target stands behind the owners, and is held whole. Who owns nothing that counts holds nothing.
  const links = held.flatMap(({ from, to, part }) => {
    const [at, of] = [places.get(from), to === target ? owners.length : places.get(to)];
    return at === undefined || of === undefined ? [] : [{ at, of, part }];
  });
  let [parts, before] = [new Float64Array(owners.length + 1), new Float64Array(owners.length + 1)];
  let change = 1;
  for (let steps = 0; steps < mostSteps && change >= precise; steps += links.length + 1) {
    [parts, before] = [before, parts];
    parts.fill(0).fill(1, owners.length);
    before.fill(1, owners.length);
    for (const { at, of, part } of links) parts[at] = Math.min(1, (parts[at] ?? 0) + part * (before[of] ?? 0));
    change = 0;
    for (let at = 0; at < owners.length; at += 1) change = Math.max(change, Math.abs((parts[at] ?? 0) - (before[at] ?? 0)));
  }
  const growing = owners.filter((_, at) => Math.abs((parts[at] ?? 0) - (before[at] ?? 0)) >= precise);
  return { parts: new Map(owners.map((owner, at) => [owner, parts[at] ?? 0])), growing: withOwners(new Set(growing), held) };
}
