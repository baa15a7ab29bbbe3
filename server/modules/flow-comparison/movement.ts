import { sql } from 'kysely';
import type { Database } from '../../database/connection.ts';
import { onPage } from '../../database/paging.ts';
import type { FileType, ProcessStatus } from '../flow-process/kinds.ts';
import { containing } from '../search.ts';
import type { Movement, MovementKind } from './tables.ts';

/** The stock of a product: what it should be by opening, purchases and sales, and what was counted. Quantities are exact decimals. */
export interface MovementRowAnswer {
  productCode: string;
  productName: string;
  kind: MovementKind;
  opening: string | null;
  purchased: string | null;
  sold: string | null;
  expected: string;
  closing: string | null;
  /** Counted less expected. */
  difference: string;
}

/** Files of a dealer the movement is made of, held so that none changes meanwhile. */
async function filesOf(db: Database, objectId: number) {
  const rows = await db
    .selectFrom('flow_data_process')
    .select(['id', 'file_type', 'status', 'data_no', 'rejected', 'unmatched'])
    .where('review_object_id', '=', objectId)
    .where('file_type', 'in', ['dealer-purchase', 'dealer-sale', 'dealer-stock'])
    .orderBy('id')
    .forUpdate()
    .execute();
  const of = (fileType: FileType) => rows.find((row) => row.file_type === fileType);
  const isReady = (file: (typeof rows)[number] | undefined) => file !== undefined && file.status >= '2';
  return { purchase: of('dealer-purchase'), sale: of('dealer-sale'), stock: of('dealer-stock'), isReady };
}

/**
 * Compares the movement of a dealer's stock by product: opening + purchases - sales = closing (FLOW-05). The first day of the file of stocks is the opening,
 * its last the closing; stocks are those of the end of their day, so what was bought and sold after the first day and until the last one counts. Where a file
 * or the opening is missing it says so, and there are no rows. Use the transaction of the comparison. `tolerance`: per cent of what the stock should be.
 */
export async function compareMovement(db: Database, comparisonId: number, objectId: number, tolerance: number): Promise<void> {
  const { purchase, sale, stock, isReady } = await filesOf(db, objectId);
  await db.deleteFrom('flow_movement_row').where('comparison_id', '=', comparisonId).execute();
  const missing: Movement['missing'] = [];
  if (!isReady(sale)) missing.push('dealer-sale');
  if (!isReady(stock)) missing.push('dealer-stock');
  const days = stock && isReady(stock) ? await daysOf(db, stock.id) : { from: null, to: null };
  if (isReady(stock) && (days.from === null || days.from === days.to)) missing.push('opening');
  const movement: Movement = {
    missing,
    ...days,
    saleNo: dataNoOf(sale),
    stockNo: dataNoOf(stock),
    leftOut: {
      saleRejected: sale?.rejected ?? 0,
      saleUnmatched: sale?.unmatched ?? 0,
      stockRejected: stock?.rejected ?? 0,
      stockUnmatched: stock?.unmatched ?? 0,
    },
  };
  await db
    .updateTable('flow_comparison')
    .set({ movement: JSON.stringify(movement) })
    .where('id', '=', comparisonId)
    .execute();
  if (missing.length > 0 || !purchase || !sale || !stock || days.from === null || days.to === null) return;
  await writeRows(db, { comparisonId, purchase: purchase.id, sale: sale.id, stock: stock.id, from: days.from, to: days.to }, tolerance);
  await db.updateTable('flow_data_process').set({ status: '4' }).where('id', 'in', [sale.id, stock.id]).execute();
}

/** A process without a file yet is as good as none. */
const dataNoOf = (process: { status: ProcessStatus; data_no: number } | undefined): number | null =>
  process === undefined || process.status === '0' ? null : process.data_no;

/** First and last day of the stocks of a file. */
async function daysOf(db: Database, processId: number): Promise<{ from: string | null; to: string | null }> {
  return await db
    .selectFrom('flow_data_row')
    .select([sql<string | null>`to_char(min(day), 'YYYY-MM-DD')`.as('from'), sql<string | null>`to_char(max(day), 'YYYY-MM-DD')`.as('to')])
    .where('process_id', '=', processId)
    .where('faults', 'is', null)
    .executeTakeFirstOrThrow();
}

/** A product that is listed no more has no stock, one without any movement none before: only what is not nothing is missing. */
async function writeRows(
  db: Database,
  {
    comparisonId,
    purchase,
    sale,
    stock,
    from,
    to,
  }: { comparisonId: number; purchase: number; sale: number; stock: number; from: string; to: string },
  tolerance: number,
): Promise<void> {
  const summed = (process: number, days: ReturnType<typeof sql>) => sql`
    select product.target_code as code, max(product.target_name) as name, sum(row.quantity) as quantity
    from flow_data_row row
    join flow_data_name product on product.process_id = row.process_id and product.kind = 'product' and product.number = row.product
    where row.process_id = ${process} and row.faults is null and product.target_code is not null and ${days}
    group by 1`;
  const between = sql`row.day > ${from}::date and row.day <= ${to}::date`;
  await sql`
    with opening as materialized (${summed(stock, sql`row.day = ${from}::date`)}), closing as materialized (${summed(stock, sql`row.day = ${to}::date`)}),
    bought as materialized (${summed(purchase, between)}), sold as materialized (${summed(sale, between)}),
    names as (
      select code, min(name) as name
      from (select code, name from opening union all select code, name from closing union all select code, name from bought union all select code, name from sold) every
      group by 1
    )
    insert into flow_movement_row (comparison_id, product_code, product_name, kind, opening, purchased, sold, closing)
    select ${comparisonId}, code, coalesce(names.name, code),
      case when closing.quantity is null and expected <> 0 then 'missing-stock'
        when opening.quantity is null and bought.quantity is null and sold.quantity is null and closing.quantity <> 0 then 'missing-movement'
        when abs(coalesce(closing.quantity, 0) - expected) > abs(expected) * ${String(tolerance)}::numeric / 100 then 'differs'
        else 'matched' end,
      opening.quantity, bought.quantity, sold.quantity, closing.quantity
    from names left join opening using (code) left join closing using (code) left join bought using (code) left join sold using (code)
    cross join lateral (select coalesce(opening.quantity, 0) + coalesce(bought.quantity, 0) - coalesce(sold.quantity, 0) as expected) told`.execute(
    db,
  );
}

const expected = sql`coalesce(opening, 0) + coalesce(purchased, 0) - coalesce(sold, 0)`;

function selectRows(db: Database, comparisonId: number) {
  const decimal = (column: string) => sql<string | null>`trim_scale(${sql.ref(column)})::text`;
  return db
    .selectFrom('flow_movement_row')
    .where('comparison_id', '=', comparisonId)
    .select([
      'product_code as productCode',
      'product_name as productName',
      'kind',
      decimal('opening').as('opening'),
      decimal('purchased').as('purchased'),
      decimal('sold').as('sold'),
      sql<string>`trim_scale(${expected})::text`.as('expected'),
      decimal('closing').as('closing'),
      sql<string>`trim_scale(coalesce(closing, 0) - (${expected}))::text`.as('difference'),
    ]);
}

/** How many products have which result. */
export async function countMovement(db: Database, comparisonId: number) {
  const counted = (kind: MovementKind) => sql<number>`count(*) filter (where kind = ${kind})`;
  return await db
    .selectFrom('flow_movement_row')
    .where('comparison_id', '=', comparisonId)
    .select([
      sql<number>`count(*)`.as('all'),
      counted('matched').as('matched'),
      counted('differs').as('differs'),
      counted('missing-stock').as('missingStock'),
      counted('missing-movement').as('missingMovement'),
    ])
    .executeTakeFirstOrThrow();
}

/** A page of the movement by product. */
export async function pageOfMovement(
  db: Database,
  comparisonId: number,
  { kind, keyword, pageNo, pageSize }: { kind: string; keyword: string; pageNo: number; pageSize: number },
): Promise<{ content: MovementRowAnswer[]; total: number; current: number; size: number }> {
  const pattern = containing(keyword);
  const fits = sql<boolean>`(${kind} = '' or kind = ${kind}) and (${keyword} = '' or product_code ilike ${pattern} or product_name ilike ${pattern})`;
  const { total } = await db
    .selectFrom('flow_movement_row')
    .where('comparison_id', '=', comparisonId)
    .where(fits)
    .select((row) => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const content = await selectRows(db, comparisonId).where(fits).orderBy('product_code').$call(onPage(pageNo, pageSize)).execute();
  return { content, total, current: pageNo, size: pageSize };
}

/** Every product of the movement. Products of a client are thousands at most. */
export async function allMovement(db: Database, comparisonId: number): Promise<MovementRowAnswer[]> {
  return await selectRows(db, comparisonId).orderBy('product_code').execute();
}
