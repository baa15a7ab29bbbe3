import type { ColumnType, Generated } from 'kysely';
import type { Filled, Maybe, MaybeDay, Moment, VersionedRow } from '../../database/columns.ts';

/** EVID-11: the statuses of a bill task, entries of the dictionary collection-status. */
export const status = { notStarted: '0000', collecting: '0010', auditing: '0100', completed: '1000' } as const;
export type Status = (typeof status)[keyof typeof status];

/** The share link of a review object: one each. */
interface LinkTable extends VersionedRow {
  review_object_id: number;
  end_date: ColumnType<Date, string, string>;
  remarks: Maybe<string>;
  /** Values of the dictionary ticket-type, in the order they are asked for. */
  ticket_types: string[];
}
/** The URLs a link has had. At most one of them is not revoked. */
interface CopyTable {
  id: Filled<number>;
  link_id: number;
  token: string;
  created_at: Moment;
  created_by: Maybe<string>;
  revoked_at: Maybe<Date>;
  revoked_by: Maybe<string>;
  /** Files and bytes it brought in all, also those that are not there any more. */
  brought_files: Generated<number>;
  brought_bytes: Generated<number>;
}
interface TaskTable extends VersionedRow {
  review_object_id: number;
  task_name: string;
  task_type: Maybe<string>;
  ticket_date: MaybeDay;
  product_code: Maybe<string>;
  product_name: Maybe<string>;
  product_spec: Maybe<string>;
  qty: ColumnType<string | null, number | string | null | undefined, number | string | null>;
  flow_type: Maybe<string>;
  /** Types this task asks for; null: those of the link. */
  ticket_types: Maybe<string[]>;
  status: Generated<Status>;
  reject_log: Maybe<string>;
  rejected_at: Maybe<Date>;
  /** How often its tickets changed. */
  ticket_changes: Generated<number>;
}
/** A file that was uploaded for a task, with what the server read of it. */
interface UploadTable {
  path: string;
  /** What the stored file belongs to. */
  id: Generated<string>;
  collect_id: number;
  /** The URL it came by; null: staff, or the link is gone. */
  copy_id: Maybe<number>;
  ticket_type_code: Maybe<string>;
  origin_name: string;
  type: string;
  size: number;
  sha256: string;
  recognised: ColumnType<Recognised | null, string | null | undefined, string | null>;
  /** Readings that broke off or took too long. */
  broken_reads: Generated<number>;
  created_at: Moment;
  created_by: Maybe<string>;
}
/** An address a file is shown by for a few minutes. */
interface ViewTable {
  /** Of its secret part. */
  hash: Buffer;
  path: string;
  expires_at: ColumnType<Date, Date, never>;
  /** The URL or the session it was given to. */
  copy_id: Maybe<number>;
  session_id: Maybe<number>;
}
interface TicketTable extends VersionedRow {
  collect_id: number;
  ticket_type_code: string;
  file_path: string;
  ticket_code: Maybe<string>;
  ticket_date: MaybeDay;
  ticket_num: Maybe<string>;
  check_num: Maybe<string>;
  ticket_amount: ColumnType<string | null, string | null | undefined, string | null>;
  is_pass: Generated<'0' | '1'>;
  diff_reason: Maybe<string>;
  is_real: Maybe<'0' | '1'>;
  /** An entry of the dictionary invoice-verification. */
  verify_result: Maybe<string>;
  /** Name of the adapter that said so. */
  verified_by: Maybe<string>;
  verified_at: Maybe<Date>;
}

/** What happens to tickets, and what staff decide about tasks: entries of the dictionary evidence-event. */
export type TicketEvent = 'brought' | 'changed' | 'replaced' | 'checked' | 'removed';
export type TaskEvent = 'opened' | 'rejected' | 'submitted' | 'approved';
/** A ticket as it was from then on, or a decision: that has no ticket. It goes with its task alone, and so does the file. */
interface EventTable {
  id: Filled<number>;
  collect_id: number;
  event: TicketEvent | TaskEvent;
  ticket_id: Maybe<number>;
  ticket_type_code: Maybe<string>;
  file_path: Maybe<string>;
  ticket_code: Maybe<string>;
  ticket_date: MaybeDay;
  ticket_num: Maybe<string>;
  check_num: Maybe<string>;
  ticket_amount: Maybe<string>;
  is_pass: Maybe<'0' | '1'>;
  verify_result: Maybe<string>;
  /** Why it does not pass, or why the task was rejected. */
  reason: Maybe<string>;
  created_at: Moment;
  created_by: Maybe<string>;
}

/** What was read of a ticket file (API-158). Days are YYYY-MM-DD, amounts decimal text. */
export interface Recognised {
  /** The code of the invoice, the text of a PDF, or its print (optical recognition); `qrOcr`: the code, and the print for buyer and seller. */
  source: 'qr' | 'qrOcr' | 'pdf' | 'ocr' | 'none';
  /** Why nothing was recognised. */
  reason: Unrecognised | null;
  ocrCode: string | null;
  ocrNum: string | null;
  ocrDate: string | null;
  ocrCheckNum: string | null;
  ocrBuyer: string | null;
  ocrSeller: string | null;
  ocrAmount: string | null;
}
export type Unrecognised = 'nothing' | 'too-large' | 'unreadable' | 'timeout' | 'busy' | 'stopped';

declare module '../../database/connection.ts' {
  interface Tables {
    flow_ticket_url: LinkTable;
    flow_ticket_url_copy: CopyTable;
    flow_bill_collect: TaskTable;
    flow_ticket_upload: UploadTable;
    flow_ticket_view: ViewTable;
    flow_bill_ticket: TicketTable;
    flow_evidence_event: EventTable;
  }
}
