import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { connectionsOf, type Database } from '../database/connection.ts';
import { type Queues, readQueues } from './queues.ts';

/** Seconds of an answer: what is felt as at once, as slow, as broken. */
const seconds = [0.005, 0.025, 0.1, 0.25, 1, 2.5, 10];
/** Milliseconds the database has to answer; who asks for the figures waits ten seconds, as a rule. */
const patience = 2_000;

/** An answered request. */
export interface Answered {
  /** Id of its call; undefined for pages, documents and addresses nothing stands at. */
  call: string | undefined;
  status: number;
  /** The code it was refused with. */
  code: string | undefined;
  milliseconds: number;
}

/** What is read anew whenever somebody asks. */
export interface Watched {
  /** Undefined with API_TARGET. */
  db: Database | undefined;
  /** Bytes of large bodies held. */
  bodies(): number;
  /** Documents of the overlay that are not served as they lie there. */
  refusedDocuments(): number;
  /** Reports of browsers that something broke the content security policy. */
  cspReports(): number;
  /** What the server does by itself. */
  jobNames: readonly string[];
  /** Hears why the database did not answer. */
  onFailure(error: unknown): void;
}

/** Figures of one server process, in the words and units Prometheus is used to. They name calls, codes and jobs, and nobody's data. */
export interface Figures {
  answered(request: Answered): void;
  jobEnded(job: string, milliseconds: number, failed: boolean): void;
  watch(parts: Watched): void;
  /** The text format of Prometheus. Never rejects for a database that is away: that is a figure. */
  text(): Promise<{ type: string; text: string }>;
}

/** Counts from now on. `version` is that of the product. */
export function createFigures(version: string): Figures {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const gauge = <Label extends string = never>(name: string, help: string, labelNames: readonly Label[] = []) =>
    new Gauge({ name, help, labelNames, registers });
  const counter = <Label extends string = never>(name: string, help: string, labelNames: readonly Label[] = []) =>
    new Counter({ name, help, labelNames, registers });
  gauge('targus_build_info', 'Version of the product.', ['version']).set({ version }, 1);
  const requests = counter(
    'targus_requests_total',
    'Answered requests by call; "web" is everything that is no call: pages, documents, files of the build.',
    ['call', 'status'],
  );
  const durations = new Histogram({
    name: 'targus_request_duration_seconds',
    help: 'From the first byte of a request to the last of its answer.',
    labelNames: ['call'],
    buckets: seconds,
    registers,
  });
  const refusals = counter('targus_refusals_total', 'Calls that were refused or failed, by the code of docs/errors.md.', ['code']);
  const jobs = counter('targus_job_runs_total', 'Runs of the work the server does by itself.', ['job', 'outcome']);
  const jobSeconds = counter('targus_job_seconds_total', 'Time its runs took.', ['job']);
  const looks: (() => Promise<void> | void)[] = [];
  return {
    answered({ call = 'web', status, code, milliseconds }) {
      requests.inc({ call, status });
      durations.observe({ call }, milliseconds / 1000);
      if (code !== undefined) refusals.inc({ code });
    },
    jobEnded(job, milliseconds, failed) {
      jobs.inc({ job, outcome: failed ? 'failed' : 'done' });
      jobSeconds.inc({ job }, milliseconds / 1000);
    },
    watch({ db, bodies, refusedDocuments, cspReports, jobNames, onFailure }) {
      // From 0 on: a counter that is first seen at its first failure has not grown.
      for (const job of jobNames) for (const outcome of ['done', 'failed']) jobs.inc({ job, outcome }, 0);
      const held = gauge('targus_body_memory_bytes', 'Large bodies held at this moment (BODY_MEMORY).');
      const documents = gauge('targus_documents_refused', 'Documents of the overlay that are not served as they lie there.');
      const reports = counter('targus_csp_reports_total', 'Reports of browsers that something broke the content security policy.');
      let told = 0;
      looks.push(() => {
        held.set(bodies());
        documents.set(refusedDocuments());
        reports.inc(cspReports() - told);
        told = cspReports();
      });
      const pool = gauge('targus_database_connections', 'Connections to the database, and who waits for one (DATABASE_POOL).', ['state']);
      looks.push(() => {
        for (const [state, count] of Object.entries((db && connectionsOf(db)) ?? {})) pool.set({ state }, count);
      });
      if (db) looks.push(queueLook(db, gauge, onFailure));
    },
    async text() {
      for (const look of looks) await look();
      return { type: registry.contentType, text: await registry.metrics() };
    },
  };
}

type MakeGauge = <Label extends string = never>(name: string, help: string, labelNames?: readonly Label[]) => Gauge<Label>;

/** What waits in the database: the same for all servers of one. While the database does not answer there are no such figures, rather than old ones. */
function queueLook(db: Database, gauge: MakeGauge, onFailure: (error: unknown) => void): () => Promise<void> {
  const up = gauge('targus_database_up', 'Whether the database answered within two seconds.');
  const waiting: Record<keyof Queues, Gauge> = {
    mails: gauge('targus_mails_waiting', 'Mails that are not handed over to the mail server yet.'),
    latestMail: gauge('targus_mail_overdue_seconds', 'For how long one of them could have gone out, also while the mail server is away.'),
    queuedRuns: gauge('targus_data_runs_queued', 'Runs of data tables, processes and models that wait.'),
    startedRuns: gauge('targus_data_runs_started', 'Runs that are under way.'),
    sessions: gauge('targus_sessions_in_use', 'Sessions used within the last five minutes.'),
  };
  let asking: Promise<Queues | undefined> | undefined;
  let isTold = false;
  return async () => {
    // One question at a time: those the database leaves open would take the connections of everybody else.
    asking ??= readQueues(db)
      .catch((error: unknown) => {
        // Once: somebody asks every few seconds.
        if (!isTold) onFailure(error);
        isTold = true;
        return undefined;
      })
      .finally(() => {
        asking = undefined;
      });
    const queues = await within(patience, asking);
    up.set(queues ? 1 : 0);
    if (queues) isTold = false;
    for (const [name, figure] of Object.entries(waiting)) {
      if (queues) figure.set(queues[name as keyof Queues]);
      else figure.remove();
    }
  };
}

/** What comes in time; undefined where it does not. */
async function within<T>(milliseconds: number, coming: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((done) => {
    timer = setTimeout(done, milliseconds, undefined);
  });
  return await Promise.race([coming, late]).finally(() => clearTimeout(timer));
}
