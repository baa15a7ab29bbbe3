import type { ColumnType, Generated } from 'kysely';
import type { Rule, RuleSet } from '../../../src/core/rule-set/index.ts';
import type { Filled, Json, Maybe, MaybeMoment, MaybeText, Moment } from '../../database/columns.ts';
import type { LabelValue } from '../../database/values.ts';

/** A rule as it is kept: `version` grows with every change of it. */
export interface KeptRule extends Rule {
  version: number;
}
/** A set as it is kept: `settingsVersion` grows with every change of fields and thresholds. */
export interface KeptRuleSet extends RuleSet {
  rules: KeptRule[];
  settingsVersion: number;
}

interface RuleSetTable {
  id: Filled<number>;
  code: string;
  name: Json<LabelValue>;
  remark: MaybeText;
  /** 0 in use, 1 switched off. */
  status: Generated<'0' | '1'>;
  /** The version that decides. */
  live_id: ColumnType<number | null, number | null | undefined, number | null>;
  version: Generated<number>;
  created_at: Moment;
  updated_at: MaybeMoment;
  updated_by: MaybeText;
}
interface RuleSetVersionTable {
  id: Filled<number>;
  rule_set_id: number;
  number: number;
  definition: Json<KeptRuleSet>;
  revision: Generated<number>;
  note: MaybeText;
  /** Null: the draft. */
  published_at: MaybeMoment;
  published_by: MaybeText;
  created_at: Moment;
  updated_at: MaybeMoment;
  updated_by: MaybeText;
}
interface BackTestTable {
  id: Filled<number>;
  rule_set_id: number;
  number: number;
  source: 'log' | 'file' | 'table';
  days: ColumnType<number | null, number | null | undefined, number | null>;
  file_name: MaybeText;
  /** The data table that is judged, and the run that does it. */
  table_id: Maybe<number>;
  run_id: Maybe<number>;
  state: Generated<'running' | 'done' | 'failed'>;
  total: Generated<number>;
  done: Generated<number>;
  result: ColumnType<unknown, string | undefined, string>;
  started_by: MaybeText;
  /** Who started it, of those over the log and over files. */
  author_id: Maybe<number>;
  started_at: Moment;
  touched_at: Moment;
}

declare module '../../database/connection.ts' {
  interface Tables {
    rule_set: RuleSetTable;
    rule_set_version: RuleSetVersionTable;
    rule_back_test: BackTestTable;
  }
}
