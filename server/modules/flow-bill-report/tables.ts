import type { ColumnType, Generated } from 'kysely';
import type { Filled, Maybe, Moment } from '../../database/columns.ts';
import type { Verdict } from '../flow-comparison/tables.ts';

/** What is found of a ticket type of a bill task, the gravest first: entries of the dictionary flow-bill-finding. */
export const findings = ['missing', 'not-real', 'rejected', 'twice', 'not-passed', 'differs', 'not-approved'] as const;
export type Finding = (typeof findings)[number];

interface ReportTable {
  id: Filled<number>;
  review_object_id: number;
  /** Tasks and tickets as they were when it ran: another value now means that it is out of date. */
  evidence: string;
  executed_at: Moment;
  executed_by: Maybe<string>;
  version: Generated<number>;
}
/** A ticket type of a bill task: one it needs, or one tickets were brought for. */
interface ReportRowTable {
  id: Filled<number>;
  report_id: number;
  /** Version of the report that gave it. */
  run: number;
  /** The bill task, which may be gone by now. */
  collect_id: number;
  task_name: string;
  product_name: Maybe<string>;
  ticket_type_code: string;
  tickets: number;
  /** Numbers of the tickets, the first of them. */
  ticket_nums: Maybe<string>;
  amount: ColumnType<string | null, string | null | undefined, string | null>;
  findings: Finding[];
  verdict: Maybe<Verdict>;
  remark: Maybe<string>;
  version: Generated<number>;
  updated_at: Maybe<Date>;
  updated_by: Maybe<string>;
}

declare module '../../database/connection.ts' {
  interface Tables {
    flow_bill_report: ReportTable;
    flow_bill_report_row: ReportRowTable;
  }
}
