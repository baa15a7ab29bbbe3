import type { DataChart } from '../../../src/generated/calls.ts';
import type { Filled, Json, Moment, Once } from '../../database/columns.ts';

interface PinnedChartTable {
  id: Filled<number>;
  user_id: Once<number>;
  name: string;
  chart: Json<DataChart>;
  /** Rises along the board; equal ones stand as they were pinned. */
  place: number;
  created_at: Moment;
}

declare module '../../database/connection.ts' {
  interface Tables {
    pinned_chart: PinnedChartTable;
  }
}
