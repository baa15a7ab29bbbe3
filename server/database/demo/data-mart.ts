import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { csvOf } from '../../modules/data-mart/parts.ts';
import { type Column, createTable } from '../../modules/data-mart/repository.ts';
import type { Asked, GrantState, TablePermission } from '../../modules/data-mart/tables.ts';
import type { Database } from '../connection.ts';
import { demoTables } from './data-mart-rows.ts';
import type { Person } from './people.ts';

/** When the tables of the demo were filled. */
export const made = new Date(Date.UTC(2026, 1, 24, 1));
const day = 86_400_000;

type Somebody = 'admin' | { role: string; n: number };
const analyst = (n: number): Somebody => ({ role: 'dataAnalyst', n });
const manager: Somebody = { role: 'marketManager', n: 0 };
const martAdministrator: Somebody = { role: 'dataMartAdministrator', n: 0 };

/** Whose the tables are, and in which workspace. */
const places: Readonly<Record<string, { owner: Somebody; workspace?: string; description: string; tags: readonly string[] }>> = {
  supplier_payments: {
    owner: 'admin',
    workspace: '采购审计专题',
    description: '对供应商的付款流水，2025 年至今；含付款方式、审批人与发票号。',
    tags: ['采购', '付款'],
  },
  suppliers: {
    owner: 'admin',
    workspace: '采购审计专题',
    description: '供应商主数据：注册信息、联系方式、收款账户与官网。',
    tags: ['采购', '主数据'],
  },
  supplier_invoices: { owner: martAdministrator, description: '供应商发票台账，与付款流水以发票号关联。', tags: ['采购', '发票'] },
  employee_expenses: { owner: analyst(0), workspace: '费用合规', description: '员工差旅、招待与办公费用报销明细。', tags: ['费用'] },
};

interface DemoGrant {
  table: string;
  who: Somebody;
  permissions: TablePermission[];
  columns?: string[];
  /** Days from the fill, the first and the last. */
  from: number;
  to?: number;
  reason: string;
  state: GrantState;
  decision?: string;
}
/** One of each status of DATA-09 that somebody can have. */
const grants: readonly DemoGrant[] = [
  {
    table: 'supplier_payments',
    who: analyst(1),
    permissions: ['view', 'reference'],
    columns: ['payment_no', 'supplier_code', 'amount', 'paid_on', 'department', 'method'],
    from: -30,
    to: 150,
    reason: '拆单与集中度分析',
    state: 'granted',
    decision: '收款账户与审批人不在本次分析范围内',
  },
  {
    table: 'employee_expenses',
    who: analyst(1),
    permissions: ['view', 'download'],
    from: 0,
    to: 60,
    reason: '招待费抽查底稿',
    state: 'pending',
  },
  { table: 'suppliers', who: analyst(2), permissions: ['view'], from: 0, reason: '核对官网与注册信息', state: 'pending' },
  {
    table: 'supplier_invoices',
    who: analyst(0),
    permissions: ['view', 'reference'],
    from: 14,
    to: 104,
    reason: '下月起的三单匹配',
    state: 'granted',
    decision: '自下月起',
  },
  {
    table: 'supplier_invoices',
    who: 'admin',
    permissions: ['view', 'download', 'reference'],
    from: -20,
    to: 345,
    reason: '发票与付款勾稽',
    state: 'granted',
  },
  {
    table: 'employee_expenses',
    who: manager,
    permissions: ['view', 'download'],
    from: -10,
    to: 20,
    reason: '费用预算',
    state: 'rejected',
    decision: '预算用汇总数即可',
  },
  { table: 'supplier_payments', who: analyst(3), permissions: ['view'], from: -120, to: -30, reason: '年报取数', state: 'granted' },
  {
    table: 'suppliers',
    who: analyst(3),
    permissions: ['view', 'download'],
    from: -60,
    reason: '供应商走访',
    state: 'revoked',
    decision: '走访已结束',
  },
  { table: 'supplier_invoices', who: analyst(1), permissions: ['view'], from: -15, to: 15, reason: '重复申请', state: 'cancelled' },
];

/**
 * Tables of the mart with rows that are the same on every fill, and applications for them counted from it. Their rows stand in the database as CSV, not in the file store: a copy of the
 * database brings them with it, and no process of the engine is needed before somebody looks.
 */
export async function fillDataMart(db: Database, userIds: ReadonlyMap<string, number>, persons: readonly Person[]): Promise<void> {
  const userOf = (who: Somebody): number | undefined =>
    userIds.get(typeof who === 'string' ? who : (holders(persons, who.role)[who.n] ?? ''));
  const tableIds = new Map<string, number>();
  for (const { name, title, columns, rows } of demoTables()) {
    const place = places[name];
    const ownerId = place && userOf(place.owner);
    if (!place || ownerId === undefined) throw new Error(`The demo data have nobody for ${name}`);
    const workspace = await db
      .selectFrom('workspace')
      .select('id')
      .where('name', '=', place.workspace ?? '')
      .executeTakeFirst();
    const { id } = await createTable(db, { ...place, name, title, kind: 'source', ownerId, workspaceId: workspace?.id ?? null, columns });
    await addRows(db, id, { columns, rows, note: `${title}.csv` });
    tableIds.set(name, id);
  }
  for (const grant of grants) {
    const userId = userOf(grant.who);
    const tableId = tableIds.get(grant.table);
    if (userId !== undefined && tableId !== undefined) await addGrant(db, { tableId, userId, grant });
  }
}

/** The first rows of a table. `note` says where they come from. */
export async function addRows(
  db: Database,
  id: number,
  { columns, rows, note }: { columns: readonly Column[]; rows: readonly (readonly (string | number | null)[])[]; note: string | null },
): Promise<void> {
  const content = gzipSync(csvOf(rows));
  const counted = { row_count: rows.length, byte_count: content.length };
  const path = `files/${createHash('sha256').update(content).digest('base64url')}.parquet`;
  await db
    .insertInto('data_part')
    .values({ table_id: id, revision: 1, path, content, ...counted, created_at: made })
    .execute();
  await db
    .insertInto('data_refresh')
    .values({
      table_id: id,
      revision: 1,
      mode: 'full',
      row_count: rows.length,
      note,
      made_by: 'admin',
      made_at: made,
    })
    .execute();
  await db
    .updateTable('data_table')
    .set({ ...counted, revision: 1, refreshed_at: made })
    .where('id', '=', id)
    .execute();
}

async function addGrant(db: Database, { tableId, userId, grant }: { tableId: number; userId: number; grant: DemoGrant }): Promise<void> {
  const today = Math.floor(Date.now() / day) * day;
  const starts = new Date(today + grant.from * day);
  const ends = grant.to === undefined ? null : new Date(today + (grant.to + 1) * day);
  const dayOf = (moment: number) => new Date(moment).toISOString().slice(0, 10);
  const asked: Asked = {
    // What was narrowed had been asked for whole.
    permissions: grant.permissions,
    columns: null,
    startDate: dayOf(starts.getTime()),
    endDate: ends && dayOf(ends.getTime() - day),
  };
  const isDecided = grant.state !== 'pending';
  await db
    .insertInto('data_grant')
    .values({
      table_id: tableId,
      user_id: userId,
      permissions: grant.permissions,
      columns: grant.columns ?? null,
      starts_at: starts,
      ends_at: ends,
      reason: grant.reason,
      asked: JSON.stringify(asked),
      state: grant.state,
      decided_by: isDecided ? 'admin' : null,
      decided_at: isDecided ? sql<Date>`now() - interval '5 days'` : null,
      decision: grant.decision ?? null,
      version: isDecided ? 2 : 1,
      created_at: new Date(Date.now() - 6 * day),
    })
    .execute();
}

function holders(persons: readonly Person[], roleCode: string): string[] {
  return persons.filter(({ roles, status }) => status === '0' && roles.includes(roleCode)).map(({ username }) => username);
}
