import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import {
  compileRuleSet,
  type Decision,
  EarlierRecords,
  type Facts,
  type FieldType,
  fieldsOf,
  type Judgement,
  type Misfit,
  misfitOf,
  type RuleRecord,
  type RuleSet,
  readRecord,
} from '../../../../src/core/rule-set/index.ts';
import { lineOf, rowsOf } from '../../../data-engine/csv.ts';
import { type BackTestResult, Tally } from '../../rule-sets/tally.ts';
import { nameReader } from '../../screening/names.ts';
import { type IndexedEntry, WatchIndex } from '../../screening/watch-index.ts';
import { momentReader } from './moments.ts';

/** A version with the places of the values of its fields in a row of the file. */
export interface PlacedSet {
  set: RuleSet;
  places: Record<string, number>;
}

/** Rows to be judged, and what judging them needs besides. The first value of a row is its number. */
interface Rows {
  /** A file as the engine writes it. */
  from: string;
  /** Place of the moment of a row, in whose order rows stand; null: none is earlier than another. */
  moment: number | null;
  /** Watch lists in use, by their code. */
  lists: Record<string, IndexedEntry[]>;
  /** What says in names that they are of companies. */
  forms: string[];
  timeZone: string;
  /** The moment entries of lists count at, in milliseconds. */
  now: number;
}

export interface JudgeJob extends Rows {
  kind: 'judge';
  judged: PlacedSet;
  /** What rules are called in the output, by their id. */
  names: Record<string, string>;
  /** Gets number, score, decision and names of the rules hit of each row. */
  to: string;
  /** Gets number, score, decision, hits as JSON, and the values of the fields that the rules hit ask for as JSON. */
  hits: string;
}

/** Why a row was left out: a required field is missing, or a value does not fit the type. */
export interface RowFault extends Misfit {
  row: number;
  value: string;
}

export interface JudgeOutcome {
  taken: number;
  judged: number;
  rejected: number;
  /** The first ones. */
  faults: RowFault[];
  decisions: Record<Decision, number>;
  /** How often each rule was hit, by its id. */
  hits: Record<string, number>;
}

const shownFaults = 200;
const longestValue = 60;

/** Judges the rows of a file and writes what it says of each. What does not fit the fields is left out as a whole. */
export async function judgeRows(job: JudgeJob, tell: (rows: number) => void): Promise<JudgeOutcome> {
  const judge = new Judge(job.judged, job);
  const outcome: JudgeOutcome = {
    ...{ taken: 0, judged: 0, rejected: 0, faults: [], hits: {} },
    decisions: { approve: 0, review: 0, block: 0 },
  };
  const asked = new Map(job.judged.set.rules.map((rule) => [rule.id, [...fieldsOf({ rules: [rule] })]]));
  const [said, why] = [new Out(job.to), new Out(job.hits)];
  try {
    for await (const rows of rowsOf(job.from)) {
      for (const row of rows) {
        outcome.taken += 1;
        const { judgement, faults, record } = judge.judge(row);
        if (!judgement) {
          outcome.rejected += 1;
          outcome.faults.push(...faults.slice(0, shownFaults - outcome.faults.length));
          continue;
        }
        const { score, decision, hits } = judgement;
        outcome.judged += 1;
        outcome.decisions[decision] += 1;
        for (const { id } of hits) outcome.hits[id] = (outcome.hits[id] ?? 0) + 1;
        const names = hits.map(({ id }) => job.names[id] ?? id).join('; ');
        const [number = null] = row;
        said.add([number, String(score), decision, names === '' ? null : names]);
        const values = Object.fromEntries(hits.flatMap(({ id }) => (asked.get(id) ?? []).map((field) => [field, record[field] ?? null])));
        why.add([number, String(score), decision, JSON.stringify(hits), JSON.stringify(values)]);
      }
      await said.write();
      await why.write();
      tell(outcome.taken);
    }
  } finally {
    await Promise.all([said.end(), why.end()]);
  }
  return outcome;
}

export interface TestJob extends Rows {
  kind: 'judgeTest';
  judged: PlacedSet;
  /** The version that decides now, as far as the table has its fields. */
  live: PlacedSet | null;
}
export interface TestOutcome {
  taken: number;
  result: BackTestResult;
}

/** Judges the rows of a file by a version and by the live one, and counts. Nothing is written. */
export async function testRows(job: TestJob, tell: (rows: number) => void): Promise<TestOutcome> {
  const judge = new Judge(job.judged, job);
  const live = job.live ? new Judge(job.live, job) : undefined;
  const tally = new Tally(job.judged.set, job.live?.set);
  const { subject } = job.judged.set;
  let taken = 0;
  for await (const rows of rowsOf(job.from)) {
    for (const row of rows) {
      taken += 1;
      const { judgement, record, faults } = judge.judge(row);
      const before = live?.judge(row).judgement;
      const known = subject === undefined ? null : (record[subject] ?? null);
      if (judgement) tally.add(row[0] ?? '', known, before, judgement);
      else tally.unfit(row[0] ?? '', faults);
    }
    tell(taken);
  }
  return { taken, result: tally.result() };
}

/** One version, ready to judge rows one after the other. */
class Judge {
  readonly #compiled;
  readonly #earlier;
  readonly #watch: Facts['watch'];
  readonly #momentOf: (text: string) => string;
  readonly #columns: { name: string; type: FieldType; place: number }[];

  constructor(
    private readonly placed: PlacedSet,
    private readonly rows: Rows,
  ) {
    const { set, places } = placed;
    this.#compiled = compileRuleSet(set);
    this.#earlier = new EarlierRecords(this.#compiled.velocities);
    this.#momentOf = momentReader(rows.timeZone);
    this.#columns = set.fields.flatMap(({ name, type }) => {
      const place = places[name];
      return place === undefined ? [] : [{ name, type, place }];
    });
    const indexes = new Map<string, WatchIndex>();
    const read = nameReader(rows.forms);
    for (const [code, entries] of Object.entries(rows.lists)) indexes.set(code, new WatchIndex(entries, read));
    this.#watch = (code, text, least) => {
      const best = indexes.get(code)?.find(text, least, rows.now)[0];
      return best && { list: code, ...best };
    };
  }

  judge(row: readonly (string | null)[]): { judgement?: Judgement; record: RuleRecord; faults: RowFault[] } {
    const given: Record<string, unknown> = {};
    for (const { name, type, place } of this.#columns) given[name] = this.#valueOf(type, row[place] ?? null);
    const { record, faults } = readRecord(this.placed.set.fields, given);
    if (faults.length > 0) {
      const told = faults.map((fault): RowFault => {
        const value = String(given[fault.path] ?? '').slice(0, longestValue);
        return { row: Number(row[0]), ...misfitOf(fault), value };
      });
      return { record, faults: told };
    }
    const at = this.#at(row);
    const velocity: Facts['velocity'] = at === undefined ? () => '0' : this.#earlier.facts(record, at);
    const judgement = this.#compiled.judge(record, { velocity, watch: this.#watch });
    if (at !== undefined) this.#earlier.add(record, at);
    return { judgement, record, faults: [] };
  }

  /** A cell of the file as records are given it. */
  #valueOf(type: FieldType, text: string | null): unknown {
    if (text === null || type === 'string') return text;
    if (type === 'timestamp') return this.#momentOf(text);
    if (type === 'time') return text.slice(0, 8);
    if (type !== 'float' && type !== 'number') return text;
    // Only floats are written with an exponent, and decimals with all their zeros.
    if (/e/i.test(text)) return Number(text);
    return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
  }

  #at(row: readonly (string | null)[]): number | undefined {
    const text = this.rows.moment === null ? null : (row[this.rows.moment] ?? null);
    const at = text === null ? Number.NaN : Date.parse(text.includes(' ') ? `${text.replace(' ', 'T')}Z` : text);
    return Number.isNaN(at) ? undefined : at;
  }
}

/** Lines of a file, written together, and no faster than the file takes them. */
class Out {
  readonly #stream: WriteStream;
  readonly #written: Promise<void>;
  #lines = '';

  constructor(path: string) {
    this.#stream = createWriteStream(path, { mode: 0o600 });
    this.#written = finished(this.#stream);
    // Whatever breaks first is told by `end`.
    this.#written.catch(() => undefined);
  }

  add(values: readonly (string | null)[]): void {
    this.#lines += lineOf(values);
  }

  async write(): Promise<void> {
    const lines = this.#lines;
    this.#lines = '';
    if (lines !== '' && !this.#stream.write(lines)) await once(this.#stream, 'drain');
  }

  async end(): Promise<void> {
    this.#stream.end();
    await this.#written;
  }
}
