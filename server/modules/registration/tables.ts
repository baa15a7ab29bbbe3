import type { ColumnType } from 'kysely';
import type { Language } from '../../../src/core/types.ts';
import type { Filled } from '../../database/columns.ts';

/**
 * new: just arrived. mailed: a link went to the address. confirmed: the link was opened, administrators decide. known: the address has an
 * account already, which its owner was told.
 */
export type RegistrationState = 'new' | 'mailed' | 'confirmed' | 'approved' | 'rejected' | 'known';

interface RegistrationTable {
  id: Filled<number>;
  name: string;
  email: string;
  mobile: string | null;
  company_name: string;
  position: string | null;
  contact_matters: string | null;
  language: Language;
  /** Where the visitor opened the application: links in mails lead there. */
  origin: string;
  ip: string | null;
  state: ColumnType<RegistrationState, never, RegistrationState>;
  /** Why it was rejected. */
  reason: ColumnType<string | null, never, string | null>;
  user_id: ColumnType<number | null, never, number>;
  created_at: Filled<Date>;
  confirmed_at: ColumnType<Date | null, never, Date>;
  version: ColumnType<number, never, number>;
  updated_at: ColumnType<Date | null, never, Date>;
  updated_by: ColumnType<string | null, never, string>;
}

/** A request for a new password that nobody looked at yet. */
interface PasswordRequestTable {
  id: Filled<number>;
  email: string;
  language: Language;
  origin: string;
  created_at: Filled<Date>;
}

interface OneTimeCodeTable {
  /** SHA-256 of the code: the code itself stands in the mail only. */
  code_hash: Buffer;
  purpose: 'confirm' | 'password';
  user_id: number | null;
  registration_id: number | null;
  expires_at: Date;
}

declare module '../../database/connection.ts' {
  interface Tables {
    registration: RegistrationTable;
    password_request: PasswordRequestTable;
    one_time_code: OneTimeCodeTable;
  }
}
