import type { Database } from '../../database/connection.ts';
import { ApiError } from '../../errors.ts';
import { wayBack } from './findings.ts';
import { nextParties } from './neighbours.ts';
import { type LinkAnswer, type PartyAnswer, partiesOf, partyOfCode, selectLinks, shownLink, toLink } from './parties.ts';

/** Most relations of a way: what is farther apart has nothing to do with each other. */
const longest = 10;
/** Most parties that are looked at on the way. */
const mostParties = 20_000;

export interface PathAnswer {
  found: boolean;
  /** Whether the search ended because it had looked at too many parties. */
  isCut: boolean;
  nodes: PartyAnswer[];
  /** Every relation between neighbours of the way. */
  links: LinkAnswer[];
}

/** A shortest way between two parties, over relations of every kind and direction. @throws ApiError NOT_FOUND */
export async function pathBetween(db: Database, fromCode: string, toCode: string): Promise<PathAnswer> {
  const [from, to] = await Promise.all([partyOfCode(db, fromCode), partyOfCode(db, toCode)]);
  if (!from || !to) throw new ApiError('NOT_FOUND');
  const [start, end] = [Number(from.id), Number(to.id)];
  const before = new Map([[start, start]]);
  let frontier = [start];
  let isCut = false;
  for (let length = 1; length <= longest && frontier.length > 0 && !before.has(end) && !isCut; length += 1) {
    const room = mostParties - before.size;
    const found = await nextParties(db, frontier, { known: [...before.keys()], sought: end, most: room + 1 });
    isCut = found.length > room;
    frontier = found.map(({ id }) => id);
    for (const { at, id } of found) before.set(id, at);
  }
  if (!before.has(end)) return { found: false, isCut, nodes: [], links: [] };
  const way = wayBack(before, start, end);
  return { found: true, isCut: false, nodes: await partiesOf(db, way), links: await linksAlong(db, way) };
}

async function linksAlong(db: Database, way: readonly number[]): Promise<LinkAnswer[]> {
  if (way.length < 2) return [];
  const rows = await selectLinks(db).where('link.from_id', 'in', way).where('link.to_id', 'in', way).orderBy('link.id').execute();
  const places = new Map(way.map((id, place) => [id, place]));
  return rows
    .map(toLink)
    .filter(({ fromId, toId }) => Math.abs((places.get(fromId) ?? 0) - (places.get(toId) ?? 0)) === 1)
    .map(shownLink);
}
