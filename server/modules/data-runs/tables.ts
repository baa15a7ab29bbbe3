import type { ColumnType, Generated } from 'kysely';
import type { Filled, Maybe, MaybeMoment, MaybeText, Moment } from '../../database/columns.ts';

/** DATA-10. */
export type RunStatus = 'queued' | 'started' | 'finished' | 'failed' | 'stopped' | 'canceled' | 'unknown';
/** DATA-11. */
export type TaskState = 'waiting' | 'running' | 'success' | 'fail' | 'warning';

/** One part of a run: of a process a node. Titles are texts of people, or keys of texts. */
export interface RunStep {
  id: string;
  title: string;
  state: TaskState;
  rows?: number | null;
  rejected?: number | null;
  /** Taken over from the run this one repeats. */
  isKept?: boolean;
  startedAt?: string | null;
  endedAt?: string | null;
}
/** Who bounds a run by their rights: whose rights it has, who drew or wrote it, who owns what it fills, and who had it judged. */
export type RightHolder = 'reader' | 'editor' | 'owner' | 'asker';
/** The key of a text with values, and what the engine said, for whoever may see it. */
export interface RunNote {
  key: string;
  /** Whose right is missing, where that is why: whoever made the schedule cannot see to it alone. */
  lacks?: RightHolder;
  values?: Record<string, string>;
  step?: string;
  detail?: string;
}

interface DataRunTable {
  id: Filled<number>;
  kind: string;
  table_id: Maybe<number>;
  title: string;
  input: ColumnType<Record<string, unknown>, string | undefined, string>;
  status: Generated<RunStatus>;
  steps: ColumnType<RunStep[], string | undefined, string>;
  row_count: Maybe<number>;
  rejected: Generated<number>;
  note: ColumnType<RunNote | null, string | null | undefined, string | null>;
  failure: ColumnType<RunNote | null, string | null | undefined, string | null>;
  requested_by: Maybe<number>;
  requested_name: MaybeText;
  schedule_id: Maybe<number>;
  rerun_of: Maybe<number>;
  attempt: Generated<number>;
  worker: MaybeText;
  stop_asked_at: MaybeMoment;
  created_at: Moment;
  started_at: MaybeMoment;
  ended_at: MaybeMoment;
  touched_at: Moment;
}

interface DataRunPartTable {
  id: Filled<number>;
  /** Null: the run is gone, and the file is to go. */
  run_id: Maybe<number>;
  node: string;
  /** Of everything the rows depend on: settings of the node and those before it, and the revisions and columns of the tables. */
  digest: string;
  path: string;
  row_count: number;
  rejected: Generated<number>;
  created_at: Moment;
}

declare module '../../database/connection.ts' {
  interface Tables {
    data_run: DataRunTable;
    data_run_part: DataRunPartTable;
  }
}
