import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCluster, withDatabase } from '../../server/database/postgres/cluster.ts';
import { administrate } from './administrate.ts';
import { withConnection } from './connection.ts';
import { type ServerProcess, startServer } from './server-process.ts';
import { cheapenSignIn } from './sign-in-cost.ts';

/** The variable that carries the address of the filled database to the workers of a run. */
const FILLED = 'TEST_FILLED_DATABASE';

/**
 * Before the browser tests: one PostgreSQL for the run, and in it a database the built server has migrated and filled. Creating and filling
 * takes seconds of a processor, copying does not. Returns what ends it.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const folder = publicFolder('targus-e2e-database-');
  const cluster = await startCluster({ dataDir: join(folder, 'cluster'), durable: false, maxConnections: 300 });
  const remove = async () => {
    await cluster.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const server = await startServer({ env: { DATABASE_URL: cluster.url, DATA_DIR: join(folder, 'files') } });
    await server.stop();
    await withConnection(cluster.url, cheapenSignIn);
  } catch (error) {
    await remove();
    throw error;
  }
  process.env[FILLED] = cluster.url;
  return remove;
}

/** Runs the built server on a filled database of its own while `use` lasts. */
export async function withServer(env: Record<string, string>, use: (server: ServerProcess) => Promise<void>): Promise<void> {
  const filled = process.env[FILLED];
  if (filled === undefined) throw new Error('no database: the set-up of the run has not been here');
  const name = `e2e_${randomUUID().replaceAll('-', '')}`;
  const files = publicFolder('targus-e2e-');
  await administrate(filled, `create database ${name} template ${new URL(filled).pathname.slice(1)} strategy file_copy`);
  const server = await startServer({
    env: { DATABASE_URL: withDatabase(filled, name), DATABASE_EXCLUSIVE: 'on', DATA_DIR: files, ...env },
  });
  await use(server);
  await server.stop();
  await administrate(filled, `drop database ${name} with (force)`);
  rmSync(files, { recursive: true, force: true });
}

/** A folder the database's own user can enter. */
function publicFolder(prefix: string): string {
  const folder = mkdtempSync(join(tmpdir(), prefix));
  chmodSync(folder, 0o755);
  return folder;
}
