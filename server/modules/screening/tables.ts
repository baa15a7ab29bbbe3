import type { ColumnType, Generated } from 'kysely';
import type { Decision, Hit, RuleRecord } from '../../../src/core/rule-set/index.ts';
import type { Filled, Json, MaybeText, Once, VersionedRow } from '../../database/columns.ts';
import type { LabelValue } from '../../database/values.ts';

export type WatchKind = 'person' | 'company' | 'account' | 'other';

interface WatchListTable extends VersionedRow {
  code: string;
  name: Json<LabelValue>;
  remark: MaybeText;
  status: Generated<'0' | '1'>;
  revision: Generated<number>;
}
interface WatchEntryTable extends VersionedRow {
  list_id: number;
  name: string;
  kind: WatchKind;
  identifiers: Json<string[]>;
  reason: MaybeText;
  /** Last day it counts, YYYY-MM-DD. Read it with to_char. */
  valid_until: ColumnType<Date | null, string | null | undefined, string | null>;
}
interface DecisionTable {
  id: Filled<number>;
  rule_set_id: Once<number>;
  version_id: Once<number>;
  user_id: Once<number>;
  caller: Once<string>;
  request_key: Once<string | null>;
  request_hash: Once<Buffer>;
  subject: Once<string | null>;
  record: ColumnType<RuleRecord, string, never>;
  decision: Once<Decision>;
  score: ColumnType<string, number, never>;
  hits: ColumnType<Hit[], string, never>;
  ignored: ColumnType<string[], string, never>;
  micros: Once<number>;
  decided_at: ColumnType<Date, Date | undefined, never>;
}
interface KeyTable {
  rule_set_id: Once<number>;
  field: Once<string>;
  /** Empty: counts records. Otherwise the field whose sum `amount` is a part of. */
  summed: Once<string>;
  value: Once<string>;
  decided_at: Once<Date>;
  decision_id: Once<number>;
  amount: Once<string | null>;
}
interface ReviewTable {
  decision_id: Once<number>;
  outcome: Once<'approve' | 'block'>;
  reason: Once<string>;
  reviewer_id: Once<number>;
  reviewer: Once<string>;
  reviewed_at: ColumnType<Date, Date | undefined, never>;
}

/** Up to which decision reviewers were told: one row. */
interface ToldTable {
  id: Generated<boolean>;
  decision_id: number;
}

declare module '../../database/connection.ts' {
  interface Tables {
    watch_list: WatchListTable;
    watch_entry: WatchEntryTable;
    screening_decision: DecisionTable;
    screening_key: KeyTable;
    screening_review: ReviewTable;
    screening_told: ToldTable;
  }
}
