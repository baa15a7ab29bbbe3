import type { ColumnType } from 'kysely';

/** A sign-in somebody began at a provider. Bound to the browser by a cookie; used once, within ten minutes. */
interface SsoLoginTable {
  state_hash: Buffer;
  browser_hash: Buffer;
  provider: string;
  nonce: string;
  /** The secret half of PKCE: worth nothing without the code, which comes later and over another way. */
  verifier: string;
  origin: string;
  expires_at: Date;
}

interface UserIdentityTable {
  id: ColumnType<number, never, never>;
  user_id: number;
  issuer: string;
  subject: string;
  created_at: ColumnType<Date, never, never>;
  last_used_at: ColumnType<Date, never, Date>;
}

declare module '../../database/connection.ts' {
  interface Tables {
    sso_login: SsoLoginTable;
    user_identity: UserIdentityTable;
  }
}
