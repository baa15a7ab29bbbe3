import { createHash } from 'node:crypto';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { impatient } from './prompt.ts';
import { Writes } from './writes.ts';

/**
 * The tables as the repositories see them. Every module declares its own part:
 * `declare module '../../database/connection.ts' { interface Tables { dict_entry: DictEntryTable } }`.
 */
export interface Tables {
  migration: { name: string; applied_at: Date };
  rate_limit: { key: string; window_end: Date; used: number };
}
export type Database = Kysely<Tables>;

// bigint counts arrive as text otherwise; ours stay far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** Most statements a connection keeps prepared; texts beyond are sent as they are. */
const mostPrepared = 500;
const preparedNames = new Map<string, string>();

/** Name of a statement, the same for the same text in every connection; nothing once there are too many. */
function preparedName(text: string): string | undefined {
  const known = preparedNames.get(text);
  if (known !== undefined || preparedNames.size >= mostPrepared) return known;
  const name = `t${createHash('sha256').update(text).digest('base64url').slice(0, 24)}`;
  preparedNames.set(text, name);
  return name;
}

type Query = (...args: unknown[]) => unknown;

/** Connections that have PostgreSQL parse and plan a statement with parameters once, not at every call, and of which `writes` hears everything. */
function clientOf(prepared: boolean, writes: Writes | undefined): typeof pg.Client {
  return class extends pg.Client {
    // The overloads of pg cannot be written again here; what is not a text with values goes through untouched.
    override query(...args: unknown[]): never {
      const [text, values, ...rest] = args;
      const name = prepared && typeof text === 'string' && Array.isArray(values) && values.length > 0 ? preparedName(text) : undefined;
      const send = () => (super.query as Query).apply(this, name === undefined ? args : [{ name, text, values }, ...rest]);
      return (writes ? writes.watch(text, send) : send()) as never;
    }
  };
}

export interface ConnectionOptions {
  /** Most connections. */
  size: number;
  /** Keep statements prepared. A pooler that hands out another connection for each statement cannot. Default true. */
  prepared?: boolean;
  /** Nobody but this connection writes to the database: what was read may be held until something is written. Default false. */
  exclusive?: boolean;
  /** Milliseconds a statement of `promptOf` has until it is answered. Default 10 seconds. */
  patience?: number;
  /** Hears of connections that break, idle or at work. */
  onError: (error: Error) => void;
}

/** Connections to the database at `url`; `destroy()` ends them. */
export function connect(url: string, options: ConnectionOptions): Database {
  const { size, prepared = true, exclusive = false, patience = 10_000, onError } = options;
  const writes = exclusive ? new Writes() : undefined;
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: 10_000,
    // Whoever waits long for an answer hears that the other end is gone, and nobody in between forgets a connection that is quiet.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: 'targus',
    Client: clientOf(prepared, writes),
  });
  pool.on('error', onError);
  // The pool hears only those that are idle; one that breaks at work would end the process, though its query fails for whoever asked.
  pool.on('connect', (client) => client.on('error', onError));
  const db: Database = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  pools.set(db, pool);
  prompts.set(db, new Kysely<Tables>({ dialect: new PostgresDialect({ pool: impatient(pool, patience) }) }));
  if (writes) writesTo.set(db, writes);
  return db;
}

const pools = new WeakMap<Database, pg.Pool>();

/** How many of its connections are at work, how many are free, and how many wait for one. */
export function connectionsOf(db: Database): { used: number; idle: number; waiting: number } | undefined {
  const pool = pools.get(db);
  return pool && { used: pool.totalCount - pool.idleCount, idle: pool.idleCount, waiting: pool.waitingCount };
}

const prompts = new WeakMap<Database, Database>();

/**
 * The same database for statements of a moment that others wait behind: they fail where there is no answer for long. A transaction, and what else
 * was not made by `connect`, is as patient as ever.
 */
export function promptOf(db: Database): Database {
  return prompts.get(db) ?? db;
}

const writesTo = new WeakMap<Database, Writes>();

/** What is written to a database that nobody else writes to; nothing of any other. */
export function writesOf(db: Database): Writes | undefined {
  return writesTo.get(db);
}
