import type { Context } from '../../context.ts';
import type { Database } from '../../database/connection.ts';
import { textOrNull } from '../../database/values.ts';
import { wrong } from '../../errors.ts';
import { authorOf, change, create, type Kind, signature, stillHas, touched } from '../changes.ts';
import { strangers } from '../dictionaries/repository.ts';
import { dayOf } from '../risk/parameters.ts';
import { findLink, findParty, type LinkAnswer, type PartyAnswer, partyOfCode, selectLinks, shownLink, toLink } from './parties.ts';
import { OWNS } from './tables.ts';

interface Changed {
  /** Of the one that is changed; without it a new one is made. */
  id?: string | undefined;
  version?: number | undefined;
}
export interface GivenParty extends Changed {
  code: string;
  kind: string;
  name: string;
  remark?: string | null | undefined;
}
export interface GivenLink extends Changed {
  from: string;
  to: string;
  kind: string;
  share?: number | null | undefined;
  since?: string | null | undefined;
  source: string;
}

const partyKind: Kind<PartyAnswer> = { name: 'relation_party', find: findParty, unique: { relation_party_code: 'code' } };
const linkKind: Kind<LinkAnswer> = {
  name: 'relation_link',
  find: findLink,
  called: ({ from, to }) => `${from} → ${to}`,
  unique: { relation_link_once: 'kind' },
};

/** The kind must be an entry of its dictionary; one that is none any more may stay. @throws ApiError PARAMETER_ERROR at `kind` */
async function requireKind(db: Database, type: 'relation-party-kind' | 'relation-kind', kind: string, before: string | undefined) {
  if (kind === before) return;
  const unknown = await strangers(db, type, [kind]);
  if (unknown.length > 0) throw wrong('kind', `${kind} is no entry of ${type}`, 'relation.noSuchKind');
}

/** Makes or changes a party. @throws ApiError NOT_FOUND, CONFLICT with the party as it is, DUPLICATE at `code`, PARAMETER_ERROR */
export async function saveParty(context: Context, given: GivenParty): Promise<PartyAnswer> {
  const before = given.id === undefined ? undefined : await findParty(context.db, given.id);
  await requireKind(context.db, 'relation-party-kind', given.kind, before?.kind);
  const values = { party_code: given.code, kind: given.kind, name: given.name.trim(), remark: textOrNull(given.remark) };
  return await save(context, partyKind, given, {
    insert: (db, updated_by) =>
      db
        .insertInto('relation_party')
        .values({ ...values, updated_by })
        .returning('id')
        .executeTakeFirstOrThrow(),
    update: (db, { id, version }, by) =>
      db
        .updateTable('relation_party')
        .set({ ...values, ...by })
        .where('id', '=', id)
        .where('version', '=', version)
        .executeTakeFirst(),
  });
}

/**
 * Makes or changes a relation.
 * @throws ApiError NOT_FOUND, CONFLICT with the relation as it is, DUPLICATE at `kind`, PARAMETER_ERROR for a party or kind that does not exist, a party
 *   beside itself, or a share of what is no ownership
 */
export async function saveLink(context: Context, given: GivenLink): Promise<LinkAnswer> {
  const { kind, share = null } = given;
  if (given.from === given.to) throw wrong('to', 'A party has no relation to itself', 'relation.toItself');
  if (kind !== OWNS && share !== null) throw wrong('share', 'Only ownership has a share', 'relation.shareOfNothing');
  const before = given.id === undefined ? undefined : await findLink(context.db, given.id);
  await requireKind(context.db, 'relation-kind', kind, before?.kind);
  const ends = { from_id: await idOf(context.db, given.from, 'from'), to_id: await idOf(context.db, given.to, 'to') };
  const since = textOrNull(given.since);
  const values = { ...ends, kind, share, since: since && dayOf(since, 'since'), source: given.source.trim() };
  return await save(context, linkKind, given, {
    insert: (db, updated_by) =>
      db
        .insertInto('relation_link')
        .values({ ...values, updated_by })
        .returning('id')
        .executeTakeFirstOrThrow(),
    update: (db, { id, version }, by) =>
      db
        .updateTable('relation_link')
        .set({ ...values, ...by })
        .where('id', '=', id)
        .where('version', '=', version)
        .executeTakeFirst(),
  });
}

async function idOf(db: Database, code: string, field: string): Promise<number> {
  const party = await partyOfCode(db, code);
  if (!party) throw wrong(field, 'There is no such party', 'relation.noSuchParty');
  return Number(party.id);
}

interface Writing {
  insert: (db: Database, updatedBy: string) => Promise<{ id: number }>;
  update: (db: Database, row: { id: number; version: number }, by: ReturnType<typeof touched>) => Promise<{ numUpdatedRows: bigint }>;
}

async function save<Answer>(context: Context, kind: Kind<Answer>, { id, version }: Changed, { insert, update }: Writing): Promise<Answer> {
  const author = authorOf(context);
  if (id === undefined) return await create(context.db, kind, author, async (db) => String((await insert(db, signature(author.user))).id));
  if (version === undefined) throw wrong('version', 'is missing');
  return await change(context.db, kind, author, {
    id,
    verb: 'update',
    shown: 'all',
    work: async (db) => (await update(db, { id: Number(id), version }, touched(author.user))).numUpdatedRows === 1n,
  });
}

interface Removed {
  id: string;
  version?: number | undefined;
}

/** Deletes a party with its relations, which are told in the audit row. @throws ApiError NOT_FOUND, CONFLICT with the party as it is */
export async function removeParty(context: Context, { id, version }: Removed): Promise<void> {
  const detail: { links: LinkAnswer[] } = { links: [] };
  await change(context.db, partyKind, authorOf(context), {
    id,
    verb: 'delete',
    async work(db) {
      const party = db.selectFrom('relation_party').select('id').where('id', '=', Number(id)).where(stillHas(version));
      // Held, so that no relation to it is made between what is told and what goes with it.
      if (!(await party.forUpdate().executeTakeFirst())) return false;
      const links = selectLinks(db).where((at) => at.or([at('link.from_id', '=', Number(id)), at('link.to_id', '=', Number(id))]));
      detail.links = (await links.execute()).map(toLink).map(shownLink);
      return (await db.deleteFrom('relation_party').where('id', '=', Number(id)).executeTakeFirst()).numDeletedRows === 1n;
    },
    detail,
  });
}

/** Deletes a relation. @throws ApiError NOT_FOUND, CONFLICT with the relation as it is */
export async function removeLink(context: Context, { id, version }: Removed): Promise<void> {
  await change(context.db, linkKind, authorOf(context), {
    id,
    verb: 'delete',
    async work(db) {
      const gone = await db.deleteFrom('relation_link').where('id', '=', Number(id)).where(stillHas(version)).executeTakeFirst();
      return gone.numDeletedRows === 1n;
    },
  });
}
