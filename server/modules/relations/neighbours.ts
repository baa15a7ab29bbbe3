import { sql } from 'kysely';
import type { Database } from '../../database/connection.ts';

/** Relations that start or end at one of these parties, each as seen from there. `most`: of them together. */
export async function neighbourLinks(db: Database, ids: readonly number[], most: number): Promise<{ at: number; id: number }[]> {
  const { rows } = await sql<{ at: number; id: number }>`
    select from_id as at, to_id as id from relation_link where from_id = any(${ids}::bigint[])
    union select to_id, from_id from relation_link where to_id = any(${ids}::bigint[])
    order by 1, 2 limit ${most}`.execute(db);
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
