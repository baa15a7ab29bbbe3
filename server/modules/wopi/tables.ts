import type { Once } from '../../database/columns.ts';

interface WopiLockTable {
  file_id: Once<number>;
  /** What the editor made up for it. */
  lock: string;
  expires_at: Date;
}

/** What an editor may do with one file, as long as the session lasts it was asked for in. */
interface WopiTokenTable {
  /** Of the secret, which is nowhere. */
  secret_hash: Once<Buffer>;
  file_id: Once<number>;
  session_id: Once<number>;
  expires_at: Once<Date>;
}

declare module '../../database/connection.ts' {
  interface Tables {
    wopi_lock: WopiLockTable;
    wopi_token: WopiTokenTable;
  }
}
