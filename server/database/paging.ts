import type { SelectQueryBuilder } from 'kysely';

/** For `$call` of a query: the rows of one page, `size` rows each, counted from 1. Give the query an order that leaves no two rows equal. */
export function onPage(current: number, size: number) {
  return <Database, Tables extends keyof Database, Row>(query: SelectQueryBuilder<Database, Tables, Row>) =>
    query.limit(size).offset((current - 1) * size);
}
