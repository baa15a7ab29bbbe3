import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { whyUnheard } from '../../../server/bin/lib/port.mjs';
import { connect, type Database } from '../../../server/database/connection.ts';
import { createFigures, type Figures } from '../../../server/monitoring/figures.ts';
import { readQueues } from '../../../server/monitoring/queues.ts';
import { readSettings } from '../../../server/settings.ts';
import { createDatabase, type TestDatabase } from '../../support/database.ts';
import { projectRoot } from '../../support/project.ts';
import { freePort, type ServerProcess, startServer } from '../../support/server-process.ts';
import { basic } from '../modules/client.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase('demo');
  return () => database.close();
});

async function start(env: Record<string, string>, wait = true): Promise<ServerProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'targus-monitoring-'));
  const server = await startServer({ env: { DATABASE_URL: database.url, DATA_DIR: folder, CAPTCHA: 'off', ...env }, wait });
  onTestFinished(async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  return server;
}

/** Where it says that its figures are. */
const place = (server: ServerProcess) => /^Figures for monitoring: (\S+)$/m.exec(server.output())?.[1];

/** Every figure by its name and labels. */
async function figuresAt(address: string): Promise<Map<string, number>> {
  const answer = await fetch(address);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, expect.stringMatching(/^text\/plain; version=0\.0\.4/)]);
  return parse(await answer.text());
}

function parse(text: string): Map<string, number> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]));
}

it('what a server does can be read beside it: calls, refusals, its own work, what waits', async () => {
  const server = await start({ METRICS_PORT: '0' });
  const address = place(server) ?? '';
  expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/metrics$/);
  const signIn = async (password: string) => {
    const body = new URLSearchParams({ grant_type: 'password', scope: 'server', username: 'auditor', password });
    const answer = await fetch(`${server.address}/api/login/token`, { method: 'POST', headers: { authorization: basic }, body });
    return (await answer.json()) as { access_token?: string; code?: string };
  };
  const { code } = await signIn('not it');
  const { access_token: token } = await signIn('targus-demo');
  await fetch(`${server.address}/api/login/user_info`, { headers: { authorization: `Bearer ${token}` } });
  await fetch(`${server.address}/api/csp-report`, { method: 'POST', headers: { 'content-type': 'application/csp-report' }, body: '{}' });
  for (const path of ['/no-such-page/4711', '/api/nothing/here']) await fetch(`${server.address}${path}`);

  const figures = await figuresAt(address);
  const one = (name: string) => figures.get(name);
  expect(one('targus_requests_total{call="login.token",status="200"}')).toBe(1);
  expect(one(`targus_refusals_total{code="${code}"}`)).toBe(1);
  expect(one('targus_refusals_total{code="NOT_FOUND"}')).toBe(1);
  expect(one('targus_request_duration_seconds_count{call="login.user"}')).toBe(1);
  expect(one('targus_requests_total{call="web",status="404"}')).toBe(1);
  expect(one('targus_database_up')).toBe(1);
  expect(one('targus_sessions_in_use')).toBe(1);
  expect(one('targus_documents_refused')).toBe(0);
  expect(one('targus_csp_reports_total')).toBe(1);
  expect(one('targus_database_connections{state="waiting"}')).toBe(0);
  // The guide names each, and no other.
  const guide = readFileSync(join(projectRoot, 'docs/operations.md'), 'utf8');
  const described = [...guide.matchAll(/^\| (`targus_.*?) +\|/gm)].flatMap(([, cell = '']) => [...cell.matchAll(/`(targus_\w+)/g)]);
  const help = [...(await (await fetch(address)).text()).matchAll(/^# HELP (targus_\w+)/gm)];
  expect(described.map(([, name]) => name).sort()).toEqual(help.map(([, name]) => name).sort());
  expect(one('process_start_time_seconds')).toBeGreaterThan(0);
  const mailRuns = async () => (await figuresAt(address)).get('targus_job_runs_total{job="mail",outcome="done"}');
  await expect.poll(mailRuns, { timeout: 30_000 }).toBeGreaterThan(0);
  // Figures, and nothing of people or of what they asked for.
  expect([...figures.keys()].join('\n')).not.toMatch(/auditor|4711|127\.0\.0\.1/);

  expect((await fetch(new URL('/', address))).status).toBe(404);
  expect((await fetch(address, { method: 'POST' })).status).toBe(405);
  expect(await (await fetch(`${server.address}/metrics`)).text()).not.toContain('targus_requests_total');
});

it('without METRICS_PORT nothing listens, and a port that is taken is told', async () => {
  expect(place(await start({}))).toBeUndefined();
  const port = String(await freePort());
  const server = await start({ METRICS_PORT: port });
  expect(place(server)).toBe(`http://127.0.0.1:${port}/metrics`);
  const away = await start({ METRICS_PORT: '0', METRICS_HOST: '192.0.2.1' }, false);
  expect(await away.exited).toBe(1);
  expect(away.output()).toContain('METRICS_HOST is "192.0.2.1", which is no address of this machine: leave it out.');
  expect(whyUnheard({ code: 'EACCES' }, { host: '127.0.0.1', port: 80 }, 'METRICS_')).toBe(
    'Port 80 needs more rights: set METRICS_PORT to one above 1023.',
  );
  const second = await start({ METRICS_PORT: port }, false);
  expect(await second.exited).toBe(1);
  expect(second.output()).toContain(`Port ${port} is taken by another program: set METRICS_PORT to another one.`);
  expect(() => readSettings({ PORT: '3000', METRICS_PORT: '3000' }, '/')).toThrow('METRICS_PORT is that of PORT');
});

const failures: unknown[] = [];
function figuresOf(db: Database): Figures {
  const figures = createFigures('1.2.3');
  const none = () => 0;
  figures.watch({
    ...{ db, bodies: none, refusedDocuments: none, cspReports: none },
    jobNames: ['mail'],
    onFailure: (error) => failures.push(error),
  });
  return figures;
}

it('mails and runs that wait are counted, the mail that is late by how late it is', async () => {
  const before = await readQueues(database.db);
  const day = sql<Date>`now() - interval '1 day'`;
  await sql`insert into mail (recipient, subject, body, state, due_at) values
    ('a@example.com', 'a', '', 'queued', ${day}), ('b@example.com', 'b', '', 'queued', now()), ('c@example.com', 'c', null, 'sent', ${day})`.execute(
    database.db,
  );
  await sql`insert into data_run (kind, title, status) values ('none', 'a', 'queued'), ('none', 'b', 'started'), ('none', 'c', 'finished')`.execute(
    database.db,
  );
  const { mails, latestMail, queuedRuns, startedRuns } = await readQueues(database.db);
  expect({ mails, queuedRuns, startedRuns }).toEqual({
    mails: before.mails + 2,
    queuedRuns: before.queuedRuns + 1,
    startedRuns: before.startedRuns + 1,
  });
  expect(latestMail).toBeGreaterThanOrEqual(86_400);
});

it('a database that does not answer is a figure: nothing old is told, and it is asked once', async () => {
  const own = await createDatabase();
  onTestFinished(() => own.close());
  const figures = figuresOf(own.db);
  const read = async () => parse((await figures.text()).text);
  expect((await read()).get('targus_mails_waiting')).toBe(0);
  expect((await read()).get('targus_job_runs_total{job="mail",outcome="failed"}')).toBe(0);
  await own.db.transaction().execute(async (held) => {
    await sql`lock table mail in access exclusive mode`.execute(held);
    for (let round = 0; round < 2; round += 1) {
      const blocked = await read();
      expect([blocked.get('targus_database_up'), blocked.has('targus_mails_waiting')]).toEqual([0, false]);
    }
    // The transaction and one question.
    expect((await read()).get('targus_database_connections{state="used"}')).toBe(2);
  });
  await expect.poll(async () => (await read()).get('targus_database_up'), { timeout: 30_000 }).toBe(1);
  expect((await read()).get('targus_mails_waiting')).toBe(0);

  const nowhere = connect('postgres://nobody@127.0.0.1:1/none', { size: 2, onError: () => undefined });
  onTestFinished(() => nowhere.destroy());
  const lost = figuresOf(nowhere);
  for (let round = 0; round < 2; round += 1) expect(parse((await lost.text()).text).get('targus_database_up')).toBe(0);
  // Why is told, and once.
  expect(failures).toEqual([expect.objectContaining({ code: 'ECONNREFUSED' })]);

  // Once each time it is away: that it answered between two is the end of the first.
  failures.length = 0;
  const named = async (from: string, to: string) => await sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(own.db);
  for (let time = 1; time <= 2; time += 1) {
    await named('mail', 'no_mail');
    for (let round = 0; round < 2; round += 1) expect((await read()).get('targus_database_up')).toBe(0);
    await named('no_mail', 'mail');
    expect((await read()).get('targus_database_up')).toBe(1);
    expect(failures).toHaveLength(time);
  }
});
