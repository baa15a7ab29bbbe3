import { sql } from 'kysely';
import type { Database } from '../../database/connection.ts';
import { inOrderOf, onPage } from '../../database/paging.ts';
import { containing } from '../search.ts';
import { countMovement } from './movement.ts';
import { shipmentOf } from './shipments.ts';
import type { Grain, LeftOut, Movement, ResultKind, Verdict } from './tables.ts';

/** A comparison as the API shows it (FLOW-02). Quantities and amounts are exact decimals. */
export interface ComparisonAnswer {
  id: string;
  reviewObjectId: string;
  grain: Grain;
  quantityTolerance: number;
  priceTolerance: number;
  executeTime: string;
  executeBy: string | null;
  outdated: boolean;
  leftOut: LeftOut;
  /** Of the dealer's stock; null where it was compared before movements were. */
  movement: (Pick<Movement, 'missing' | 'from' | 'to' | 'leftOut'> & { counts: Awaited<ReturnType<typeof countMovement>> }) | null;
  counts: {
    all: number;
    matched: number;
    quantity: number;
    price: number;
    missingClient: number;
    missingDealer: number;
    withVerdict: number;
    withVerdictOrRemark: number;
  };
  totals: { clientQuantity: string; clientAmount: string | null; dealerQuantity: string; dealerAmount: string | null };
  version: number;
}
export interface ComparisonRowAnswer {
  id: string;
  productCode: string;
  productName: string;
  period: string;
  kind: ResultKind;
  clientRows: number;
  clientQuantity: string | null;
  clientPrice: string | null;
  clientAmount: string | null;
  dealerRows: number;
  dealerQuantity: string | null;
  dealerPrice: string | null;
  dealerAmount: string | null;
  quantityDifference: string;
  verdict: Verdict | null;
  remark: string | null;
  version: number;
  updateTime: string | null;
  updateBy: string | null;
}

/** The comparison of a review object; nothing while there is none. */
export async function findComparison(db: Database, objectId: number): Promise<ComparisonAnswer | undefined> {
  // A process without a file yet is as good as none.
  const dataNo = (fileType: string) =>
    sql<
      number | null
    >`(select data_no from flow_data_process process where process.review_object_id = comparison.review_object_id and process.file_type = ${fileType} and status <> '0')`;
  const row = await db
    .selectFrom('flow_comparison as comparison')
    .selectAll()
    .select([
      sql<number | null>`(select data_no from flow_data_process where id = ${shipmentOf(sql<number>`comparison.review_object_id`)})`.as(
        'client_now',
      ),
      dataNo('dealer-purchase').as('dealer_now'),
      dataNo('dealer-sale').as('sale_now'),
      dataNo('dealer-stock').as('stock_now'),
    ])
    .where('review_object_id', '=', objectId)
    .executeTakeFirst();
  if (!row) return undefined;
  const counted = (kind: ResultKind) => sql<number>`count(*) filter (where kind = ${kind})`;
  const sums = await db
    .selectFrom('flow_comparison_row')
    .where('comparison_id', '=', row.id)
    .select([
      sql<number>`count(*)`.as('all'),
      counted('matched').as('matched'),
      counted('quantity').as('quantity'),
      counted('price').as('price'),
      counted('missing-client').as('missingClient'),
      counted('missing-dealer').as('missingDealer'),
      sql<number>`count(verdict)`.as('withVerdict'),
      sql<number>`count(coalesce(verdict, remark))`.as('withVerdictOrRemark'),
      sql<string>`trim_scale(coalesce(sum(client_quantity), 0))::text`.as('clientQuantity'),
      sql<string | null>`trim_scale(sum(client_amount))::text`.as('clientAmount'),
      sql<string>`trim_scale(coalesce(sum(dealer_quantity), 0))::text`.as('dealerQuantity'),
      sql<string | null>`trim_scale(sum(dealer_amount))::text`.as('dealerAmount'),
    ])
    .executeTakeFirstOrThrow();
  const { clientQuantity, clientAmount, dealerQuantity, dealerAmount, ...counts } = sums;
  return {
    id: String(row.id),
    reviewObjectId: String(row.review_object_id),
    grain: row.grain,
    quantityTolerance: Number(row.quantity_tolerance),
    priceTolerance: Number(row.price_tolerance),
    executeTime: row.executed_at.toISOString(),
    executeBy: row.executed_by,
    outdated:
      row.client_now !== row.client_data_no ||
      row.dealer_now !== row.dealer_data_no ||
      (row.movement !== null && isMovedSince(row.movement, { sale: row.sale_now, stock: row.stock_now })),
    leftOut: row.left_out,
    movement: await movementOf(db, row.id, row.movement),
    counts,
    totals: { clientQuantity, clientAmount, dealerQuantity, dealerAmount },
    version: row.version,
  };
}

/**
 * Whether other files are there by now than the movement was made of. Where one was missing and none is there, none has changed: comparisons of before kept the
 * number of a process without a file, too.
 */
function isMovedSince({ missing, saleNo, stockNo }: Movement, now: { sale: number | null; stock: number | null }): boolean {
  const isOther = (before: number | null, after: number | null, fileType: 'dealer-sale' | 'dealer-stock') =>
    before !== after && !(after === null && missing.includes(fileType));
  return isOther(saleNo, now.sale, 'dealer-sale') || isOther(stockNo, now.stock, 'dealer-stock');
}

async function movementOf(db: Database, id: number, movement: Movement | null): Promise<ComparisonAnswer['movement']> {
  if (movement === null) return null;
  const { missing, from, to, leftOut } = movement;
  return { missing, from, to, leftOut, counts: await countMovement(db, id) };
}

const decimal = (column: string) => sql<string | null>`trim_scale(${sql.ref(column)})::text`;

function selectResults(db: Database, comparisonId: number) {
  return db
    .selectFrom('flow_comparison_row')
    .where('comparison_id', '=', comparisonId)
    .select([
      'id',
      'product_code',
      'product_name',
      'period',
      'kind',
      'client_rows',
      decimal('client_quantity').as('client_quantity'),
      decimal('client_price').as('client_price'),
      decimal('client_amount').as('client_amount'),
      'dealer_rows',
      decimal('dealer_quantity').as('dealer_quantity'),
      decimal('dealer_price').as('dealer_price'),
      decimal('dealer_amount').as('dealer_amount'),
      sql<string>`trim_scale(coalesce(dealer_quantity, 0) - coalesce(client_quantity, 0))::text`.as('difference'),
      'verdict',
      'remark',
      'version',
      'updated_at',
      'updated_by',
    ]);
}

function toResult(row: Awaited<ReturnType<ReturnType<typeof selectResults>['executeTakeFirstOrThrow']>>): ComparisonRowAnswer {
  return {
    id: String(row.id),
    productCode: row.product_code,
    productName: row.product_name,
    period: row.period,
    kind: row.kind,
    clientRows: row.client_rows,
    clientQuantity: row.client_quantity,
    clientPrice: row.client_price,
    clientAmount: row.client_amount,
    dealerRows: row.dealer_rows,
    dealerQuantity: row.dealer_quantity,
    dealerPrice: row.dealer_price,
    dealerAmount: row.dealer_amount,
    quantityDifference: row.difference,
    verdict: row.verdict,
    remark: row.remark,
    version: row.version,
    updateTime: row.updated_at?.toISOString() ?? null,
    updateBy: row.updated_by,
  };
}

export interface ResultFilter {
  kind: string;
  verdict: string;
  keyword: string;
}

/** A page of the results of a comparison by product and period (API-144). */
export async function pageOfResults(
  db: Database,
  comparisonId: number,
  { kind, verdict, keyword, pageNo, pageSize }: ResultFilter & { pageNo: number; pageSize: number },
): Promise<{ content: ComparisonRowAnswer[]; total: number; current: number; size: number }> {
  const pattern = containing(keyword);
  const fits = sql<boolean>`(${kind} = '' or kind = ${kind})
    and (${verdict} = '' or coalesce(verdict, 'none') = ${verdict})
    and (${keyword} = '' or product_code ilike ${pattern} or product_name ilike ${pattern} or period ilike ${pattern} or remark ilike ${pattern})`;
  const { total } = await db
    .selectFrom('flow_comparison_row')
    .where('comparison_id', '=', comparisonId)
    .where(fits)
    .select((row) => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await selectResults(db, comparisonId)
    .where(fits)
    .orderBy('product_code')
    .orderBy('period')
    .$call(onPage(pageNo, pageSize))
    .execute();
  return { content: rows.map(toResult), total, current: pageNo, size: pageSize };
}

/** Results by their ids, in the order of these. */
export async function findResults(db: Database, comparisonId: number, ids: readonly number[]): Promise<ComparisonRowAnswer[]> {
  if (ids.length === 0) return [];
  const rows = await selectResults(db, comparisonId).where('id', 'in', ids).execute();
  return inOrderOf(ids, rows).map(toResult);
}

/** Rows of one statement. */
const atOnce = 2_000;

/** Every result by product and period, read as it is taken. */
export async function* eachResult(db: Database, comparisonId: number): AsyncGenerator<ComparisonRowAnswer> {
  let last: ComparisonRowAnswer | undefined;
  for (;;) {
    const found = await selectResults(db, comparisonId)
      .$if(last !== undefined, (query) =>
        query.where(sql<boolean>`(product_code, period) > (${last?.productCode ?? ''}, ${last?.period ?? ''})`),
      )
      .orderBy('product_code')
      .orderBy('period')
      .limit(atOnce)
      .execute();
    for (const row of found) {
      last = toResult(row);
      yield last;
    }
    if (found.length < atOnce) return;
  }
}
