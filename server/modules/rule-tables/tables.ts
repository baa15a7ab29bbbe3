import type { Filled, Json, Maybe, Moment } from '../../database/columns.ts';
import type { RefreshMode } from '../data-mart/tables.ts';
import type { JudgeOutcome } from './work/judge.ts';

/** Which column of a table each field takes its value from; null: none, so that it is always missing. */
export type Matches = Record<string, string | null>;

/** How a rule set refreshes the table it fills (DATA-14), and how the rows are taken then. */
export type RuleRefresh = 'update' | 'append';
export const refreshModes: Readonly<Record<RuleRefresh, RefreshMode>> = { update: 'full', append: 'incremental' };
export const refreshOf = (mode: RefreshMode): RuleRefresh => (mode === 'full' ? 'update' : 'append');

/** How a table is filled by a rule set. */
export interface OutputSettings {
  matches: Matches;
  /** Columns of the input that stay. */
  columns: string[];
  /** Column in whose order rows are judged, so that earlier ones are counted; null: none is earlier than another. */
  moment: string | null;
  /** Names of the columns that are added. */
  names: OutputNames;
  mode: RefreshMode;
  /** Language of the titles of those columns and of the names of rules. */
  language: string;
}
export interface OutputNames {
  score: string;
  judging: string;
  rules: string;
  judgement: string;
}

/** What a run told: by which version, and what came of it. */
export interface ToldJudging extends JudgeOutcome {
  number: number;
  /** Where the rows came from: who may be told their values is decided by it. */
  about?: { matches: Matches; input: string; columns?: string[] };
}

interface RuleOutputTable {
  table_id: number;
  rule_set_id: number;
  input_id: number;
  settings: Json<OutputSettings>;
  /** The names of the columns its rows have; null: never filled. A run that is to come may give them others. */
  filled: Json<OutputNames | null> | null;
  /** Who said last what fills it: their rights bound what it is filled with. */
  made_by_id: Maybe<number>;
  created_at: Moment;
}
interface RuleRunTable {
  run_id: number;
  rule_set_id: Maybe<number>;
  told: Json<ToldJudging>;
  created_at: Filled<Date>;
}

declare module '../../database/connection.ts' {
  interface Tables {
    rule_output: RuleOutputTable;
    rule_run: RuleRunTable;
  }
}
