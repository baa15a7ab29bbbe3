import type { KyselyPlugin } from 'kysely';
import type { Database } from '../../server/database/connection.ts';

/** The same database, with how many statements were sent by it so far, those of its transactions among them. */
export function countingStatements(db: Database): { db: Database; count: () => number } {
  let count = 0;
  const counter: KyselyPlugin = {
    transformQuery: ({ node }) => {
      count += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return { db: db.withPlugin(counter), count: () => count };
}
