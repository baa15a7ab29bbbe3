import type { ColumnType, Generated } from 'kysely';
import type { Filled, MaybeMoment, MaybeText } from '../../database/columns.ts';

interface StoredFileTable {
  id: Filled<number>;
  /** The name of the file to clients. */
  bid: Generated<string>;
  /** What it is named by; nobody can guess it. Also the name of its first bytes in the store. */
  path: string;
  business_type: string;
  /** What it belongs to. Null: uploaded, and nothing has claimed it yet; it is swept away after a day. */
  business_id: MaybeText;
  /** A word of the module that owns the type, such as which part of the thing it belongs to. */
  scope: MaybeText;
  origin_name: string;
  extension: string;
  type: string;
  /** Bytes. */
  size: number;
  sha256: Buffer;
  /** Whose it is; null: of a visitor, or of an account that is gone. */
  user_id: ColumnType<number | null, number | null, number | null>;
  /** Account of who uploaded it. */
  created_by: MaybeText;
  created_at: ColumnType<Date, never, never>;
  /** Its bytes are in the store. */
  kept_at: MaybeMoment;
  /** Gone for everybody; its bytes go with the next sweep. */
  removed_at: MaybeMoment;
  /** The name of its bytes in the store. Null: its path, as long as nobody edited it. */
  content_path: MaybeText;
  version: Generated<number>;
  /** When its content was changed, and by whom; null: never. */
  changed_at: MaybeMoment;
  changed_by: MaybeText;
}

/** What a file held before it was edited. */
interface StoredFileVersionTable {
  file_id: number;
  version: number;
  content_path: string;
  size: number;
  sha256: Buffer;
  created_at: Date;
  created_by: MaybeText;
}

/** An address somebody was given for one purpose. */
interface FileTicketTable {
  /** Of the secret, which is nowhere. */
  secret_hash: Buffer;
  purpose: 'upload' | 'download' | 'view';
  /** Of the file that will be there, or is. */
  path: string;
  name: string;
  /** Of an upload. */
  business_type: MaybeText;
  session_id: number;
  user_id: number;
  expires_at: Date;
}

declare module '../../database/connection.ts' {
  interface Tables {
    stored_file: StoredFileTable;
    stored_file_version: StoredFileVersionTable;
    file_ticket: FileTicketTable;
  }
}
