import { sql } from 'kysely';
import type { WordedContext } from '../../context.ts';
import type { Database } from '../../database/connection.ts';
import { ApiError } from '../../errors.ts';
import { changingSeen, type Seen } from './changing.ts';
import { businessesOf, criteriaOf, domainKey } from './content.ts';
import { placeRow } from './order.ts';
import { duplicate, type RowKind } from './rows.ts';
import type { Version } from './versions.ts';

/** Deletes rows of a draft; a business domain goes with its columns. @throws ApiError NOT_FOUND, TEMPLATE_PUBLISHED, CONFLICT */
export async function removeRows(
  context: WordedContext,
  seen: Seen,
  kind: RowKind,
  ids: readonly string[],
): Promise<{ removed: number; revision: number }> {
  return await changingSeen(context, seen, `${kind}_delete`, async (db, draft) => {
    const rows = await rowsOf(db, kind, draft.id);
    const before = rows.filter(({ id }) => ids.includes(id));
    if (before.length === 0) throw new ApiError('NOT_FOUND');
    const found = before.map(({ id }) => Number(id));
    if (kind === 'business') await sql`delete from risk_domain where business_domain_id = any(${found})`.execute(db);
    const table = { criterion: 'risk_criteria', business: 'risk_business_domain', domain: 'risk_domain' } as const;
    await db.deleteFrom(table[kind]).where('id', 'in', found).execute();
    return { result: { removed: before.length }, detail: { before } };
  });
}

async function rowsOf(db: Database, kind: RowKind, draftId: number): Promise<readonly { id: string }[]> {
  if (kind === 'criterion') return await criteriaOf(db, draftId);
  const businesses = await businessesOf(db, draftId);
  return kind === 'business' ? businesses : businesses.flatMap(({ children }) => children);
}

export interface Move {
  kind: RowKind;
  id: string;
  /** Another row of this kind; for a column also a business domain, with `inside`. */
  targetId: string;
  position: 'before' | 'after' | 'inside';
}

/** Moves a row of a draft. @throws ApiError NOT_FOUND, TEMPLATE_PUBLISHED, CONFLICT, WRONG_PARENT, DUPLICATE */
export async function moveRow(context: WordedContext, seen: Seen, { kind, id, targetId, position }: Move): Promise<{ revision: number }> {
  return await changingSeen(context, seen, `${kind}_move`, async (db, draft) => {
    if (position === 'inside' && kind !== 'domain') throw new ApiError('WRONG_PARENT');
    const rows = await rowsOf(db, kind, draft.id);
    const targets = position === 'inside' ? await rowsOf(db, 'business', draft.id) : rows;
    if (!rows.some((row) => row.id === id) || !targets.some((row) => row.id === targetId)) throw new ApiError('NOT_FOUND');
    if (kind === 'domain') await moveDomain(db, draft, { id, targetId, position });
    else if (position !== 'inside') await placeRow(db, kind, draft.id, Number(id), Number(targetId), position);
    return { result: {}, detail: { id, targetId, position } };
  });
}

async function moveDomain(db: Database, draft: Version, { id, targetId, position }: Omit<Move, 'kind'>): Promise<void> {
  const businesses = await businessesOf(db, draft.id);
  const isInside = position === 'inside';
  const business = businesses.find((one) => (isInside ? one.id === targetId : one.children.some((child) => child.id === targetId)));
  const moved = businesses.flatMap(({ children }) => children).find((one) => one.id === id);
  if (!business || !moved) throw new ApiError('NOT_FOUND');
  const there = { ...moved, businessId: business.id };
  if (business.children.some((child) => child.id !== id && domainKey(child) === domainKey(there))) throw duplicate('name');
  // Whoever saves the column as it was before learns that it moved.
  if (moved.businessId !== business.id)
    await db
      .updateTable('risk_domain')
      .set({ business_domain_id: Number(business.id), version: moved.version + 1 })
      .where('id', '=', Number(id))
      .execute();
  const last = business.children.filter((child) => child.id !== id).at(-1)?.id;
  const beside = isInside ? last : targetId;
  await placeRow(
    db,
    'domain',
    Number(business.id),
    Number(id),
    beside === undefined ? undefined : Number(beside),
    isInside ? 'after' : position,
  );
}
