import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Database } from '../../database/connection.ts';
import { ApiError } from '../../errors.ts';
import { record } from '../audit/record.ts';
import { authorOf, signature } from '../changes.ts';
import { beginReview } from '../flow/review-changes.ts';
import { holdReviewObject } from '../flow/rights.ts';
import { dealersOf } from '../flow-process/dealers.ts';
import { leftOutOf, rowsByName } from '../flow-process/matching.ts';
import { type ComparisonAnswer, findComparison } from './comparisons.ts';
import { compareMovement } from './movement.ts';
import { shipmentOf } from './shipments.ts';
import type { Grain, LeftOut } from './tables.ts';

export interface Terms {
  grain: Grain;
  /** Per cent. */
  quantityTolerance: number;
  priceTolerance: number;
}

/**
 * Compares shipments of the client with purchases of the dealer, and the movement of the dealer's stock, in one transaction (API-134). Verdicts and remarks of results that come again
 * stay. @throws ApiError NOT_FOUND, FLOW_NOT_READY with the file that is missing, FLOW_COMPARISON_RUNNING, FLOW_CLIENT_DISABLED, FLOW_PROJECT_CLOSED
 */
export async function executeComparison(context: Context, reviewObjectId: string, terms: Terms): Promise<ComparisonAnswer> {
  const author = authorOf(context);
  return await context.db.transaction().execute(async (transaction) => {
    const { object } = await holdReviewObject(transaction, author.user, reviewObjectId);
    await requireAlone(transaction, object.id);
    const before = await findComparison(transaction, object.id);
    await compare(transaction, object.id, terms, signature(author.user));
    await beginReview(transaction, object, author);
    const after = await findComparison(transaction, object.id);
    if (!after) throw new Error('The comparison cannot be read');
    const detail = { ...(before && { before }), after, dealer: object.dealerName };
    const target = { targetType: 'flow_comparison', targetId: after.id };
    await record(transaction, author.origin, { action: 'flow_comparison_execute', ...target, actor: author.user, detail });
    return after;
  });
}

/** Until the transaction ends nobody else compares. Of two at once the second is refused: waiting it would do the same again. @throws ApiError FLOW_COMPARISON_RUNNING */
export async function requireAlone(db: Database, objectId: number): Promise<void> {
  const key = `flow comparison ${objectId}`;
  const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(hashtextextended(${key}, 0)) as mine`.execute(db);
  if (rows[0]?.mine !== true) throw new ApiError('FLOW_COMPARISON_RUNNING');
}

/** Both files, held so that neither changes meanwhile, and in the same order the other files of the dealer that are looked at. @throws ApiError FLOW_NOT_READY */
async function bothSides(db: Database, objectId: number) {
  const processes = await db
    .selectFrom('flow_data_process')
    .select(['id', 'review_object_id', 'file_type', 'status', 'data_no', 'rejected', 'unmatched'])
    .where(sql<boolean>`(id = ${shipmentOf(objectId)} or (review_object_id = ${objectId} and file_type <> 'client-shipment'))`)
    .orderBy('id')
    .forUpdate()
    .execute();
  const side = (fileType: 'client-shipment' | 'dealer-purchase', key: string) => {
    const process = processes.find((one) => one.file_type === fileType);
    if (process && process.status >= '2') return process;
    throw new ApiError('FLOW_NOT_READY', { details: [{ field: '', message: `The file ${fileType} is not mapped`, key }] });
  };
  return { client: side('client-shipment', 'flow-data.shipmentNotReady'), dealer: side('dealer-purchase', 'flow-data.purchaseNotReady') };
}

/**
 * Which rows of the file of shipments are those of the dealer, how many went to others, and of how many more nobody can tell whose or what they are.
 * Each row counts once; those that were rejected are counted with the file.
 */
async function shippedTo(db: Database, objectId: number, client: { id: number; review_object_id: number | null }) {
  const { projectId, reviewBatchNo, dealerCode } = await db
    .selectFrom('flow_review_object')
    .select(['project_id as projectId', 'review_batch_no as reviewBatchNo', 'dealer_code as dealerCode'])
    .where('id', '=', objectId)
    .executeTakeFirstOrThrow();
  const reviewObjectId = client.review_object_id === null ? null : String(client.review_object_id);
  const { isNeeded } = await dealersOf(db, { reviewObjectId, dealerCode, projectId: String(projectId), reviewBatchNo });
  const { rows } = await sql<{ elsewhere: number; unmatched: number }>`
    select (${leftOutOf.elsewhere})::int as elsewhere, (${leftOutOf.unmatched})::int as unmatched
    from (${rowsByName(client.id, { codes: [dealerCode], isNeeded })}) named`.execute(db);
  return { dealerCode, takesNameless: !isNeeded, elsewhere: rows[0]?.elsewhere ?? 0, unmatched: rows[0]?.unmatched ?? 0 };
}

/** The comparison itself. Use a transaction. @throws ApiError FLOW_NOT_READY */
export async function compare(db: Database, objectId: number, terms: Terms, by: string): Promise<void> {
  const { client, dealer } = await bothSides(db, objectId);
  const shipped = await shippedTo(db, objectId, client);
  const leftOut: LeftOut = {
    clientRejected: client.rejected,
    clientUnmatched: shipped.unmatched,
    clientElsewhere: shipped.elsewhere,
    dealerRejected: dealer.rejected,
    dealerUnmatched: dealer.unmatched,
  };
  const values = {
    grain: terms.grain,
    quantity_tolerance: String(terms.quantityTolerance),
    price_tolerance: String(terms.priceTolerance),
    client_data_no: client.data_no,
    dealer_data_no: dealer.data_no,
    left_out: JSON.stringify(leftOut),
    executed_at: new Date(),
    executed_by: by,
  };
  const { id, version: run } = await db
    .insertInto('flow_comparison')
    .values({ review_object_id: objectId, ...values })
    .onConflict((conflict) => conflict.column('review_object_id').doUpdateSet({ ...values, version: sql`flow_comparison.version + 1` }))
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow();
  await writeResults(
    db,
    { id, run, dealerCode: shipped.dealerCode, takesNameless: shipped.takesNameless, client: client.id, dealer: dealer.id },
    terms,
  );
  await db.deleteFrom('flow_comparison_row').where('comparison_id', '=', id).where('run', '<>', run).execute();
  await db.updateTable('flow_data_process').set({ status: '4' }).where('id', 'in', [client.id, dealer.id]).execute();
  await compareMovement(db, id, objectId, terms.quantityTolerance);
}

/**
 * Sums of both sides by product and period, joined: who is alone misses the other; a quantity may differ by its tolerance of what the client says,
 * and only then prices are looked at. A price is the amount by the quantity of the rows that have an amount, or a price and so one.
 * What is there already keeps remark and verdict; where figures changed the verdict is open again.
 */
async function writeResults(
  db: Database,
  {
    id,
    run,
    dealerCode,
    takesNameless,
    client,
    dealer,
  }: { id: number; run: number; dealerCode: string; takesNameless: boolean; client: number; dealer: number },
  { grain, quantityTolerance, priceTolerance }: Terms,
): Promise<void> {
  const pattern = grain === 'month' ? 'YYYY-MM' : 'YYYY-MM-DD';
  // Rows are summed by their names first: thousands of sums are joined with the names, not every row.
  const summed = (process: number, isClient: boolean) => sql`
    select product.target_code as code, max(product.target_name) as name, sums.period, sum(sums.rows)::integer as rows,
      sum(sums.quantity) as quantity, sum(sums.amount) as amount, round(sum(sums.amount) / nullif(sum(sums.paid), 0), 6) as price
    from (
      select product, dealer, to_char(day, ${pattern}) as period, count(*) as rows, sum(quantity) as quantity, sum(told.amount) as amount,
        sum(quantity) filter (where told.amount is not null) as paid
      from flow_data_row cross join lateral (select coalesce(amount, quantity * unit_price) as amount) told
      where process_id = ${process} and faults is null
      group by product, dealer, period
      offset 0
    ) sums
    join flow_data_name product on product.process_id = ${process} and product.kind = 'product' and product.number = sums.product
    left join flow_data_name dealer on dealer.process_id = ${process} and dealer.kind = 'dealer' and dealer.number = sums.dealer
    where product.target_code is not null
      and (not ${isClient}::boolean or (${takesNameless}::boolean and sums.dealer is null) or dealer.target_code = ${dealerCode})
    group by 1, 3`;
  const changed = sql`(${figuresOf('flow_comparison_row')}) is distinct from (${figuresOf('excluded')})`;
  await sql`
    with client as materialized (${summed(client, true)}), dealer as materialized (${summed(dealer, false)})
    insert into flow_comparison_row (comparison_id, run, product_code, product_name, period, ${sql.join(figures.map((name) => sql.ref(name)))})
    select ${id}, ${run}, code, coalesce(client.name, dealer.name), period,
      case when dealer.rows is null then 'missing-dealer' when client.rows is null then 'missing-client'
        when abs(dealer.quantity - client.quantity) > abs(client.quantity) * ${quantityTolerance}::numeric / 100 then 'quantity'
        when abs(dealer.price - client.price) > abs(client.price) * ${priceTolerance}::numeric / 100 then 'price'
        else 'matched' end,
      coalesce(client.rows, 0), client.quantity, client.price, client.amount, coalesce(dealer.rows, 0), dealer.quantity, dealer.price, dealer.amount
    from client full join dealer using (code, period)
    order by code, period
    on conflict (comparison_id, product_code, period) do update set run = excluded.run, product_name = excluded.product_name,
      ${sql.join(figures.map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`))},
      verdict = case when flow_comparison_row.verdict is not null and ${changed} then 'open' else flow_comparison_row.verdict end,
      version = flow_comparison_row.version + case when ${changed} then 1 else 0 end`.execute(db);
}

const figures = [
  'kind',
  'client_rows',
  'client_quantity',
  'client_price',
  'client_amount',
  'dealer_rows',
  'dealer_quantity',
  'dealer_price',
  'dealer_amount',
];
function figuresOf(table: string) {
  return sql.join(figures.map((name) => sql.ref(`${table}.${name}`)));
}
