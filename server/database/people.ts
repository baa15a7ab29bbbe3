import type { Filled, Moment } from './columns.ts';

/** Somebody whose account was deleted: the database keeps who they were. */
interface FormerUserTable {
  /** The id the account had; no other gets it. */
  id: number;
  username: string;
  name: string;
  name_en: string | null;
  user_code: string;
  left_at: Moment;
}

/** What an account is called, or was. */
interface PersonView {
  id: Filled<number>;
  username: Filled<string>;
  name: Filled<string>;
  name_en: Filled<string | null>;
  has_left: Filled<boolean>;
}

declare module './connection.ts' {
  interface Tables {
    former_user: FormerUserTable;
    /** Everybody who has an account or had one, by id. */
    person: PersonView & { user_code: Filled<string>; is_active: Filled<boolean> };
    /** Whoever has an account, or had it last, by account. */
    account_person: PersonView;
  }
}
