import { sql } from 'kysely';
import type { Database } from '../../database/connection.ts';
import { type Dealers, dealersOf } from './dealers.ts';
import type { NameKind } from './kinds.ts';
import { findProcess, nextDataNo } from './processes.ts';
import './tables.ts';

/** What names of a kind can be matched to: the master data of the client. */
function known(kind: NameKind, clientId: number) {
  return kind === 'product'
    ? sql`select product_code as code, product_name as name, coalesce(product_spec, '') as spec from flow_client_product where client_id = ${clientId}`
    : sql`select dealer_code as code, dealer_name as name, '' as spec from flow_dealer where client_id = ${clientId}`;
}

/**
 * Matches every name of a process: by a matching relation of its code, then by exact code (in a column of names, too, where there is none of codes), then by a relation of its name, then by name and
 * specification alike but for width, case and white space. What fits more than one thing matches none: a person decides (FLOW-05).
 */
async function matchNames(db: Database, processId: number, clientId: number, kind: NameKind): Promise<void> {
  await sql`
    with known as materialized (${known(kind, clientId)}),
    codes as materialized (
      select normalize(trim(code), NFKC) as key, min(code) as code from known group by 1 having count(*) = 1
    ),
    relations as materialized (
      select flow_name_key(source_name) as key, min(target_code) as code, min(target_name) as name
      from flow_matching_relation where client_id = ${clientId} and kind = ${kind} group by 1 having count(distinct target_code) = 1
    ),
    whole as materialized (select flow_name_key(name || spec) as key, min(code) as code from known group by 1 having count(*) = 1),
    short as materialized (select flow_name_key(name) as key, min(code) as code from known group by 1 having count(*) = 1),
    names as materialized (
      select number, spec, case when kind = 'dealer' or code = '' then name else code end as code, flow_name_key(case when kind = 'dealer' or (code = '' and spec = '') then name else code end) as code_key,
        case when name = '' then '' else flow_name_key(name || spec) end as key
      from flow_data_name where process_id = ${processId} and kind = ${kind}
    ),
    found as (
      select names.number, coalesce(coded.code, codes.code, named.code, whole.code, short.code) as code,
        coalesce(coded.name, named.name) as relation_name,
        case when coded.code is not null then 'relation' when codes.code is not null then 'code' when named.code is not null then 'relation'
          when coalesce(whole.code, short.code) is not null then 'name' end as matched_by
      from names
      left join codes on names.code <> '' and codes.key = names.code
      left join relations named on names.key <> '' and named.key = names.key
      left join relations coded on names.code_key <> '' and coded.key = names.code_key
      left join whole on names.key <> '' and whole.key = names.key
      left join short on names.key <> '' and names.spec = '' and short.key = names.key
    )
    update flow_data_name set target_code = found.code, matched_by = found.matched_by,
      target_name = case when found.code is not null then coalesce(nullif(trim(target.name || ' ' || target.spec), ''), found.relation_name) end
    from found left join known target on target.code = found.code where process_id = ${processId} and kind = ${kind} and flow_data_name.number = found.number`.execute(
    db,
  );
}

/** Matches the names of a process by the master data as they are now, and counts its rows anew. Use the transaction that holds the process. */
export async function match(db: Database, processId: number): Promise<void> {
  await matchAnew(db, processId);
  await renew(db, processId);
}

/** What was compared with the process is out of date. */
async function renew(db: Database, processId: number): Promise<void> {
  await db
    .updateTable('flow_data_process')
    .set({ data_no: nextDataNo, status: sql`case when rows = rejected then '1' when unmatched > 0 then '2' else '3' end` })
    .where('id', '=', processId)
    .execute();
}

async function matchAnew(db: Database, processId: number): Promise<void> {
  const process = await findProcess(db, String(processId));
  if (!process) throw new Error(`There is no process ${processId}`);
  const { client_id } = await db
    .selectFrom('flow_project')
    .select('client_id')
    .where('id', '=', Number(process.projectId))
    .executeTakeFirstOrThrow();
  await matchNames(db, processId, client_id, 'product');
  await matchNames(db, processId, client_id, 'dealer');
  await recount(db, processId, await dealersOf(db, process));
}

/**
 * Rows of a file by product and dealer (`rows`, of them `rejected`), and what is said of them all: `is_elsewhere`, they went to another dealer than these, and
 * `is_unmatched`, nobody can tell what they are or whose. Only shipments say whom they went to. Rows that went elsewhere are that, whatever their product.
 */
export function rowsByName(processId: number, { codes, isNeeded }: Dealers) {
  return sql<{ rows: number; rejected: number; is_elsewhere: boolean; is_unmatched: boolean }>`
    select sums.rows, sums.rejected,
      process.file_type = 'client-shipment' and dealer.target_code is not null and dealer.target_code <> all (${codes}::text[]) as is_elsewhere,
      product.target_code is null or (process.file_type = 'client-shipment' and (${isNeeded}::boolean or sums.dealer is not null) and dealer.target_code is null) as is_unmatched
    from (
      select product, dealer, count(*) as rows, count(*) filter (where faults is not null) as rejected from flow_data_row where process_id = ${processId} group by 1, 2
    ) sums
    join flow_data_process process on process.id = ${processId}
    left join flow_data_name product on product.process_id = ${processId} and product.kind = 'product' and product.number = sums.product
    left join flow_data_name dealer on dealer.process_id = ${processId} and dealer.kind = 'dealer' and dealer.number = sums.dealer`;
}

/** What of `rowsByName` is left out of a comparison. */
export const leftOutOf = {
  elsewhere: sql<number>`coalesce(sum(rows - rejected) filter (where is_elsewhere), 0)`,
  unmatched: sql<number>`coalesce(sum(rows - rejected) filter (where not is_elsewhere and is_unmatched), 0)`,
};

async function recount(db: Database, processId: number, dealers: Dealers): Promise<void> {
  await sql`
    with named as materialized (${rowsByName(processId, dealers)}),
    counted as (
      select coalesce(sum(rows), 0) as rows, coalesce(sum(rejected), 0) as rejected, ${leftOutOf.elsewhere} as elsewhere, ${leftOutOf.unmatched} as unmatched from named
    )
    update flow_data_process set rows = counted.rows, rejected = counted.rejected, elsewhere = counted.elsewhere, unmatched = counted.unmatched,
      asks_dealers = ${dealers.isNeeded},
      status = case when flow_data_process.status = '4' then '4' when counted.rows = counted.rejected then '1' when counted.unmatched > 0 then '2' else '3' end
    from counted where id = ${processId}`.execute(db);
}

/**
 * Matches what the client shipped to the dealers of a batch anew, where dealers came or left: rows that name nobody are those of a dealer who is alone in
 * it. Comparisons of before are out of date where that changed, or where names mean something else than before; another dealer among many changes neither.
 * Use a transaction that holds the project for itself.
 */
export async function matchShipment(db: Database, projectId: number, reviewBatchNo: string): Promise<void> {
  const read = await db
    .selectFrom('flow_data_process')
    .select('id')
    .where('project_id', '=', projectId)
    .where('review_batch_no', '=', reviewBatchNo)
    .where('mapping', 'is not', null)
    .forUpdate()
    .executeTakeFirst();
  if (!read) return;
  const before = await meaningOf(db, read.id);
  await matchAnew(db, read.id);
  if ((await meaningOf(db, read.id)) !== before) await renew(db, read.id);
}

/** What the rows of a file mean for a dealer: which things their names are, and whether rows that name nobody are theirs. */
async function meaningOf(db: Database, processId: number): Promise<string> {
  const { meaning } = await db
    .selectFrom('flow_data_process')
    .where('id', '=', processId)
    .select(
      sql<string>`concat(asks_dealers, ' ', (select md5(string_agg(concat_ws(' ', kind, number, target_code), ',' order by kind, number)) from flow_data_name where process_id = ${processId}))`.as(
        'meaning',
      ),
    )
    .executeTakeFirstOrThrow();
  return meaning;
}
