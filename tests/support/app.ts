import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type App, type AppParts, buildApp } from '../../server/app.ts';
import type { Database } from '../../server/database/connection.ts';
import { fillDemo } from '../../server/database/demo/index.ts';
import type { FillDemo } from '../../server/database/seed.ts';
import { type Documents, loadDocuments } from '../../server/documents.ts';
import { documentsInUse } from '../../server/modules/documents-in-use.ts';
import { readSettings, type Settings } from '../../server/settings.ts';
import { createDatabase } from './database.ts';
import { projectRoot } from './project.ts';
import { cheapenSignIn } from './sign-in-cost.ts';

export interface TestApp extends App {
  settings: Settings;
  db: Database;
  /** Address of its database. */
  databaseUrl: string;
  documents: Documents;
  /** Log lines written so far, parsed. */
  log: Record<string, unknown>[];
  close(): Promise<void>;
}

export interface TestAppOptions {
  /** Settings as in the environment: { CAPTCHA: 'on' }. Default CAPTCHA off. */
  env?: Record<string, string>;
  /** Default true: with the demo data. */
  demo?: boolean;
  modules?: AppParts['modules'];
  bodyTimes?: AppParts['bodyTimes'];
}

const seed: FillDemo = fillDemo;

/** The shipped documents, for all apps of this process: they do not change, and loading them takes longer than most tests. */
let shipped: Documents | undefined;

async function documentsOf(settings: Settings, isShipped: boolean, db: Database): Promise<Documents> {
  if (isShipped && shipped) return shipped;
  const documents = loadDocuments(settings, { warn: () => undefined, info: () => undefined }, documentsInUse(db));
  await documents.ready;
  if (isShipped) shipped = documents;
  return documents;
}

/** The whole server in this process on a database of its own; send requests with `app.http.inject(...)`. */
export async function startApp(options: TestAppOptions = {}): Promise<TestApp> {
  const dataDir = mkdtempSync(join(tmpdir(), 'targus-app-'));
  const settings = readSettings(
    { CAPTCHA: 'off', LOG_LEVEL: 'debug', CALLS_PER_MINUTE: '1000000', DATA_DIR: dataDir, ...options.env },
    projectRoot,
  );
  const demo = options.demo ?? true;
  // What the product starts with hangs on the mode and on the documents.
  const isUsual = !settings.production && options.env?.SCHEMAS_DIR === undefined;
  const database = await createDatabase(demo && isUsual ? 'demo' : 'empty');
  const documents = await documentsOf(settings, isUsual, database.db);
  if (demo && !isUsual) await seed(database.db, settings, documents);
  if (demo && !isUsual && !settings.production) await cheapenSignIn(database.db);
  const log: Record<string, unknown>[] = [];
  const logStream = { write: (line: string) => void log.push(JSON.parse(line)) };
  const { modules, bodyTimes } = options;
  const app = await buildApp(settings, {
    db: database.db,
    documents,
    logStream,
    ...(modules && { modules }),
    ...(bodyTimes && { bodyTimes }),
  });
  return {
    ...app,
    settings,
    db: database.db,
    databaseUrl: database.url,
    documents,
    log,
    async close() {
      await app.http.close();
      if (documents !== shipped) documents.close();
      await database.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
