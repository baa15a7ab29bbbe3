import type { ColumnType } from 'kysely';
import type { Filled, MaybeMoment, Moment, Once } from '../../database/columns.ts';

interface SecondFactorTable {
  user_id: number;
  /** Sealed for `second-factor:<user_id>`. */
  secret: Buffer;
  /** The last step of 30 seconds a code of which was accepted: none is accepted twice, and none before it. */
  last_step: number;
  created_at: Moment;
  last_used_at: Moment;
  /** When the recovery codes were made. */
  codes_at: Moment;
  /** When its owner was told last that somebody guesses. */
  guesses_told_at: MaybeMoment;
}

interface RecoveryCodeTable {
  id: Filled<number>;
  user_id: Once<number>;
  /** scrypt$N$r$p$salt$hash; those of one set share their salt. */
  code_hash: Once<string>;
  used_at: MaybeMoment;
}

/** A key that is shown in a session and not confirmed yet. */
interface SecondFactorSetupTable {
  user_id: number;
  session_id: number;
  secret: Buffer;
  expires_at: Date;
}

/** A sign-in whose password was right. */
interface SignInChallengeTable {
  token_hash: Once<Buffer>;
  user_id: Once<number>;
  scope: Once<string>;
  tries: ColumnType<number, never, number>;
  created_at: Filled<Date>;
  expires_at: ColumnType<Date, Date, Date>;
}

declare module '../../database/connection.ts' {
  interface Tables {
    second_factor: SecondFactorTable;
    recovery_code: RecoveryCodeTable;
    second_factor_setup: SecondFactorSetupTable;
    sign_in_challenge: SignInChallengeTable;
  }
}
