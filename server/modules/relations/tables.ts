import type { ColumnType } from 'kysely';
import type { MaybeText, VersionedRow } from '../../database/columns.ts';

/** Somebody or something that suppliers may have in common: dictionary relation-party-kind. */
interface PartyTable extends VersionedRow {
  party_code: string;
  kind: string;
  name: string;
  remark: MaybeText;
}
/** A relation between two parties: dictionary relation-kind. */
interface LinkTable extends VersionedRow {
  from_id: number;
  to_id: number;
  kind: string;
  /** Percent of what is owned, up to four decimals; the driver gives decimals as text. */
  share: ColumnType<string | null, number | null | undefined, number | null>;
  /** A calendar day, written YYYY-MM-DD. Read it with to_char: the driver makes a moment of it otherwise. */
  since: ColumnType<Date | null, string | null | undefined, string | null>;
  /** Where this is known from. */
  source: string;
}

/** The relation that is ownership, whose shares are multiplied along the way. */
export const OWNS = 'owns';
/** Parties that are nobody: what several others have in common is worth telling. */
export const ATTRIBUTES = ['phone', 'address', 'account'];
/** Our own people: a way from one of them to a supplier is worth telling. */
export const EMPLOYEE = 'employee';

declare module '../../database/connection.ts' {
  interface Tables {
    relation_party: PartyTable;
    relation_link: LinkTable;
  }
}
