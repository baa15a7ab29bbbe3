import type { DataGraph } from '../../../src/core/data-graph/index.ts';
import { createTable } from '../../modules/data-mart/repository.ts';
import type {} from '../../modules/data-process/tables.ts';
import type {} from '../../modules/data-schedule/tables.ts';
import type { Database } from '../connection.ts';

/** Payments of the demo joined with their suppliers and summed by region, on a schedule that waits to be applied for. Without the tables of the mart there is nothing to process. */
export async function fillDataProcess(db: Database): Promise<void> {
  const tables = await db
    .selectFrom('data_table')
    .select(['id', 'name', 'biz_id as bizId', 'owner_id as ownerId', 'workspace_id as workspaceId'])
    .where('name', 'in', ['supplier_payments', 'suppliers'])
    .execute();
  const find = (name: string) => tables.find((table) => table.name === name);
  const [payments, suppliers] = [find('supplier_payments'), find('suppliers')];
  if (!payments || !suppliers || payments.ownerId === null) return;
  const columns = await db
    .selectFrom('data_column')
    .select(['table_id', 'name'])
    .where('table_id', 'in', [payments.id, suppliers.id])
    .execute();
  const used = Object.fromEntries(
    [payments, suppliers].map(({ id, bizId }) => [bizId, columns.filter((column) => column.table_id === id).map(({ name }) => name)]),
  );
  const table = await createTable(db, {
    name: 'payments_by_region',
    title: '分区域付款汇总',
    kind: 'process',
    description: '付款流水连接供应商主数据，按区域汇总笔数与金额。',
    tags: ['采购', '汇总'],
    ownerId: payments.ownerId,
    workspaceId: payments.workspaceId,
    by: 'admin',
  });
  await db
    .insertInto('data_process')
    .values({
      table_id: table.id,
      graph: JSON.stringify(graphOf(payments.bizId, suppliers.bizId)),
      inputs: JSON.stringify(used),
      updated_by: 'admin',
    })
    .execute();
  await db
    .insertInto('data_schedule')
    .values({ table_id: table.id, type: '1', cron: '0 6 * * 1-5', owner_id: payments.ownerId, updated_by: 'admin' })
    .execute();
}

function graphOf(payments: string, suppliers: string): DataGraph {
  return {
    nodes: [
      { id: 'payments', kind: 'input', title: '付款流水', x: 0, y: 0, settings: { tableId: payments, role: 'fact' } },
      { id: 'suppliers', kind: 'input', title: '供应商', x: 0, y: 120, settings: { tableId: suppliers, role: 'dimension' } },
      {
        id: 'large',
        kind: 'filter',
        title: '金额大于零',
        x: 230,
        y: 0,
        settings: { condition: { all: [{ field: 'amount', operator: 'greater', value: '0' }] } },
      },
      { id: 'joined', kind: 'join', x: 460, y: 60, settings: { type: 'left', on: [{ left: 'supplier_code', right: 'code' }] } },
      {
        id: 'month',
        kind: 'derive',
        title: '付款月份',
        x: 690,
        y: 60,
        settings: { fields: [{ name: 'paid_month', title: '付款月份', expression: 'monthText(paid_on)' }] },
      },
      {
        id: 'summed',
        kind: 'group',
        x: 920,
        y: 60,
        settings: {
          by: ['region', 'paid_month'],
          measures: [
            { function: 'count', name: 'payments', title: '笔数' },
            { function: 'sum', column: 'amount', name: 'total', title: '金额合计' },
            { function: 'distinct', column: 'supplier_code', name: 'suppliers', title: '供应商数' },
          ],
        },
      },
      { id: 'output', kind: 'output', x: 1150, y: 60, settings: { refresh: 'full' } },
    ],
    edges: [
      { from: 'payments', to: 'large', slot: 0 },
      { from: 'large', to: 'joined', slot: 0 },
      { from: 'suppliers', to: 'joined', slot: 1 },
      { from: 'joined', to: 'month', slot: 0 },
      { from: 'month', to: 'summed', slot: 0 },
      { from: 'summed', to: 'output', slot: 0 },
    ],
  };
}
