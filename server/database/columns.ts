import type { ColumnType, Generated } from 'kysely';

/** A column the database fills and nobody sets by hand. */
export type Filled<T> = ColumnType<T, never, never>;
/** Set once, with the row. */
export type Once<T> = ColumnType<T, T, never>;
export type Maybe<T> = ColumnType<T | null, T | null | undefined, T | null>;
export type MaybeText = Maybe<string>;
export type MaybeMoment = Maybe<Date>;
export type Moment = ColumnType<Date, Date | undefined, Date>;
/** A calendar day, written YYYY-MM-DD. Read it with to_char: the driver makes a moment of it otherwise. */
export type Day = ColumnType<Date, string, string>;
export type MaybeDay = ColumnType<Date | null, string | null | undefined, string | null>;
/** JSON written as text, so that lists are not taken for arrays of the database. */
export type Json<T> = ColumnType<T, string, string>;

/** Rows with a number of their own that are changed under an optimistic lock, and who changed them last. */
export interface VersionedRow {
  id: Filled<number>;
  version: Generated<number>;
  created_at: Moment;
  updated_at: MaybeMoment;
  updated_by: MaybeText;
}
