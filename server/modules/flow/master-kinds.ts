import type { Database } from '../../database/connection.ts';
import { inUse } from '../../errors.ts';

/** A row as the API and files name its fields: codes and names, null for what is not said. */
export type MasterValues = Record<string, string | null>;

/** What every row has beside its own fields. */
export interface MasterStamps {
  id: string;
  clientCode: string;
  clientName: string;
  version: number;
  createTime: string;
  updateTime: string | null;
  updateBy: string | null;
}

interface DealerAnswer extends MasterStamps {
  dealerCode: string;
  dealerName: string;
  email: string | null;
}
interface ProductAnswer extends MasterStamps {
  productCode: string;
  productName: string;
  productSpec: string | null;
}
interface RelationAnswer extends MasterStamps {
  kind: 'dealer' | 'product';
  sourceName: string;
  targetCode: string;
  targetName: string;
}

/** One kind of master data of a client (FLOW-08): a table of codes and names. */
export interface MasterKind<Answer = unknown> {
  part: 'dealer' | 'product' | 'relation';
  table: 'flow_dealer' | 'flow_client_product' | 'flow_matching_relation';
  /** Columns by field; what tells two rows of a client apart stays as it is. */
  key: Readonly<Record<string, string>>;
  rest: Readonly<Record<string, string>>;
  /** Constraint of the key, and the field where a repetition is told. */
  unique: Readonly<Record<string, string>>;
  /** A row as the API shows it. */
  toAnswer: (stamps: MasterStamps, values: MasterValues) => Answer;
  /** @throws ApiError IN_USE when something hangs on one of the rows */
  refuse: (db: Database, clientId: number, rows: readonly MasterValues[]) => Promise<void>;
}

const filled = (text: string | null | undefined) => text ?? '';

export const dealerKind: MasterKind<DealerAnswer> = {
  part: 'dealer',
  table: 'flow_dealer',
  key: { dealerCode: 'dealer_code' },
  rest: { dealerName: 'dealer_name', email: 'email' },
  unique: { flow_dealer_code: 'dealerCode' },
  toAnswer: (stamps, { dealerCode, dealerName, email = null }) => ({
    ...{ ...stamps, email },
    dealerCode: filled(dealerCode),
    dealerName: filled(dealerName),
  }),
  async refuse(db, clientId, rows) {
    const codes = rows.map(({ dealerCode }) => dealerCode ?? '');
    const reviewed = await db
      .selectFrom('flow_review_object')
      .innerJoin('flow_project', 'flow_project.id', 'flow_review_object.project_id')
      .select(['dealer_name', 'project_name'])
      .where('flow_project.client_id', '=', clientId)
      .where('dealer_code', 'in', codes)
      .limit(1)
      .executeTakeFirst();
    if (reviewed) {
      const values = { name: reviewed.dealer_name, project: reviewed.project_name };
      throw inUse('flow.dealerUnderReview', `${values.name} is reviewed in ${values.project}`, values);
    }
    await refuseTargets(db, clientId, 'dealer', codes);
  },
};

export const productKind: MasterKind<ProductAnswer> = {
  part: 'product',
  table: 'flow_client_product',
  key: { productCode: 'product_code' },
  rest: { productName: 'product_name', productSpec: 'product_spec' },
  unique: { flow_client_product_code: 'productCode' },
  toAnswer: (stamps, { productCode, productName, productSpec = null }) => ({
    ...{ ...stamps, productSpec },
    productCode: filled(productCode),
    productName: filled(productName),
  }),
  async refuse(db, clientId, rows) {
    await refuseTargets(
      db,
      clientId,
      'product',
      rows.map(({ productCode }) => productCode ?? ''),
    );
  },
};

export const relationKind: MasterKind<RelationAnswer> = {
  part: 'relation',
  table: 'flow_matching_relation',
  key: { kind: 'kind', sourceName: 'source_name' },
  rest: { targetCode: 'target_code', targetName: 'target_name' },
  unique: { flow_matching_relation_source: 'sourceName' },
  toAnswer: (stamps, { kind, sourceName, targetCode, targetName }) => ({
    ...stamps,
    kind: kind === 'product' ? 'product' : 'dealer',
    sourceName: filled(sourceName),
    targetCode: filled(targetCode),
    targetName: filled(targetName),
  }),
  // Nothing hangs on what files call something.
  refuse: () => Promise.resolve(),
};

/** @throws ApiError IN_USE when matching relations lead to one of them */
async function refuseTargets(db: Database, clientId: number, kind: 'dealer' | 'product', codes: readonly string[]): Promise<void> {
  const led = await db
    .selectFrom('flow_matching_relation')
    .select(['source_name', 'target_name'])
    .where('client_id', '=', clientId)
    .where('kind', '=', kind)
    .where('target_code', 'in', codes)
    .limit(1)
    .executeTakeFirst();
  if (!led) return;
  const values = { name: led.target_name, source: led.source_name };
  throw inUse('flow.targetOfRelations', `The matching relation ${values.source} leads to ${values.name}`, values);
}

/** Names of what relations can lead to, by code. */
export async function targetsOf(db: Database, clientId: number): Promise<Record<'dealer' | 'product', Map<string, string>>> {
  const dealers = await db.selectFrom('flow_dealer').select(['dealer_code', 'dealer_name']).where('client_id', '=', clientId).execute();
  const products = await db
    .selectFrom('flow_client_product')
    .select(['product_code', 'product_name'])
    .where('client_id', '=', clientId)
    .execute();
  return {
    dealer: new Map(dealers.map((row) => [row.dealer_code, row.dealer_name])),
    product: new Map(products.map((row) => [row.product_code, row.product_name])),
  };
}
