import pg from 'pg';
import { withDatabase } from '../../server/database/postgres/cluster.ts';

/** Creates or drops a database of the PostgreSQL that `url` leads to, one such statement at a time: copying a template needs it for itself. */
export async function administrate(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: withDatabase(url, 'postgres') });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock(1)');
    await client.query(statement);
  } finally {
    await client.end();
  }
}
