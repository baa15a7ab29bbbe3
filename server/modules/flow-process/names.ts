import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { signedIn } from '../../contracts.ts';
import type { Database } from '../../database/connection.ts';
import { onPage } from '../../database/paging.ts';
import { ApiError, wrong } from '../../errors.ts';
import { type Author, authorOf, changeWithin, signature, touched } from '../changes.ts';
import { holdOpenProject } from '../flow/rights.ts';
import { containing } from '../search.ts';
import type { NameKind } from './kinds.ts';
import { match } from './matching.ts';
import {
  batchNo,
  findProcess,
  type HeldProcess,
  holdProcess,
  joinedProcesses,
  kind,
  type ProcessAnswer,
  requireProcess,
} from './processes.ts';

export interface NameFilter {
  id: string;
  part: string;
  kind: string;
  keyword: string;
  pageNo: number;
  pageSize: number;
}

/** A page of the names of a process: unmatched ones first, and of these those with most rows. @throws ApiError NOT_FOUND */
export async function pageOfNames(context: Context, { id, part, kind: ofKind, keyword, pageNo, pageSize }: NameFilter) {
  const { process } = await requireProcess(context.db, signedIn(context), id);
  const pattern = containing(keyword);
  // Only shipments say to whom they went: of other files the other side may be anybody.
  const kinds = process.fileType === 'client-shipment' ? ['product', 'dealer'] : ['product'];
  const fitting = context.db
    .selectFrom('flow_data_name')
    .where('process_id', '=', Number(id))
    .where('kind', 'in', kinds as NameKind[])
    .where(
      sql<boolean>`(${part} = '' or (${part} = 'unmatched') = (target_code is null)) and (${ofKind} = '' or kind = ${ofKind})
      and (${keyword} = '' or code ilike ${pattern} or name ilike ${pattern} or spec ilike ${pattern} or target_code ilike ${pattern} or target_name ilike ${pattern})`,
    );
  const { total } = await fitting.select((row) => row.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await fitting
    .selectAll()
    .orderBy(sql`target_code is not null`)
    .orderBy('rows', 'desc')
    .orderBy('kind', 'desc')
    .orderBy('number')
    .$call(onPage(pageNo, pageSize))
    .execute();
  const content = rows.map((row) => ({
    key: `${row.kind}-${row.number}`,
    kind: row.kind,
    number: row.number,
    code: row.code,
    name: row.name,
    spec: row.spec,
    rows: row.rows,
    targetCode: row.target_code,
    targetName: row.target_name,
    matchedBy: row.matched_by,
  }));
  return { content, total, current: pageNo, size: pageSize };
}

const mostTargets = 200;

/** Products or dealers of the client, to choose from. @throws ApiError NOT_FOUND */
export async function targetsOf(
  context: Context,
  { id, kind: ofKind, keyword }: { id: string; kind: NameKind; keyword: string },
): Promise<{ code: string; label: string }[]> {
  const { project } = await requireProcess(context.db, signedIn(context), id);
  const pattern = containing(keyword);
  const found = await (ofKind === 'product'
    ? sql<{
        code: string;
        label: string;
      }>`select product_code as code, concat_ws(' ', product_code, product_name, product_spec) as label from flow_client_product
      where client_id = ${project.clientId} and concat_ws(' ', product_code, product_name, product_spec) ilike ${pattern} order by product_code limit ${mostTargets}`
    : sql<{ code: string; label: string }>`select dealer_code as code, concat_ws(' ', dealer_code, dealer_name) as label from flow_dealer
      where client_id = ${project.clientId} and concat_ws(' ', dealer_code, dealer_name) ilike ${pattern} order by dealer_code limit ${mostTargets}`
  ).execute(context.db);
  return found.rows;
}

export interface Assignment {
  id: string;
  kind: NameKind;
  number: number;
  targetCode: string;
  /** The name and its match as they were looked at. A file that came since numbers its names anew. */
  seen?: SeenName | undefined;
}
interface SeenName {
  code: string;
  name: string;
  spec: string;
  targetCode: string | null;
}
type MeantName = SeenName & { matchedBy: string | null };

/**
 * Says which product or dealer a name is: a matching relation of the client, by which all files of the batch that have the name are matched
 * anew (FLOW-05, FLOW-08).
 * @throws ApiError NOT_FOUND, CONFLICT with the match as it is where somebody else matched the name since it was seen, FLOW_CLIENT_DISABLED,
 *   FLOW_PROJECT_CLOSED, PARAMETER_ERROR
 */
export async function assignName(
  context: Context,
  { id, kind: ofKind, number, targetCode, seen }: Assignment,
): Promise<{ process: ProcessAnswer; others: number }> {
  const author = authorOf(context);
  return await context.db.transaction().execute(async (transaction) => {
    const held = await requireProcess(transaction, author.user, id);
    await holdOpenProject(transaction, author.user, held.process.projectId);
    await batchOf(transaction, held).select('process.id').orderBy('process.id').forUpdate('process').execute();
    const name = await meantName(transaction, { id, kind: ofKind, number, targetCode, seen });
    const source = (await isToldByCode(transaction, name, { id, kind: ofKind, clientId: held.project.clientId }))
      ? name.code
      : [name.name, name.spec].filter((part) => part !== '').join(' ');
    await keepRelation(transaction, { clientId: held.project.clientId, kind: ofKind, source, targetCode }, author);
    const others = await alike(transaction, held, { id, kind: ofKind, source });
    for (const one of [id, ...others]) await matchAnew(transaction, one, author, { assigned: source, to: targetCode });
    const process = await findProcess(transaction, id);
    if (!process) throw new ApiError('NOT_FOUND');
    return { process, others: others.length };
  });
}

/** The name that is assigned: as it was seen, whatever its number is by now. @throws ApiError NOT_FOUND, CONFLICT, PARAMETER_ERROR */
async function meantName(db: Database, { id, kind: ofKind, number, targetCode, seen }: Assignment): Promise<MeantName> {
  const name = await db
    .selectFrom('flow_data_name')
    .select(['code', 'name', 'spec', 'target_code as targetCode', 'matched_by as matchedBy'])
    .where('process_id', '=', Number(id))
    .where('kind', '=', ofKind)
    .where((is) => (seen ? is.and({ code: seen.code, name: seen.name, spec: seen.spec }) : is('number', '=', number)))
    .executeTakeFirst();
  if (!name && seen) throw wrong('targetCode', 'The file that came meanwhile has no such name', 'flow-data.noSuchName');
  if (!name) throw new ApiError('NOT_FOUND');
  const { matchedBy: _, ...seenNow } = name;
  const isOther = seen && name.targetCode !== seen.targetCode && name.targetCode !== targetCode;
  if (isOther) throw new ApiError('CONFLICT', { data: { targetCode: name.targetCode, seen: seenNow } });
  return name;
}

/**
 * Whether the code of a name is what is assigned: where there is nothing else, where the code decides already (itself or by a relation), and where the
 * same name has another code in the same file, which is another thing.
 */
async function isToldByCode(
  db: Database,
  { code, name, spec, matchedBy }: MeantName,
  { id, kind: ofKind, clientId }: { id: string; kind: NameKind; clientId: number },
): Promise<boolean> {
  if (code === '') return false;
  if (name === '' || matchedBy === 'code') return true;
  const { rows } = await sql<{ told: boolean }>`select exists (
      select 1 from flow_matching_relation where client_id = ${clientId} and kind = ${ofKind} and flow_name_key(source_name) = flow_name_key(${code})
    ) or exists (
      select 1 from flow_data_name where process_id = ${Number(id)} and kind = ${ofKind} and code <> ''
        and flow_name_key(code) <> flow_name_key(${code}) and flow_name_key(name || spec) = flow_name_key(${name + spec})
    ) as told`.execute(db);
  return rows[0]?.told === true;
}

/** The processes of the batch. They are held in the order of their ids: two who assign at once wait for each other and do not get stuck. */
function batchOf(db: Database, { process, project }: HeldProcess) {
  return joinedProcesses(db).where('project.id', '=', project.id).where(batchNo, '=', process.reviewBatchNo);
}

/** A relation of the same name or code, whatever its width, case and white space, gives way. @throws ApiError PARAMETER_ERROR */
async function keepRelation(
  db: Database,
  { clientId, kind: ofKind, source, targetCode }: { clientId: number; kind: NameKind; source: string; targetCode: string },
  { user }: Author,
): Promise<void> {
  const target = await (ofKind === 'product'
    ? db
        .selectFrom('flow_client_product')
        .select('product_name as name')
        .where('product_code', '=', targetCode)
        .where('client_id', '=', clientId)
    : db.selectFrom('flow_dealer').select('dealer_name as name').where('dealer_code', '=', targetCode).where('client_id', '=', clientId)
  )
    .forShare()
    .executeTakeFirst();
  if (!target) throw wrong('targetCode', 'The client has none of this code any more', 'flow-data.noSuchTarget');
  const changed = { target_code: targetCode, target_name: target.name, ...touched(user) };
  const there = await db
    .updateTable('flow_matching_relation')
    .set(changed)
    .where('client_id', '=', clientId)
    .where('kind', '=', ofKind)
    .where(sql<boolean>`flow_name_key(source_name) = flow_name_key(${source})`)
    .executeTakeFirst();
  if (there.numUpdatedRows > 0n) return;
  await db
    .insertInto('flow_matching_relation')
    .values({
      client_id: clientId,
      kind: ofKind,
      source_name: source,
      target_code: targetCode,
      target_name: target.name,
      updated_by: signature(user),
    })
    // Of two at once the other one waits, and changes the relation that was made.
    .onConflict((conflict) =>
      conflict
        .constraint('flow_matching_relation_source')
        .doUpdateSet({ ...changed, version: sql<number>`flow_matching_relation.version + 1` }),
    )
    .execute();
}

/** Further processes of the batch that have the name. */
async function alike(
  db: Database,
  held: HeldProcess,
  { id, kind: ofKind, source }: { id: string; kind: NameKind; source: string },
): Promise<string[]> {
  const found = await batchOf(db, held)
    .select('process.id')
    .where('process.id', '<>', Number(id))
    .where(
      sql<boolean>`exists (select 1 from flow_data_name same where same.process_id = process.id and same.kind = ${ofKind}
      and flow_name_key(${source}) in (flow_name_key(same.code), flow_name_key(same.name || same.spec)))`,
    )
    .orderBy('process.id')
    .execute();
  return found.map((row) => String(row.id));
}

async function matchAnew(db: Database, id: string, author: Author, detail: Record<string, unknown>): Promise<void> {
  await changeWithin(db, kind, author, {
    id,
    verb: 'match',
    detail,
    async work(transaction) {
      await match(transaction, Number(id));
      await transaction.updateTable('flow_data_process').set(touched(author.user)).where('id', '=', Number(id)).execute();
      return true;
    },
  });
}

/** Matches the names of a process by the master data as they are now. @throws ApiError NOT_FOUND, FLOW_FILE_MISSING, FLOW_CLIENT_DISABLED, FLOW_PROJECT_CLOSED */
export async function rematch(context: Context, id: string): Promise<ProcessAnswer> {
  const author = authorOf(context);
  return await context.db.transaction().execute(async (transaction) => {
    const { process } = await holdProcess(transaction, author.user, id);
    if (process.mapping === null) throw new ApiError('FLOW_FILE_MISSING');
    await matchAnew(transaction, id, author, {});
    return (await findProcess(transaction, id)) ?? process;
  });
}
