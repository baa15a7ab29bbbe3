import { sql } from 'kysely';
import type { Database } from '../../database/connection.ts';
import { inOrderOf, onPage } from '../../database/paging.ts';
import { containing } from '../search.ts';

/** A party as the API shows it. */
export interface PartyAnswer {
  id: string;
  code: string;
  kind: string;
  name: string;
  remark: string | null;
  version: number;
}
/** A relation as the API shows it, with why it is there. */
export interface LinkAnswer {
  id: string;
  from: string;
  to: string;
  kind: string;
  /** Percent. */
  share: number | null;
  since: string | null;
  source: string;
  version: number;
}
/** A link with the row ids of its ends. */
export type Link = LinkAnswer & { fromId: number; toId: number };

function selectParties(db: Database) {
  return db.selectFrom('relation_party').select(['id', 'party_code', 'kind', 'name', 'remark', 'version']);
}
function toParty(row: Awaited<ReturnType<ReturnType<typeof selectParties>['executeTakeFirstOrThrow']>>): PartyAnswer {
  return { id: String(row.id), code: row.party_code, kind: row.kind, name: row.name, remark: row.remark, version: row.version };
}

export function selectLinks(db: Database) {
  return db
    .selectFrom('relation_link as link')
    .innerJoin('relation_party as source_party', 'source_party.id', 'link.from_id')
    .innerJoin('relation_party as target_party', 'target_party.id', 'link.to_id')
    .select([
      'link.id',
      'link.from_id',
      'link.to_id',
      'link.kind',
      'link.share',
      'link.source',
      'link.version',
      'source_party.party_code as from',
      'target_party.party_code as to',
      sql<string | null>`to_char(link.since, 'YYYY-MM-DD')`.as('since'),
    ]);
}
export function toLink({
  id,
  from_id,
  to_id,
  share,
  ...row
}: Awaited<ReturnType<ReturnType<typeof selectLinks>['executeTakeFirstOrThrow']>>): Link {
  return { ...row, id: String(id), share: share === null ? null : Number(share), fromId: from_id, toId: to_id };
}

/** A page of parties by name. The keyword is looked for in code, name and remark; `kind` empty: all. */
export async function pageOfParties(
  db: Database,
  { keyword, kind, current, size }: { keyword: string; kind: string; current: number; size: number },
): Promise<{ content: PartyAnswer[]; total: number; current: number; size: number }> {
  const pattern = containing(keyword);
  const fits = sql<boolean>`(${kind} = '' or kind = ${kind})
    and (${keyword} = '' or party_code ilike ${pattern} or name ilike ${pattern} or remark ilike ${pattern})`;
  const { total } = await db
    .selectFrom('relation_party')
    .where(fits)
    .select((row) => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await selectParties(db).where(fits).orderBy('name').orderBy('id').$call(onPage(current, size)).execute();
  return { content: rows.map(toParty), total, current, size };
}

export async function findParty(db: Database, id: string): Promise<PartyAnswer | undefined> {
  const row = await selectParties(db).where('id', '=', Number(id)).executeTakeFirst();
  return row && toParty(row);
}

export async function partyOfCode(db: Database, code: string): Promise<PartyAnswer | undefined> {
  const row = await selectParties(db).where('party_code', '=', code).executeTakeFirst();
  return row && toParty(row);
}

/** Parties of these ids, in their order. */
export async function partiesOf(db: Database, ids: readonly number[]): Promise<PartyAnswer[]> {
  if (ids.length === 0) return [];
  const rows = await selectParties(db).where('id', 'in', ids).execute();
  return inOrderOf(ids, rows).map(toParty);
}

/** A relation with the names of both ends. */
export type NamedLink = LinkAnswer & { fromName: string; toName: string };

/** A page of the relations of a party to others and of others to it, the newest first. Of nobody there are none. */
export async function linksOfParty(
  db: Database,
  { code, current, size }: { code: string; current: number; size: number },
): Promise<{ content: NamedLink[]; total: number; current: number; size: number }> {
  const party = await partyOfCode(db, code);
  const id = Number(party?.id ?? 0);
  const isOfParty = sql<boolean>`(link.from_id = ${id} or link.to_id = ${id})`;
  const { total } = await db
    .selectFrom('relation_link as link')
    .where(isOfParty)
    .select((row) => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await selectLinks(db)
    .select(['source_party.name as fromName', 'target_party.name as toName'])
    .where(isOfParty)
    .orderBy('link.id', 'desc')
    .$call(onPage(current, size))
    .execute();
  return { content: rows.map(({ fromName, toName, ...row }) => ({ ...shownLink(toLink(row)), fromName, toName })), total, current, size };
}

export async function findLink(db: Database, id: string): Promise<LinkAnswer | undefined> {
  const row = await selectLinks(db).where('link.id', '=', Number(id)).executeTakeFirst();
  return row && shownLink(toLink(row));
}

/** Without what is for us alone. */
export function shownLink({ fromId: _from, toId: _to, ...link }: Link): LinkAnswer {
  return link;
}
