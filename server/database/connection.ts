import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';

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

/** Connections to the database at `url`, at most `size`; `destroy()` ends them. `onError` hears of idle connections that break. */
export function connect(url: string, size: number, onError: (error: Error) => void): Database {
  const pool = new pg.Pool({ connectionString: url, max: size, connectionTimeoutMillis: 10_000, application_name: 'targus' });
  pool.on('error', onError);
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}
