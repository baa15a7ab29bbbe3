import type { ColumnType, Generated } from 'kysely';
import type { MaybeDay, MaybeText, VersionedRow } from '../../database/columns.ts';

/** A company whose goods' way through its dealers is audited. */
interface ClientTable extends VersionedRow {
  /** What addresses and menus name it by. */
  client_code: string;
  client_name: string;
  /** 0 enabled, 1 disabled. */
  status: Generated<'0' | '1'>;
  remark: MaybeText;
}
/** Who works for a client, and sees what is its. */
interface ClientMemberTable {
  client_id: number;
  user_id: number;
}
interface DealerTable extends VersionedRow {
  client_id: number;
  dealer_code: string;
  dealer_name: string;
  email: MaybeText;
}
interface ClientProductTable extends VersionedRow {
  client_id: number;
  product_code: string;
  product_name: string;
  product_spec: MaybeText;
}
/** What files of a client call a dealer or a product, and which one that is. */
interface MatchingRelationTable extends VersionedRow {
  client_id: number;
  kind: 'dealer' | 'product';
  source_name: string;
  target_code: string;
  target_name: string;
}
interface ProjectTable extends VersionedRow {
  client_id: number;
  project_name: string;
  /** 0 planned, 1 under way, 2 closed. */
  status: Generated<'0' | '1' | '2'>;
  start_date: MaybeDay;
  end_date: MaybeDay;
  remark: MaybeText;
}
/** A dealer a project reviews. Those of a project with the same number are a batch. */
interface ReviewObjectTable extends VersionedRow {
  project_id: number;
  review_batch_no: string;
  dealer_code: string;
  dealer_name: string;
  /** 0 not started, 1 under review, 2 reviewed. */
  status: Generated<'0' | '1' | '2'>;
  /** Who does the work on site. */
  executor_id: ColumnType<number | null, number | null | undefined, number | null>;
  remark: MaybeText;
}

declare module '../../database/connection.ts' {
  interface Tables {
    flow_client: ClientTable;
    flow_client_member: ClientMemberTable;
    flow_dealer: DealerTable;
    flow_client_product: ClientProductTable;
    flow_matching_relation: MatchingRelationTable;
    flow_project: ProjectTable;
    flow_review_object: ReviewObjectTable;
  }
}
