import type { ColumnType, Generated } from 'kysely';

interface FigureTable {
  paper_id: number;
  field: string;
  period: string;
  /** Exact decimal, as text; for the days of the period a timestamp in milliseconds. */
  value: ColumnType<string | null, string | null, string | null>;
  version: number;
  changed_in: Generated<string>;
  updated_at: ColumnType<Date, Date | undefined, Date>;
}
interface FigureHistoryTable {
  paper_id: number;
  field: string;
  period: string;
  version: number;
  value: ColumnType<string | null, string | null, string | null>;
  at: ColumnType<Date, Date | undefined, Date>;
  ip: string | null;
  actor: string | null;
}

declare module '../../database/connection.ts' {
  interface Tables {
    statement_figure: FigureTable;
    statement_figure_history: FigureHistoryTable;
  }
}
