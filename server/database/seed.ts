import type { Documents } from '../documents.ts';
import type { Settings } from '../settings.ts';
import type { Database } from './connection.ts';

/** An account to print at the end of the start. */
export interface Account {
  username: string;
  /** Or a remark in brackets where only its owner knows it. */
  password: string;
  /** What it is for, in a few words. */
  note: string;
}
export interface SeedResult {
  /** Whether this start wrote the data; the next ones only find it. */
  filled: boolean;
  /** Demo: always the same. Production: the one administrator, and only on the start that made it. */
  accounts: Account[];
}

/**
 * Fills an empty database: demo data, or in production a single administrator. Runs on every start, under the lock of the
 * migrations, and must find out itself whether there is something to do.
 * @throws StartError in production when the administrator still has the demo password.
 */
export type FillDemo = (db: Database, settings: Settings, documents: Documents) => Promise<SeedResult>;
