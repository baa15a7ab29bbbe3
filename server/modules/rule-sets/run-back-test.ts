import { sql } from 'kysely';
import { EarlierRecords, type Facts, misfitOf, readRecord } from '../../../src/core/rule-set/index.ts';
import type { CallRequest } from '../../contracts.ts';
import { signedIn } from '../../contracts.ts';
import type { Database } from '../../database/connection.ts';
import type { LabelValue } from '../../database/values.ts';
import { ApiError, wrong } from '../../errors.ts';
import { truthWordsOf } from '../../truth-words.ts';
import { actorId, signature } from '../changes.ts';
import { ready, watchIn } from '../screening/ready.ts';
import { readTable } from '../spreadsheets/read-table.ts';
import { UnreadableFile } from '../spreadsheets/unreadable.ts';
import { isTesting, type KeptResult, prepared } from './back-test.ts';
import { cellReader } from './cells.ts';
import { lockSet } from './drafts.ts';
import { versionOf, versionsOf } from './sets.ts';
import type { KeptRuleSet } from './tables.ts';
import { type Before, Tally } from './tally.ts';

type Request = Pick<CallRequest<unknown>, 'db' | 'services' | 'user' | 'log'>;

/** How long a run goes on without a pause for others, and how often at least it is said how far it is, in milliseconds. */
const withoutPause = 10;
const everyMilliseconds = 300;
/** Most records of a run: the latest ones count. */
const mostRecords = 200_000;
/** Most earlier records that are held for counting: those of the longest period of a rule, before each that is judged. */
const mostEarlier = 1_000_000;
const fileLimits = { rows: 20_000, columns: 100 };

/** One record of the past, oldest first. */
interface Past {
  key: string;
  at: number;
  given: Record<string, unknown>;
  before: Before | undefined;
  subject: string | null;
  /** Only counted as an earlier one. */
  isEarlier: boolean;
}

/** Counting would take more memory than one test may have. */
class TooManyEarlier extends Error {}

interface Run {
  id: number;
  total: number;
  /** Rows of a file stand in no order: none is earlier than another. */
  isTimed: boolean;
  records: (minutes: number) => AsyncIterable<Past> | Iterable<Past>;
  /** The version that was asked what it said before, where one was. */
  live?: KeptRuleSet | undefined;
}

/**
 * Begins to judge what was decided in the last days by a version, the draft by default, and goes on after the answer. Lists are those of now, earlier records those of then.
 * @throws ApiError NOT_FOUND, BACK_TEST_RUNNING
 */
export async function startBackTest(request: Request, { id, number, days }: { id: string; number?: number | undefined; days: number }) {
  const { db } = request;
  const version = await versionOf(db, Number(id), number);
  const { rows } = await sql<{ since: Date; until: Date; total: number }>`
    select min(decided_at) as since, now() as until, count(*) as total from (
      select decided_at from screening_decision
      where rule_set_id = ${Number(id)} and decided_at >= now() - make_interval(days => ${days})
      order by decided_at desc limit ${mostRecords}
    ) latest`.execute(db);
  const [{ since, until, total } = { since: null, until: new Date(), total: 0 }] = rows;
  const testId = await begin(request, id, { number: version.number, source: 'log', days, total });
  const from = since ?? until;
  const records = (minutes: number) => pastOf(db, Number(id), from, until, minutes);
  void run(request, version.definition, { id: testId, total, isTimed: true, records });
  return { id: String(testId) };
}

/** Judges the rows of a file by a version and by the live one. @throws ApiError NOT_FOUND, BACK_TEST_RUNNING, PARAMETER_ERROR for a file that cannot be read */
export async function fileBackTest(
  request: Request,
  file: { name: string; content: Buffer } | undefined,
  { id, number }: { id: string; number?: number | undefined },
) {
  if (!file) throw wrong('file', 'is missing');
  const { db, services } = request;
  const version = await versionOf(db, Number(id), number);
  const names = new Map(
    version.definition.fields.flatMap(({ name, label }) =>
      [name, ...textsOf(label as LabelValue)].map((text) => [text.toLowerCase(), name]),
    ),
  );
  const rows = await rowsOf(file, names);
  const live = (await versionsOf(db, Number(id))).find(({ state }) => state === 'live');
  const known = await ready(db, signedIn(request), services);
  const facts: Facts = { velocity: () => '0', watch: watchIn(known, Date.now()) };
  const before = live && prepared(live.definition);
  // A field may be of another type in one of both.
  const signs = { timeZone: services.settings.timeZone, words: truthWordsOf(services.documents) };
  const [read, readBefore] = [cellReader(version.definition.fields, signs), live && cellReader(live.definition.fields, signs)];
  function* records(): Generator<Past> {
    for (const { number: row, cells: written } of rows) {
      const cells = read(written);
      const known = before && readBefore && readRecord(before.definition.fields, readBefore(written));
      const judged = known?.faults.length === 0 ? before?.compiled.judge(known.record, facts) : undefined;
      const subject = version.definition.subject === undefined ? null : (cells[version.definition.subject] ?? null);
      yield { key: String(row), at: 0, given: cells, before: judged, subject, isEarlier: false };
    }
  }
  const testId = await begin(request, id, {
    number: version.number,
    source: 'file',
    fileName: file.name.slice(0, 255),
    total: rows.length,
  });
  void run(request, version.definition, {
    id: testId,
    total: rows.length,
    isTimed: false,
    records,
    live: live?.definition,
  });
  return { id: String(testId) };
}

function textsOf(label: LabelValue): string[] {
  return typeof label === 'string' ? [label] : label.map(({ t }) => t);
}

async function rowsOf(file: { name: string; content: Buffer }, names: ReadonlyMap<string, string>) {
  try {
    const { rows } = await readTable(file, fileLimits, (heading) => names.get(heading.toLowerCase()));
    if (rows.length > 0) return rows;
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    throw wrong('file', `cannot be read: ${error.reason}`, `screening.import.${error.reason}`);
  }
  throw wrong('file', 'has no row under a heading that names a field', 'ruleset.fileEmpty');
}

/** Notes a new run. One at a time: two would only wait for each other. @throws ApiError BACK_TEST_RUNNING */
async function begin(
  request: Request,
  setId: string,
  values: { number: number; source: 'log' | 'file'; days?: number; fileName?: string; total: number },
): Promise<number> {
  return await request.db.transaction().execute(async (db) => {
    await lockSet(db, setId);
    if (await isTesting(db, setId)) throw new ApiError('BACK_TEST_RUNNING');
    const { fileName, ...rest } = values;
    const author = signedIn(request);
    const row = {
      ...{ ...rest, rule_set_id: Number(setId), file_name: fileName ?? null },
      ...{ started_by: signature(author), author_id: actorId(author) },
    };
    return (await db.insertInto('rule_back_test').values(row).returning('id').executeTakeFirstOrThrow()).id;
  });
}

/** Decisions of a set and, before them, what they count as earlier records, in the order they were made. */
async function* pastOf(db: Database, setId: number, from: Date, until: Date, minutes: number): AsyncGenerator<Past> {
  const first = new Date(from.getTime() - minutes * 60_000);
  let after = 0;
  for (;;) {
    const rows = await db
      .selectFrom('screening_decision')
      .select(['id', 'decided_at as at', 'record', 'decision', 'score', 'subject'])
      .where('rule_set_id', '=', setId)
      .where('decided_at', '>=', first)
      .where('decided_at', '<=', until)
      .where('id', '>', after)
      .orderBy('id')
      .limit(1_000)
      .execute();
    for (const row of rows) {
      const at = row.at.getTime();
      const before = { decision: row.decision, score: Number(row.score) };
      yield { key: String(row.id), at, given: row.record, before, subject: row.subject, isEarlier: at < from.getTime() };
    }
    const last = rows.at(-1);
    if (!last || rows.length < 1_000) return;
    after = last.id;
  }
}

async function run(
  request: Request,
  definition: Parameters<typeof prepared>[0],
  { id, total, isTimed, records, live }: Run,
): Promise<void> {
  const { db, services, log } = request;
  try {
    const known = await ready(db, signedIn(request), services);
    const { compiled } = prepared(definition);
    const watch = watchIn(known, Date.now());
    const earlier = new EarlierRecords(compiled.velocities);
    const tally = new Tally(definition, live);
    let [done, paused, said] = [0, performance.now(), performance.now()];
    for await (const past of records(earlier.minutes)) {
      const { record, faults } = readRecord(definition.fields, past.given);
      if (!past.isEarlier) {
        done += 1;
        if (faults.length > 0) tally.unfit(past.key, faults.map(misfitOf));
        else tally.add(past.key, past.subject, past.before, compiled.judge(record, { velocity: earlier.facts(record, past.at), watch }));
      }
      if (isTimed) earlier.add(record, past.at);
      if (earlier.held > mostEarlier) throw new TooManyEarlier();
      if (performance.now() - paused < withoutPause) continue;
      // Whoever asks for a decision meanwhile does not wait for the end.
      await new Promise(setImmediate);
      paused = performance.now();
      if (services.isStopping()) throw new Error('The server stops');
      if (performance.now() - said < everyMilliseconds) continue;
      said = performance.now();
      await tell(db, id, { done, total: Math.max(total, done) });
    }
    await tell(db, id, { done, total: done, state: 'done', result: JSON.stringify(tally.result()) });
  } catch (error) {
    log.warn({ err: error, backTest: id }, 'back-test failed');
    const isTooMuch = error instanceof TooManyEarlier;
    const kept: KeptResult = isTooMuch ? { failure: { key: 'ruleset.tooManyEarlier', values: { most: String(mostEarlier) } } } : {};
    await tell(db, id, { state: 'failed', result: JSON.stringify(kept) }).catch((failure: unknown) =>
      log.warn({ err: failure, backTest: id }, 'back-test failed'),
    );
  }
}

async function tell(
  db: Database,
  id: number,
  values: { done?: number; total?: number; state?: 'done' | 'failed'; result?: string },
): Promise<void> {
  await db
    .updateTable('rule_back_test')
    .set({ ...values, touched_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}
