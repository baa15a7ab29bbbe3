import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { connect } from '../../server/database/connection.ts';
import { migrate } from '../../server/database/migrate.ts';
import { startCluster, withDatabase } from '../../server/database/postgres/cluster.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the migrated database every test database is copied from. */
    databaseTemplate: string;
  }
}

/** Starts a real PostgreSQL for the whole run, migrates a template database, and removes everything at the end. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'targus-test-'));
  // The database's own user must be able to enter it, or its data would go elsewhere and stay there.
  chmodSync(folder, 0o755);
  const cluster = await startCluster({ dataDir: folder, durable: false, maxConnections: 300 });
  const remove = async () => {
    await cluster.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  const db = connect(cluster.url, { size: 2, onError: () => undefined });
  try {
    await migrate(db, async () => undefined);
  } catch (error) {
    await db.destroy();
    await remove();
    throw error;
  }
  await db.destroy();
  project.provide('databaseTemplate', withDatabase(cluster.url, 'targus'));
  return remove;
}
