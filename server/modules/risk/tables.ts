import type { ColumnType, Generated } from 'kysely';
import type { Day, Filled, Json, MaybeMoment, MaybeText, Moment } from '../../database/columns.ts';
import type { LabelValue } from '../../database/values.ts';

type Label = Json<LabelValue>;

/** A version of a template. Papers refer to published ones, which stay as they are. */
interface TemplateTable {
  id: Filled<number>;
  /** Id of the first version: the template itself, to everybody outside. */
  series_id: Generated<number>;
  /** 1, 2, 3 ... within the series. */
  number: Generated<number>;
  name: Label;
  /** Id of the questionnaire document its cells are answered by. */
  questionnaire: Generated<string>;
  /** Grows with every change of a draft. */
  revision: Generated<number>;
  /** Null: the draft, which can be changed. */
  published_at: MaybeMoment;
  published_by: MaybeText;
  created_at: Moment;
  created_by: MaybeText;
  updated_at: Moment;
  updated_by: MaybeText;
  removed_at: MaybeMoment;
}
interface CriteriaTable {
  id: Filled<number>;
  template_id: number;
  sort: number;
  dimension: Label;
  cause: Label;
  sub_cause: Label;
  explanation: Label;
  /** What the levels 1 to 3 mean. */
  levels: ColumnType<LabelValue[], string, string>;
  version: Generated<number>;
}
interface BusinessDomainTable {
  id: Filled<number>;
  template_id: number;
  sort: number;
  name: Label;
  version: Generated<number>;
}
/** A column of the matrix: the second kind. Neighbours of the same first kind share a header. */
interface DomainTable {
  id: Filled<number>;
  business_domain_id: number;
  sort: number;
  first_kind: Label;
  name: Label;
  version: Generated<number>;
}
interface EvaluationTable {
  id: Filled<number>;
  name: string;
  template_id: number;
  end_on: Day;
  version: Generated<number>;
  created_by: string;
  created_at: Moment;
  updated_at: Moment;
  removed_at: Date | null;
  /** Closed by its manager, for good. */
  closed_at: MaybeMoment;
  closed_by: ColumnType<string | null, string | null | undefined, string | null>;
}
interface PaperTable {
  id: Filled<number>;
  /** The secret part of the link. */
  uuid: Generated<string>;
  evaluation_id: number;
  /** That of the evaluation when the paper was made. */
  template_id: number;
  business_domains: number[];
  /** Id of the statement document it asks for instead of the matrix. */
  statement: ColumnType<string | null, string | null | undefined, string | null>;
  /** 0 internal, 1 external. */
  send_type: number;
  user_code: string | null;
  inner_user_name: string | null;
  out_user_name: string | null;
  out_email: string | null;
  send_company: string | null;
  send_department: string | null;
  /** Last day on which it can be answered. */
  end_on: Day;
  /** Last day on which its link opens at all. */
  link_ends_on: Day;
  /** 0 editable, 1 submitted. */
  state: Generated<number>;
  /** Grows with what the manager changes; answers have versions of their own. */
  version: Generated<number>;
  created_at: Moment;
  updated_at: Moment;
  submitted_at: Date | null;
  removed_at: Date | null;
  /** Its evaluation was closed before it was submitted. */
  closed_at: MaybeMoment;
  reminded_at: MaybeMoment;
  /** How often its person was reminded. */
  reminders: Generated<number>;
}
interface AnswerTable {
  paper_id: number;
  criteria_id: number;
  domain_id: number;
  value: number;
  version: number;
  changed_in: Generated<string>;
  updated_at: Moment;
}
interface AnswerHistoryTable {
  paper_id: number;
  criteria_id: number;
  domain_id: number;
  version: number;
  value: number;
  at: Moment;
  ip: string | null;
  actor: string | null;
}
/** Answers of a paper written since a moment of the last day. */
interface PaperWritesTable {
  paper_id: number;
  written: number;
  since: Moment;
}
interface ReceiptTable {
  number: string;
  paper_id: number;
  key: string;
  submitted_at: Date;
  answers: number;
  digest: string;
}

declare module '../../database/connection.ts' {
  interface Tables {
    risk_template: TemplateTable;
    risk_criteria: CriteriaTable;
    risk_business_domain: BusinessDomainTable;
    risk_domain: DomainTable;
    risk_evaluation: EvaluationTable;
    risk_paper: PaperTable;
    risk_answer: AnswerTable;
    risk_answer_history: AnswerHistoryTable;
    risk_paper_writes: PaperWritesTable;
    risk_receipt: ReceiptTable;
  }
}
