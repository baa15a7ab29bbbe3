import { sql } from 'kysely';
import type { Database } from '../../database/connection.ts';
import { onPage } from '../../database/paging.ts';
import { containing } from '../search.ts';
import type { FlowClient } from './rights.ts';

/** A dealer of a client (FLOW-02). */
export interface DealerAnswer {
  id: string;
  clientCode: string;
  dealerCode: string;
  dealerName: string;
  email: string | null;
  version: number;
  createTime: string;
  updateTime: string | null;
  updateBy: string | null;
}

/** A page of the dealers of a client by code; the keyword is looked for in code, name and address (API-126). */
export async function pageOfDealers(
  db: Database,
  client: FlowClient,
  { keyword, pageNo, pageSize }: { keyword: string; pageNo: number; pageSize: number },
): Promise<{ content: DealerAnswer[]; total: number; current: number; size: number }> {
  const pattern = containing(keyword);
  const fits = sql<boolean>`client_id = ${client.id}
    and (${keyword} = '' or dealer_code ilike ${pattern} or dealer_name ilike ${pattern} or email ilike ${pattern})`;
  const fitting = db.selectFrom('flow_dealer').where(fits);
  const { total } = await fitting.select((row) => row.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await fitting.selectAll().orderBy('dealer_code').$call(onPage(pageNo, pageSize)).execute();
  const content = rows.map((row) => ({
    id: String(row.id),
    clientCode: client.clientCode,
    dealerCode: row.dealer_code,
    dealerName: row.dealer_name,
    email: row.email,
    version: row.version,
    createTime: row.created_at.toISOString(),
    updateTime: row.updated_at?.toISOString() ?? null,
    updateBy: row.updated_by,
  }));
  return { content, total, current: pageNo, size: pageSize };
}
