import type { ColumnType } from 'kysely';
import type { Maybe, MaybeMoment, MaybeText, VersionedRow } from '../../database/columns.ts';

/** DATA-12; a table without a row is not configured. */
export type ScheduleState = 'configured' | 'applyOnline' | 'live' | 'applyOffline';
/** DATA-13: after the tables it needs were refreshed, or by itself at times. */
export type ScheduleType = '0' | '1';

interface DataScheduleTable extends VersionedRow {
  table_id: number;
  type: ScheduleType;
  cron: MaybeText;
  state: ColumnType<ScheduleState, ScheduleState | undefined, ScheduleState>;
  /** Whose rights count when it starts something. */
  owner_id: Maybe<number>;
  applied_by: MaybeText;
  /** Who applied: the person, and in delegate mode whom they acted for. */
  applied_people: ColumnType<unknown, number[] | undefined, number[]>;
  applied_at: MaybeMoment;
  decided_by: MaybeText;
  decided_at: MaybeMoment;
  decision: MaybeText;
  live_at: MaybeMoment;
  next_at: MaybeMoment;
  last_started_at: MaybeMoment;
}
interface DataSchedulePrecedentTable {
  schedule_id: number;
  table_id: number;
}

declare module '../../database/connection.ts' {
  interface Tables {
    data_schedule: DataScheduleTable;
    data_schedule_precedent: DataSchedulePrecedentTable;
  }
}
