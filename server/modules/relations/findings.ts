import type { Link, PartyAnswer } from './parties.ts';
import { ATTRIBUTES, EMPLOYEE, OWNS } from './tables.ts';

interface Named {
  code: string;
  name: string;
}
/** Something in the graph that is worth a look. */
export interface Finding {
  /** sharedAttribute: `parties` have `via` in common. overOwned: the shares `parties` hold of `via` are more than the whole. ownershipCircle: each owns a part of the next, the last of the first. insider: the way from one of our own people to the centre. */
  kind: 'sharedAttribute' | 'overOwned' | 'ownershipCircle' | 'insider';
  via: (Named & { kind: string }) | null;
  parties: Named[];
  /** Percent the shares are together, of overOwned alone. */
  share: number | null;
  /** Codes one after the other, for marking it in a picture. */
  way: string[];
}

const codesOf = (parties: readonly Named[]): string[] => parties.map(({ code }) => code);
const named = ({ code, name }: PartyAnswer): Named => ({ code, name });

/** What is worth a look among these parties: common phones, addresses and accounts, ownership in circles and of more than the whole, our own people beside the centre. */
export function findingsOf(center: PartyAnswer, parties: readonly PartyAnswer[], links: readonly Link[]): Finding[] {
  const byId = new Map(parties.map((party) => [Number(party.id), party]));
  const beside = besides(links);
  const namesOf = (ids: readonly number[]) => ids.flatMap((id) => byId.get(id) ?? []).map(named);
  const shared = parties
    .filter(({ kind }) => ATTRIBUTES.includes(kind))
    .flatMap((party): Finding[] => {
      const holders = [...(beside.get(Number(party.id)) ?? [])].filter((id) => !ATTRIBUTES.includes(byId.get(id)?.kind ?? ''));
      if (holders.length < 2) return [];
      const others = namesOf(holders);
      const way = others.flatMap(({ code }) => [code, party.code]);
      return [{ kind: 'sharedAttribute', via: { ...named(party), kind: party.kind }, parties: others, share: null, way }];
    });
  const circles = circlesOf(links.filter(({ kind }) => kind === OWNS)).map((circle): Finding => {
    const others = namesOf(circle);
    return { kind: 'ownershipCircle', via: null, parties: others, share: null, way: codesOf(namesOf([...circle, ...circle.slice(0, 1)])) };
  });
  const insiders = parties
    .filter(({ kind, id }) => kind === EMPLOYEE && id !== center.id)
    .flatMap((employee): Finding[] => {
      const way = shortestWay(Number(employee.id), Number(center.id), beside);
      return way ? [{ kind: 'insider', via: null, parties: namesOf(way), share: null, way: codesOf(namesOf(way)) }] : [];
    });
  const overOwned = parties.flatMap((party): Finding[] => {
    const shares = links.filter(({ kind, toId, share }) => kind === OWNS && toId === Number(party.id) && share !== null);
    // Ten-thousandths, as they are kept: sums of decimals are not exact.
    const sum = shares.reduce((total, { share }) => total + Math.round(Number(share) * 10_000), 0);
    if (sum <= whole) return [];
    const owners = namesOf(shares.map(({ fromId }) => fromId));
    const way = owners.flatMap(({ code }) => [code, party.code]);
    return [{ kind: 'overOwned', via: { ...named(party), kind: party.kind }, parties: owners, share: sum / 10_000, way }];
  });
  return [...insiders, ...circles, ...overOwned, ...shared];
}

/** 100 % in ten-thousandths of a percent. */
const whole = 1_000_000;

/** Who stands beside whom, whichever way the relation points. */
function besides(links: readonly Link[]): Map<number, Set<number>> {
  const beside = new Map<number, Set<number>>();
  const add = (one: number, other: number) => beside.set(one, (beside.get(one) ?? new Set()).add(other));
  for (const { fromId, toId } of links) {
    add(fromId, toId);
    add(toId, fromId);
  }
  return beside;
}

function shortestWay(from: number, to: number, beside: ReadonlyMap<number, ReadonlySet<number>>): number[] | undefined {
  const before = new Map<number, number>([[from, from]]);
  let frontier = [from];
  while (frontier.length > 0 && !before.has(to)) {
    const next: number[] = [];
    for (const at of frontier) {
      for (const id of beside.get(at) ?? []) {
        if (before.has(id)) continue;
        before.set(id, at);
        next.push(id);
      }
    }
    frontier = next;
  }
  return before.has(to) ? wayBack(before, from, to) : undefined;
}

/** From the start to the end, by who came before whom. */
export function wayBack(before: ReadonlyMap<number, number>, from: number, to: number): number[] {
  const way = [to];
  for (let at = to; at !== from; ) {
    at = before.get(at) ?? from;
    way.unshift(at);
  }
  return way;
}

/** A shortest circle through every party that is in one and in none of those before. */
function circlesOf(owns: readonly Link[]): number[][] {
  const owned = new Map<number, Set<number>>();
  for (const { fromId, toId } of owns) owned.set(fromId, (owned.get(fromId) ?? new Set()).add(toId));
  const circles: number[][] = [];
  const seen = new Set<number>();
  for (const [start, targets] of owned) {
    if (seen.has(start)) continue;
    const ways = [...targets].flatMap((target) => {
      const way = shortestWay(target, start, owned);
      return way ? [way] : [];
    });
    const shortest = ways.sort((a, b) => a.length - b.length)[0];
    if (!shortest) continue;
    // The way ends where it starts from: that party is named once, in front.
    const circle = [start, ...shortest.slice(0, -1)];
    for (const id of circle) seen.add(id);
    circles.push(circle);
  }
  return circles;
}
