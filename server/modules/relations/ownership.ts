import { sql } from 'kysely';
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
  /** Percent held directly; null: none. */
  direct: number | null;
  /** Percent over all ways together, rounded to four decimals. */
  effective: number;
  /** Whether nobody who is known owns it: the end of the way. */
  isUltimate: boolean;
}

/** A share as a fraction: `from` owns that much of `to`. */
export interface Share {
  from: number;
  to: number;
  part: number;
}

/** Everybody who owns a part of this, directly or through others, the largest part first. */
export async function ownersOf(db: Database, { id }: Pick<PartyAnswer, 'id'>): Promise<Owner[]> {
  const target = Number(id);
  const shares = await sharesAbove(db, target);
  const effective = effectiveParts(target, shares);
  const parties = await partiesOf(db, [...effective.keys()]);
  const owned = new Set(shares.map(({ to }) => to));
  const direct = new Map(shares.filter(({ to }) => to === target).map(({ from, part }) => [from, part]));
  return parties
    .map(({ id: owner, code, name, kind }) => ({
      ...{ code, name, kind },
      direct: percent(direct.get(Number(owner))),
      effective: percent(effective.get(Number(owner))) ?? 0,
      isUltimate: !owned.has(Number(owner)),
    }))
    .sort((a, b) => b.effective - a.effective || (a.code < b.code ? -1 : 1));
}

const percent = (part: number | undefined): number | null => (part === undefined ? null : Math.round(part * 1_000_000) / 10_000);

async function sharesAbove(db: Database, target: number): Promise<Share[]> {
  const { rows } = await sql<{ from: number; to: number; share: string }>`
    with recursive owned (id) as (
      select ${target}::bigint
      union select link.from_id from relation_link link join owned on link.to_id = owned.id where link.kind = ${OWNS} and link.share is not null
    )
    select from_id as "from", to_id as "to", share from relation_link
    where kind = ${OWNS} and share is not null and to_id in (select id from owned) order by id limit ${mostShares}`.execute(db);
  return rows.map(({ share, ...link }) => ({ ...link, part: Number(share) / 100 }));
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
