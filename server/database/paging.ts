import type { SelectQueryBuilder } from 'kysely';

/** For `$call` of a query: the rows of one page, `size` rows each, counted from 1. Give the query an order that leaves no two rows equal. */
export function onPage(current: number, size: number) {
  return <Database, Tables extends keyof Database, Row>(query: SelectQueryBuilder<Database, Tables, Row>) =>
    query.limit(size).offset((current - 1) * size);
}

/** Of the rows those of these ids, in the order of the ids: for what was found in an order first, and is read whole by its ids. */
export function inOrderOf<Row extends { id: number }>(ids: readonly number[], rows: readonly Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
