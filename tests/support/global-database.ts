import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { TestProject } from 'vitest/node';
import type { Database } from '../../server/database/connection.ts';
import { fillDemo } from '../../server/database/demo/index.ts';
import { migrate } from '../../server/database/migrate.ts';
import { startCluster, withDatabase } from '../../server/database/postgres/cluster.ts';
import { loadDocuments } from '../../server/documents.ts';
import { readSettings } from '../../server/settings.ts';
import { withConnection } from './connection.ts';
import { projectRoot } from './project.ts';
import { cheapenSignIn } from './sign-in-cost.ts';

/** Name of the template with the demo data: filling takes seconds, copying does not. */
export const FILLED_TEMPLATE = 'targus_filled';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the migrated database test databases are copied from. Beside it stands the same with the demo data: FILLED_TEMPLATE. */
    databaseTemplate: string;
  }
}

/** Starts a real PostgreSQL for the whole run, makes the template databases, and removes everything at the end. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'targus-test-'));
  // The database's own user must be able to enter it, or its data would go elsewhere and stay there.
  chmodSync(folder, 0o755);
  const cluster = await startCluster({ dataDir: folder, durable: false, maxConnections: 300 });
  const remove = async () => {
    await cluster.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await withConnection(cluster.url, (db) => migrate(db, async () => undefined));
    await withConnection(withDatabase(cluster.url, 'postgres'), (db) =>
      sql`create database ${sql.id(FILLED_TEMPLATE)} template targus`.execute(db),
    );
    await withConnection(withDatabase(cluster.url, FILLED_TEMPLATE), (db) => fill(db, join(folder, 'files')));
  } catch (error) {
    await remove();
    throw error;
  }
  project.provide('databaseTemplate', withDatabase(cluster.url, 'targus'));
  return remove;
}

/** @param dataDir where the files of the demo go, which no test reads */
async function fill(db: Database, dataDir: string): Promise<void> {
  const settings = readSettings({ CAPTCHA: 'off', DATA_DIR: dataDir }, projectRoot);
  const documents = loadDocuments(settings, { warn: () => undefined, info: () => undefined });
  await documents.ready;
  try {
    await fillDemo(db, settings, documents);
    await cheapenSignIn(db);
  } finally {
    documents.close();
  }
}
