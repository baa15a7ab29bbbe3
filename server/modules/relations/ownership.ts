import type { Database } from '../../database/connection.ts';
import { type PartyAnswer, partiesOf } from './parties.ts';
import { OWNS } from './tables.ts';

/** Most shares that are followed upwards. */
const mostShares = 2_000;
/** Rounds after which what still grows goes in circles that own themselves whole. */
const mostRounds = 200;
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
  const effective = effectiveParts(
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
        ...{ effective: percent(effective.get(owner) || null), isLeast: isCut || uncertain.has(owner), isUltimate: !owned.has(owner) },
      };
    })
    .sort((a, b) => (b.effective ?? -1) - (a.effective ?? -1) || (a.code < b.code ? -1 : 1));
  return { owners: found, isCut };
}

const percent = (part: number | null | undefined): number | null => (part == null ? null : Math.round(part * 1_000_000) / 10_000);

/** Owners on a way to the target with a share that is unknown. Ways that lead back to the target end there. */
function ownersByUnknown(target: number, held: readonly Held[]): Set<number> {
  const found = new Set<number>();
  for (let size = -1; size < found.size; ) {
    size = found.size;
    for (const { from, to, part } of held) if (from !== target && (part === null || found.has(to))) found.add(from);
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
 * lead back to the target end there; holdings in a circle count as the sum they tend to, the whole at most.
 */
export function effectiveParts(target: number, shares: readonly Share[]): Map<number, number> {
  const parts = new Map<number, number>();
  for (let round = 0; round < mostRounds; round += 1) {
    const next = new Map<number, number>();
    for (const { from, to, part } of shares) {
      if (from === target) continue;
      const held = to === target ? 1 : (parts.get(to) ?? 0);
      next.set(from, Math.min(1, (next.get(from) ?? 0) + part * held));
    }
    const grown = [...next].reduce((most, [owner, part]) => Math.max(most, Math.abs(part - (parts.get(owner) ?? 0))), 0);
    for (const [owner, part] of next) parts.set(owner, part);
    if (grown < precise) break;
  }
  return parts;
}
