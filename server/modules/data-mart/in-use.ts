import type { Database } from '../../database/connection.ts';

/** Something that needs a table: what kind it is (a text `data-mart.use.<kind>`), and what people call it. */
export interface TableUse {
  kind: string;
  name: string;
}

/** What refers to tables, one line each: a table that is used is not deleted. */
export const tableUses: ((db: Database, tableId: number) => Promise<TableUse[]>)[] = [];
