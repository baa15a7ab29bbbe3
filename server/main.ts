import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type App, buildApp } from './app.ts';
import { connect, type Database } from './database/connection.ts';
import { fillDemo } from './database/demo/index.ts';
import { migrate } from './database/migrate.ts';
import { newPasswordFor } from './database/new-password.ts';
import { noSecondFactorFor } from './database/no-second-factor.ts';
import { type Cluster, startCluster } from './database/postgres/cluster.ts';
import type { Account, FillDemo } from './database/seed.ts';
import { type DocumentLog, type Documents, loadDocuments, prepareDocuments } from './documents.ts';
import { createFileStore } from './files/store.ts';
import { inTime } from './in-time.ts';
import { type Job, startJobs } from './jobs.ts';
import { isLocalHost } from './listed-settings.ts';
import { listen, tryPort } from './listening.ts';
import { lockData } from './lock.ts';
import { startRunner } from './modules/data-runs/runner.ts';
import { documentsInUse } from './modules/documents-in-use.ts';
import { foreignFactors } from './modules/second-factor/checking.ts';
import { type Figures, figuresFor, type Monitor, startMonitor } from './monitoring/index.ts';
import { createSeals } from './seals.ts';
import { serverJobs } from './server-jobs.ts';
import { readSettings, type Settings, StartError } from './settings.ts';
import { createSteps, type Steps } from './steps.ts';

export { prepareDocuments };

export interface RunningServer {
  address: string;
  app: App;
  /** Undefined with API_TARGET. */
  db: Database | undefined;
  /** Tells those who ask for its health that it stops, and goes on answering for DRAIN_SECONDS. */
  drain(): Promise<void>;
  stop(): Promise<void>;
}

const seed: FillDemo = fillDemo;

/** How long requests that run may keep a server that stops, in milliseconds. */
const PATIENCE = 8_000;

/**
 * lock of the data folder -> PostgreSQL -> documents -> migrations and demo data -> routes -> listening.
 * `stop` undoes it in the opposite order; a failure on the way does the same before it is thrown.
 * @throws StartError with what to do about it.
 */
export async function startServer(settings: Settings, steps: Steps): Promise<RunningServer> {
  const undo: (() => unknown)[] = [];
  let stopping: Promise<void> | undefined;
  const stop = () => {
    stopping ??= (async () => {
      for (const action of undo.reverse()) await action();
    })();
    return stopping;
  };
  try {
    const lock = settings.databaseUrl === undefined ? lockData(settings.dataDir) : undefined;
    undo.push(() => lock?.release());
    // Told before the database is made, not a minute later.
    await tryPort(settings);
    if (settings.metricsPort !== undefined) await tryPort({ host: settings.metricsHost, port: settings.metricsPort }, 'METRICS_');
    // Another back end has its own data.
    const db = settings.apiTarget === undefined ? await database(settings, steps, undo, stop, () => stopping !== undefined) : undefined;
    const log: DocumentLog = { warn: () => undefined, info: () => undefined };
    const documents = await steps.run('Documents', async (say) => {
      log.warn = say;
      const told = { warn: (message: string) => log.warn(message), info: (message: string) => log.info(message) };
      const loaded = loadDocuments(settings, told, db && documentsInUse(db));
      await loaded.ready;
      return loaded;
    });
    undo.push(() => documents.close());
    const accounts = db ? await prepare(db, settings, documents, steps) : [];
    // Whatever goes wrong from here on, nobody will learn this password again.
    if (settings.production) tell(accounts.splice(0), steps);
    if (db && settings.newPasswordFor !== undefined) tell([await newPasswordFor(db, documents, settings.newPasswordFor)], steps);
    if (db && settings.noSecondFactorFor !== undefined)
      steps.line(`  ${await noSecondFactorFor(db, documents, settings.noSecondFactorFor)}`);
    if (db) await tellForeignSeals(db, settings, steps);
    const figures = await figuresFor(settings);
    const app = await steps.run('Routes', () => buildApp(settings, { db, documents, figures }));
    log.warn = (message) => app.http.log.warn(message);
    // At a terminal the log keeps quiet of what goes well, and whoever wrote a document waits to hear of it.
    const isQuiet = process.stdout.isTTY && settings.logLevel === 'warn';
    log.info = (message) => (isQuiet ? steps.line(`  ${message}`) : app.http.log.info(message));
    // Whoever asks meanwhile asks another server; what requests, jobs and runs still do ends beside each other.
    const atWork = [() => close(app)];
    undo.push(() => Promise.all(atWork.map((end) => inTime(end()))));
    const work = db ? serverJobs(db, settings, documents, (message) => app.http.log.warn(message)) : [];
    const monitor = figures && (await monitorOf(figures, settings, { app, db, documents, work }));
    undo.push(() => monitor?.close());
    await listen(app.http, settings);
    if (db) {
      const jobs = startJobs(work, {
        onFailure: (job, error) => app.http.log.error({ job, err: error }, 'job failed'),
        onEnd: figures?.jobEnded,
      });
      atWork.push(() => jobs.stop());
      const runner = startRunner({
        db,
        settings,
        files: createFileStore(settings),
        documents,
        log: (what, error) => app.http.log.error({ what, err: error }, 'run failed'),
      });
      atWork.push(() => runner.stop());
    }
    const address = addressOf(app, settings);
    lock?.announce(address);
    greet(address, accounts, settings, steps);
    if (monitor) steps.line(`Figures for monitoring: ${monitor.address}\n`);
    if (settings.apiTarget !== undefined) steps.line(`Calls go to ${new URL(settings.apiTarget).origin}\n`);
    return { address, app, db, drain: () => drain(app, settings), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Answers whoever asks for the figures, from before the first request on. */
async function monitorOf(
  figures: Figures,
  settings: Settings,
  { app, db, documents, work }: { app: App; db: Database | undefined; documents: Documents; work: readonly Job[] },
): Promise<Monitor> {
  figures.watch({
    db,
    bodies: () => app.room.held,
    refusedDocuments: () => documents.refused().length,
    cspReports: () => app.cspReports.count,
    jobNames: work.map(({ name }) => name),
    onFailure: (error) => app.http.log.error({ err: error }, 'the figures of the database could not be read'),
  });
  return await startMonitor(figures, settings, (error) => app.http.log.error({ err: error }, 'the figures could not be read'));
}

/** Before somebody cannot sign in: what another key has sealed this server cannot check. */
async function tellForeignSeals(db: Database, settings: Settings, steps: Steps): Promise<void> {
  const count = await foreignFactors(db, createSeals(settings));
  if (count === 0) return;
  steps.line(
    `${count} second factors were set up under another SECRET_KEY: their codes are refused here (recovery codes are not). Several servers of one database need the same key.`,
  );
}

async function drain(app: App, { drainSeconds }: Settings): Promise<void> {
  app.sayStopping();
  await sleep(drainSeconds * 1000);
}

/** Takes no more requests and waits for those that run; a client that never finishes its own keeps nobody longer than `PATIENCE`. */
async function close(app: App): Promise<void> {
  const late = setTimeout(() => app.http.server.closeAllConnections(), PATIENCE);
  await app.http.close();
  clearTimeout(late);
}

async function database(
  settings: Settings,
  steps: Steps,
  undo: (() => unknown)[],
  stop: () => Promise<void>,
  isStopping: () => boolean,
): Promise<Database> {
  const url = settings.databaseUrl ?? (await embedded(settings, steps, undo, stop));
  const db = connect(url, {
    size: settings.databasePool,
    prepared: settings.preparedStatements,
    exclusive: settings.databaseExclusive,
    // While stopping, connections that are closing anyway may hear of the end of the database first.
    onError: (error) => {
      if (!isStopping()) console.error(`database connection lost: ${error.message}`);
    },
  });
  undo.push(() => inTime(db.destroy()));
  return db;
}

async function embedded(settings: Settings, steps: Steps, undo: (() => unknown)[], stop: () => Promise<void>): Promise<string> {
  const cluster: Cluster = await steps.run('PostgreSQL', (say) => startCluster({ dataDir: settings.dataDir, say, sayNow: steps.line }));
  let wanted = true;
  undo.push(() => {
    wanted = false;
    return cluster.stop();
  });
  void cluster.exited.then(async () => {
    if (!wanted) return;
    console.error('The database has stopped by itself: see postgres.log in the data folder. This server stops too.');
    process.exitCode = 1;
    await stop();
  });
  return cluster.url;
}

async function prepare(db: Database, settings: Settings, documents: Documents, steps: Steps): Promise<Account[]> {
  return steps.run('Migrations and first data', async (say) => {
    const { applied, result } = await migrate(db, (connection) => seed(connection, settings, documents), undefined, settings).catch(
      (error) => {
        if (error instanceof StartError || !settings.databaseUrl) throw error;
        throw new StartError(`The database at DATABASE_URL cannot be used: ${error instanceof Error ? error.message : String(error)}`, {
          cause: error,
        });
      },
    );
    if (applied.length > 0) say(`applied ${inShort(applied)}`);
    if (result.filled) say(settings.production ? 'made the administrator' : 'filled the demo data');
    return result.accounts;
  });
}

/** The names of some migrations; of many, such as those of an empty database, the first and the last. */
function inShort(names: readonly string[]): string {
  return names.length <= 5 ? names.join(', ') : `${names.length} migrations, ${names[0]} to ${names.at(-1)}`;
}

function addressOf(app: App, settings: Settings): string {
  const { port } = app.http.server.address() as AddressInfo;
  const host = ['0.0.0.0', '::'].includes(settings.host) ? 'localhost' : settings.host;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Everybody in the network may come in, with passwords that stand in the documentation. */
function isOpen({ production, host }: Settings): boolean {
  return !production && !isLocalHost(host);
}

function greet(address: string, accounts: Account[], settings: Settings, steps: Steps): void {
  steps.line(`\nTargus is ready at ${address}`);
  tell(accounts, steps);
  if (isOpen(settings)) steps.line('Others in this network can reach it, too. For this machine alone: HOST=127.0.0.1 npm start');
  steps.line('Stop with Ctrl-C.\n');
}

function tell(accounts: readonly Account[], steps: Steps): void {
  for (const { username, password, note } of accounts) steps.line(`  ${username.padEnd(14)} ${password.padEnd(24)} ${note}`);
}

/** The program: reads the settings, starts, and stops on the first SIGINT or SIGTERM; a second one stops at once. */
export async function main(root: string): Promise<void> {
  const steps = createSteps((text) => process.stdout.write(text));
  // A reader that goes away (a pager, a closed terminal) must not take the server with it.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  let server: RunningServer | undefined;
  let asked = 0;
  const finish = async () => {
    await server?.drain();
    await server?.stop();
    // Every handle is closed by now; this also ends what a library may have left open.
    process.exit();
  };
  const askToStop = () => {
    asked += 1;
    if (asked > 1) process.exit(1);
    process.stdout.write('\nStopping ...\n');
    if (server) void finish();
  };
  for (const signal of signals) process.on(signal, askToStop);
  if (process.env.npm_lifecycle_event !== undefined) onOrphaned(askToStop);
  try {
    server = await startServer(readSettings(process.env, root), steps);
    if (asked > 0) await finish();
  } catch (error) {
    process.stderr.write(
      error instanceof StartError ? `\n${error.message}\n` : `\n${error instanceof Error ? error.stack : String(error)}\n`,
    );
    process.exit(1);
  }
}

/** Under npm a signal may end npm alone: a server nobody can stop any more would hold the data. Checked every second. */
function onOrphaned(stop: () => void): void {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    stop();
  }, 1000);
  watch.unref();
}
