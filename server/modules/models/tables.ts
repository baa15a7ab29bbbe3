import type { ColumnType, Generated } from 'kysely';
import type { CausalResult, Estimator, Fitted, Metrics, Task, TextFitted, Warning, Worth } from '../../../src/core/learning/index.ts';
import type { FieldType } from '../../data-engine/index.ts';
import type { Filled, Json, Maybe, MaybeMoment, MaybeText, Moment, Once, VersionedRow } from '../../database/columns.ts';
import type { AnalysisType } from '../data-mart/tables.ts';
import type { FitResult } from './work/fit.ts';

export type ModelKind = 'table' | 'text';

/** What is learned, and with how much effort (DATA-21, RULE-19). */
export interface ModelSettings {
  target: string;
  /** Of two classes the one asked about; null: yes, or 1, or the rarer one. */
  positive: string | null;
  features: string[];
  estimators: Estimator[];
  /** Seconds. */
  budget: number;
  seed: number;
}

/** A column a model was learned from, with what a form for one row says of it. */
export interface ModelColumn {
  name: string;
  title: string;
  fieldType: FieldType;
  analysisType: AnalysisType;
  labels?: string[];
  example?: string;
}

/** What was measured when a version was learned. */
export interface VersionSummary {
  task: Task;
  target: { name: string; title: string; analysisType: AnalysisType };
  metrics: Metrics;
  baseline: Metrics;
  /** Of versions made before it was kept there is none. */
  worth?: Worth;
  confusion: number[][] | null;
  roc: Fitted['roc'] | null;
  importance: Fitted['importance'];
  leaderboard: FitResult['leaderboard'];
  telling: TextFitted['telling'];
  warnings: Warning[];
  rows: { learned: number; apart: number };
  threshold: number;
}

export interface CausalSettings {
  treatment: string;
  /** Value of the treatment that counts as treated. */
  treated: string;
  outcome: string;
  /** Value of an outcome that is no number which counts as 1. */
  good: string | null;
  confounders: string[];
  budget: number;
  seed: number;
  /** Titles of the columns when it was saved, by name. */
  titles: Record<string, string>;
}
export interface KeptCausal {
  result: CausalResult;
  leftOut: number;
  isSample: boolean;
  revision: number;
}

interface AiModelTable extends VersionedRow {
  biz_id: Filled<string>;
  kind: Once<ModelKind>;
  name: string;
  description: MaybeText;
  owner_id: Maybe<number>;
  table_id: number;
  settings: Json<ModelSettings>;
  current_id: Maybe<number>;
}
interface AiModelVersionTable {
  id: Filled<number>;
  model_id: number;
  number: number;
  estimator: string;
  content: ColumnType<Buffer, Buffer, never>;
  table_revision: number;
  settings: Json<ModelSettings>;
  columns: Json<ModelColumn[]>;
  summary: Json<VersionSummary>;
  metric_name: string;
  metric_value: Maybe<number>;
  seconds: number;
  made_by: MaybeText;
  made_at: Moment;
}
interface AiPredictionTable {
  table_id: number;
  model_id: number;
  input_id: number;
  created_at: Moment;
}
interface AiCausalTable {
  id: Filled<number>;
  name: string;
  owner_id: Maybe<number>;
  table_id: Maybe<number>;
  table_title: string;
  settings: Json<CausalSettings>;
  result: ColumnType<KeptCausal | null, string | null | undefined, string | null>;
  made_at: MaybeMoment;
  version: Generated<number>;
  created_at: Moment;
  updated_at: MaybeMoment;
  updated_by: MaybeText;
}

declare module '../../database/connection.ts' {
  interface Tables {
    ai_model: AiModelTable;
    ai_model_version: AiModelVersionTable;
    ai_prediction: AiPredictionTable;
    ai_causal: AiCausalTable;
  }
}
