import { sql } from 'kysely';
import type { Database } from '../../database/connection.ts';
import type { LabelValue } from '../../database/values.ts';
import { textKey } from './texts.ts';

const places = {
  criterion: { table: 'risk_criteria', parent: 'template_id' },
  business: { table: 'risk_business_domain', parent: 'template_id' },
  domain: { table: 'risk_domain', parent: 'business_domain_id' },
} as const;

/** Puts a row before or after another one of the same parent, at the end without one, and numbers them all from 1. */
export async function placeRow(
  db: Database,
  kind: keyof typeof places,
  parentId: number,
  id: number,
  beside: number | undefined,
  position: 'before' | 'after',
): Promise<void> {
  const table = sql.table(places[kind].table);
  const parent = sql.ref(places[kind].parent);
  const { rows } = await sql<{ id: number }>`select id from ${table} where ${parent} = ${parentId} order by sort, id`.execute(db);
  const ids = rows.map((row) => Number(row.id)).filter((one) => one !== id);
  const at = beside === undefined || beside === id ? -1 : ids.indexOf(beside);
  ids.splice(at < 0 ? ids.length : at + (position === 'after' ? 1 : 0), 0, id);
  await sql`update ${table} row set sort = wanted.place
    from unnest(${ids}::bigint[]) with ordinality wanted (id, place)
    where row.id = wanted.id and row.sort <> wanted.place`.execute(db);
}

/**
 * Id of the last row of the group a new row belongs to: rows with the same dimension, cause and kind, or else the same first two, or else the
 * same dimension. Undefined when no row shares its dimension.
 */
export function lastOfGroup<Row extends { id: string }>(
  rows: readonly Row[],
  values: Partial<Record<keyof Row, unknown>>,
): number | undefined {
  const names = (['dimension', 'cause', 'firstKind'] as const).filter((name) => name in values);
  for (let count = names.length; count > 0; count -= 1) {
    const group = rows.filter((row) => names.slice(0, count).every((name) => sameIn(row, values, name)));
    const last = group.at(-1);
    if (last) return Number(last.id);
  }
  return undefined;
}

function sameIn(row: object, values: object, name: string): boolean {
  const [one, other] = [row, values].map((from) => textKey((from as Record<string, LabelValue>)[name] ?? ''));
  return one === other;
}
