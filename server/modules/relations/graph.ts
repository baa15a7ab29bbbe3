import type { Database } from '../../database/connection.ts';
import { ApiError } from '../../errors.ts';
import { type Finding, findingsOf } from './findings.ts';
import { newNeighbours } from './neighbours.ts';
import { type Owner, ownersOf } from './ownership.ts';
import { type Link, type LinkAnswer, type PartyAnswer, partiesOf, partyOfCode, selectLinks, shownLink, toLink } from './parties.ts';

/** Most parties of one answer: more is no picture any more. */
const mostParties = 300;
/** Most parties that are counted. */
const mostCounted = 5_000;

export interface GraphAnswer {
  center: string;
  depth: number;
  nodes: (PartyAnswer & { level: number })[];
  links: LinkAnswer[];
  /** Parties within the depth, the shown ones and the others. */
  total: number;
  /** Whether there are more than were counted. */
  isMore: boolean;
  owners: Owner[];
  /** Whether more shares lead there than were followed. */
  areOwnersCut: boolean;
  findings: Finding[];
}

/**
 * A supplier, or any other party, with everything at most `depth` relations away, whichever way they point: the nearest 300 parties and all
 * relations among these, who owns how much of it over all ways, and what is worth a look (GRAPH-01).
 * @throws ApiError NOT_FOUND
 */
export async function graphAround(db: Database, code: string, depth: number): Promise<GraphAnswer> {
  const center = await partyOfCode(db, code);
  if (!center) throw new ApiError('NOT_FOUND');
  const levels = await levelsAround(db, Number(center.id), depth);
  const ids = [...levels.keys()].slice(0, mostParties);
  const parties = await partiesOf(db, ids);
  const links = await linksAmong(db, ids);
  const { owners, isCut } = await ownersOf(db, center);
  return {
    center: code,
    depth,
    nodes: parties.map((party) => ({ ...party, level: levels.get(Number(party.id)) ?? 0 })),
    links: links.map(shownLink),
    total: Math.min(levels.size, mostCounted),
    isMore: levels.size > mostCounted,
    owners,
    areOwnersCut: isCut,
    findings: findingsOf(center, parties, links),
  };
}

/** Row ids of parties with how many relations away they are, the nearest first; one more than are counted at most. */
async function levelsAround(db: Database, center: number, depth: number): Promise<Map<number, number>> {
  const levels = new Map([[center, 0]]);
  let frontier = [center];
  for (let level = 1; level <= depth && frontier.length > 0 && levels.size <= mostCounted; level += 1) {
    const next = await newNeighbours(db, frontier, [...levels.keys()], mostCounted + 1 - levels.size);
    for (const id of next) levels.set(id, level);
    frontier = next;
  }
  return levels;
}

async function linksAmong(db: Database, ids: readonly number[]): Promise<Link[]> {
  const rows = await selectLinks(db).where('link.from_id', 'in', ids).where('link.to_id', 'in', ids).orderBy('link.id').execute();
  return rows.map(toLink);
}
