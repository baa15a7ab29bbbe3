import type { ColumnType, Generated } from 'kysely';
import type { Filled, Maybe, Moment } from '../../database/columns.ts';

export type ResultKind = 'matched' | 'quantity' | 'price' | 'missing-client' | 'missing-dealer';
export type Verdict = 'explained' | 'confirmed' | 'open';
export type Grain = 'month' | 'day';

/** Rows of both files that could not be compared. */
export interface LeftOut {
  clientRejected: number;
  clientUnmatched: number;
  clientElsewhere: number;
  dealerRejected: number;
  dealerUnmatched: number;
}

export type MovementKind = 'matched' | 'differs' | 'missing-stock' | 'missing-movement';
/** What the movement of stock was compared of; `missing` says why there are no rows. */
export interface Movement {
  missing: ('dealer-sale' | 'dealer-stock' | 'opening')[];
  /** First and last day of the file of stocks. */
  from: string | null;
  to: string | null;
  /** data_no of the processes when it ran; null where there was none, or no file in it. */
  saleNo: number | null;
  stockNo: number | null;
  /** Rows that could not be compared. */
  leftOut: { saleRejected: number; saleUnmatched: number; stockRejected: number; stockUnmatched: number };
}

interface ComparisonTable {
  id: Filled<number>;
  review_object_id: number;
  grain: Grain;
  quantity_tolerance: string;
  price_tolerance: string;
  /** data_no of the processes when it ran. */
  client_data_no: number;
  dealer_data_no: number;
  left_out: ColumnType<LeftOut, string, string>;
  /** Null: it ran before movements were compared. */
  movement: ColumnType<Movement | null, string | null | undefined, string | null>;
  executed_at: Moment;
  executed_by: Maybe<string>;
  version: Generated<number>;
}
interface ComparisonRowTable {
  id: Filled<number>;
  comparison_id: number;
  /** Version of the comparison that gave it. */
  run: number;
  product_code: string;
  product_name: string;
  period: string;
  kind: ResultKind;
  client_rows: number;
  client_quantity: Maybe<string>;
  client_price: Maybe<string>;
  client_amount: Maybe<string>;
  dealer_rows: number;
  dealer_quantity: Maybe<string>;
  dealer_price: Maybe<string>;
  dealer_amount: Maybe<string>;
  verdict: Maybe<Verdict>;
  remark: Maybe<string>;
  version: Generated<number>;
  updated_at: Maybe<Date>;
  updated_by: Maybe<string>;
}
interface MovementRowTable {
  comparison_id: number;
  product_code: string;
  product_name: string;
  kind: MovementKind;
  opening: Maybe<string>;
  purchased: Maybe<string>;
  sold: Maybe<string>;
  closing: Maybe<string>;
}
interface CommentTable {
  id: Filled<number>;
  review_object_id: number;
  author_id: Maybe<number>;
  /** Account of who wrote it, which stays when the account is gone. */
  author: string;
  content: string;
  version: Generated<number>;
  created_at: Moment;
  updated_at: Maybe<Date>;
  updated_by: Maybe<string>;
}
interface CommentTextTable {
  comment_id: number;
  version: number;
  content: string;
  written_at: Date;
  written_by: Maybe<string>;
}
interface ReminderTable {
  review_object_id: number;
  reminded_at: Moment;
  reminders: Generated<number>;
}

declare module '../../database/connection.ts' {
  interface Tables {
    flow_comparison: ComparisonTable;
    flow_comparison_row: ComparisonRowTable;
    flow_movement_row: MovementRowTable;
    flow_revision_comment: CommentTable;
    flow_revision_comment_text: CommentTextTable;
    flow_executor_reminder: ReminderTable;
  }
}
