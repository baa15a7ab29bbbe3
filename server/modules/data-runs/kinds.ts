import type { Session, SessionOptions } from '../../data-engine/index.ts';
import type { Database } from '../../database/connection.ts';
import type { Documents } from '../../documents.ts';
import type { ApiError } from '../../errors.ts';
import type { FileStore } from '../../files/store.ts';
import type { Settings } from '../../settings.ts';
import type { Reader } from '../data-mart/rights.ts';
import type { TableKind } from '../data-mart/tables.ts';
import type { RightHolder, RunNote, RunStep } from './tables.ts';

/** A failure people are told, by the key of its text (`datarun.failure.memory`). Anything else that is thrown is a failure nobody expected, and goes to the log. */
export class RunFailure extends Error {
  readonly note: RunNote;
  constructor(key: string, values?: Record<string, string>, detail?: string) {
    super(key);
    this.note = { key, ...(values && { values }), ...(detail !== undefined && { detail }) };
  }
}

/** A failure because somebody may not, or not any more. */
export class RightLacked extends RunFailure {
  constructor(lacks: RightHolder, key: string, values?: Record<string, string>) {
    super(key, values);
    this.note.lacks = lacks;
  }
}

/** What is told where a run was refused: what somebody may not see is not there for them. */
export function refusal({ code, status }: ApiError): RunNote {
  return { key: 'datarun.failure.refused', values: { code }, ...((status === 403 || status === 404) && { lacks: 'reader' }) };
}

/** What a run works with. */
export interface RunContext {
  db: Database;
  settings: Settings;
  files: FileStore;
  documents: Documents;
  run: { id: number; tableId: number | null; title: string; input: Record<string, unknown>; rerunOf: number | null; requestedName: string };
  /** Whose rights count: who started the run, or the owner of the schedule. Looked up when it starts. */
  reader: Reader;
  /** What went wrong without failing the run, for whoever runs the server. */
  log(what: string, error: unknown): void;
  /** Aborted when somebody stops the run or the server ends. */
  signal: AbortSignal;
  /** A process of the engine that is killed when the run is stopped, and closed when it ends. */
  session(options: SessionOptions): Promise<Session>;
  /** Says what the run consists of; the steps wait. */
  plan(steps: readonly { id: string; title: string }[]): Promise<void>;
  /** Does one step. What it throws fails the run at this step. `progress` says meanwhile how many rows it is through. */
  step<T extends StepResult>(id: string, work: (progress: (rows: number) => void) => Promise<T>): Promise<T>;
  /**
   * To be done within the transaction that makes the result count (`confirm` of `takeRevision`): the run is finished, unless somebody stopped it or another server
   * took it over meanwhile, in which case it throws and nothing counts.
   */
  finish(transaction: Database, result: RunResult): Promise<void>;
}
export interface StepResult {
  rows?: number | undefined;
  rejected?: number | undefined;
  isKept?: boolean | undefined;
}
export interface RunResult {
  rows?: number | undefined;
  /** Rows that were left out: the run finishes with a warning. */
  rejected?: number | undefined;
  note?: RunNote | undefined;
}

/** A kind of run. `work` calls `finish`, or else returns what finishes it. */
export interface RunKind {
  /** The kind of tables it fills. */
  fills?: TableKind;
  work(context: RunContext): Promise<RunResult | undefined>;
  /** What a failed or stopped run leaves for one that repeats it; called before its sessions are closed. */
  keep?(context: RunContext, steps: readonly RunStep[]): Promise<void>;
}

const kinds = new Map<string, RunKind>();

/** Makes a kind of run known. Each module does so where it is loaded. */
export function registerRunKind(name: string, kind: RunKind): void {
  if (kinds.has(name)) throw new Error(`Two kinds of runs are called ${name}`);
  kinds.set(name, kind);
}

export function runKind(name: string): RunKind | undefined {
  return kinds.get(name);
}

/** The kind of runs that fill a kind of tables: what a run would have been that could not even begin. */
export function kindFilling(table: TableKind): string {
  for (const [name, { fills }] of kinds) if (fills === table) return name;
  throw new Error(`Nothing fills tables of the kind ${table}`);
}

/** What is to be run. */
export interface Executable {
  kind: string;
  tableId: number | null;
  title: string;
  input: Record<string, unknown>;
}
/** Finds what makes a table, or whatever else has a number, for API-103; undefined when it is none of its own. @throws ApiError where the reader may not */
export type FindExecutable = (
  db: Database,
  reader: Reader,
  asked: { bizId: string; automlType?: 'fit' | 'predict' | undefined },
) => Promise<Executable | undefined>;

const finders: FindExecutable[] = [];

/** Adds something API-103 can run. Asked in the order they were added. */
export function registerExecutable(find: FindExecutable): void {
  finders.push(find);
}

export async function findExecutable(...given: Parameters<FindExecutable>): Promise<Executable | undefined> {
  for (const find of finders) {
    const found = await find(...given);
    if (found) return found;
  }
  return undefined;
}
