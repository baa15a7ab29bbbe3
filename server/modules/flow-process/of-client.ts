import { sql } from 'kysely';
import type { Principal } from '../../contracts.ts';
import type { Database } from '../../database/connection.ts';
import { onPage } from '../../database/paging.ts';
import { isProjectSeenBy, requireClient } from '../flow/rights.ts';
import { containing } from '../search.ts';
import { batchNo, byDealer, byType, joinedProcesses, type ProcessAnswer, selectProcesses, statusCounts, toProcess } from './processes.ts';

export interface ClientProcessFilter {
  clientCode: string;
  keyword: string;
  fileType: string;
  status: string;
  pageNo: number;
  pageSize: number;
}

/** How many data processes of a client have which status, whatever the filter. */
export interface ProcessCounts {
  total: number;
  waiting: number;
  unmapped: number;
  unmatched: number;
  matched: number;
  compared: number;
}

/** A page of the data processes of all projects of a client, the latest batches first (MENU-05). @throws ApiError NOT_FOUND */
export async function pageOfClient(
  db: Database,
  user: Principal,
  { clientCode, keyword, fileType, status, pageNo, pageSize }: ClientProcessFilter,
): Promise<{ content: ProcessAnswer[]; total: number; current: number; size: number; counts: ProcessCounts }> {
  const client = await requireClient(db, user, clientCode);
  const isOfClient = sql<boolean>`project.client_id = ${client.id} and ${isProjectSeenBy(user)}`;
  const pattern = containing(keyword);
  const fits = sql<boolean>`(${fileType} = '' or process.file_type = ${fileType}) and (${status} = '' or process.status = ${status})
    and (${keyword} = '' or project.project_name ilike ${pattern} or ${batchNo} ilike ${pattern} or object.dealer_code ilike ${pattern}
      or object.dealer_name ilike ${pattern} or process.file_name ilike ${pattern} or process.remark ilike ${pattern})`;
  const { fitting, ...counts } = await joinedProcesses(db)
    .where(isOfClient)
    .select(statusCounts)
    .select(sql<number>`count(*) filter (where ${fits})::int`.as('fitting'))
    .executeTakeFirstOrThrow();
  const rows = await selectProcesses(db)
    .where(isOfClient)
    .where(fits)
    .orderBy('project.id', 'desc')
    .orderBy(batchNo, 'desc')
    .orderBy(byDealer)
    .orderBy(byType)
    .orderBy('process.id')
    .$call(onPage(pageNo, pageSize))
    .execute();
  return { content: rows.map(toProcess), total: fitting, current: pageNo, size: pageSize, counts };
}
