import { sql } from 'kysely';
import type { Database } from '../../database/connection.ts';

/** Parties beside these that are not `known` yet, each with one of these it is beside; the one that is looked for first. */
export async function nextParties(
  db: Database,
  ids: readonly number[],
  { known, sought, most }: { known: readonly number[]; sought: number; most: number },
): Promise<{ at: number; id: number }[]> {
  const { rows } = await sql<{ at: number; id: number }>`
    select min(at) as at, id from (
      select from_id as at, to_id as id from relation_link where from_id = any(${ids}::bigint[])
      union all select to_id, from_id from relation_link where to_id = any(${ids}::bigint[])
    ) beside
    where id <> all(${known}::bigint[])
    group by id order by id <> ${sought}::bigint, id limit ${most}`.execute(db);
  return rows;
}

/** Parties beside these that are not `known` yet, those with the most relations to them first. */
export async function newNeighbours(db: Database, ids: readonly number[], known: readonly number[], most: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from (
      select to_id as id from relation_link where from_id = any(${ids}::bigint[])
      union all select from_id from relation_link where to_id = any(${ids}::bigint[])
    ) beside
    where id <> all(${known}::bigint[])
    group by id order by count(*) desc, id limit ${most}`.execute(db);
  return rows.map((row) => row.id);
}
