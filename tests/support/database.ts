import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { connect, type Database } from '../../server/database/connection.ts';
import { withDatabase } from '../../server/database/postgres/cluster.ts';
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
  const db = connect(url, { size: 10, onError: () => undefined });
  return {
    url,
    db,
    async close() {
      await db.destroy();
      await administrate(template, `drop database ${name} with (force)`);
    },
  };
}

async function administrate(template: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: withDatabase(template, 'postgres') });
  await client.connect();
  try {
    // Two files may copy the template at the same moment, and copying needs it for itself.
    await client.query('select pg_advisory_lock(1)');
    await client.query(statement);
  } finally {
    await client.end();
  }
}
