import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { connect, type Database } from '../../server/database/connection.ts';
import { withDatabase } from '../../server/database/postgres/cluster.ts';
import { administrate } from './administrate.ts';
import { FILLED_TEMPLATE } from './global-database.ts';

export interface TestDatabase {
  url: string;
  db: Database;
  /** Closes the connections and drops the database. */
  close(): Promise<void>;
}

/** A migrated database nobody else uses, empty or with the demo data. Call it in beforeAll, `close` in afterAll. */
export async function createDatabase(content: 'empty' | 'demo' = 'empty'): Promise<TestDatabase> {
  const template = inject('databaseTemplate');
  const source = content === 'demo' ? FILLED_TEMPLATE : 'targus';
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await administrate(template, `create database ${name} template ${source} strategy file_copy`);
  const url = withDatabase(template, name);
  const db = connect(url, { size: 10, exclusive: true, onError: () => undefined });
  return {
    url,
    db,
    async close() {
      await db.destroy();
      await administrate(template, `drop database ${name} with (force)`);
    },
  };
}
