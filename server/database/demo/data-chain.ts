import type { DataGraph } from '../../../src/core/data-graph/index.ts';
import { analysisOf, type Column, createTable } from '../../modules/data-mart/repository.ts';
import type {} from '../../modules/data-process/tables.ts';
import type { RunStep } from '../../modules/data-runs/tables.ts';
import type {} from '../../modules/scripts/tables.ts';
import type { Database } from '../connection.ts';
import { addRows, made } from './data-mart.ts';
import { demoTables } from './data-mart-rows.ts';
import { clueColumns, clueParameters } from './scripts.ts';

type Row = (string | number | null)[];
const dayMs = 86_400_000;

/**
 * A chain over the tables of the demo that has run: payments -> script -> clues of split payments -> process, with the suppliers -> suppliers with clues; and a process over
 * the payments by region that has not. Without the tables of the mart there is nothing to make.
 */
export async function fillDataChain(db: Database): Promise<void> {
  const tables = await db
    .selectFrom('data_table')
    .select(['id', 'name', 'biz_id as bizId', 'owner_id as ownerId', 'workspace_id as workspaceId'])
    .where('name', 'in', ['supplier_payments', 'suppliers', 'payments_by_region'])
    .execute();
  const script = await db.selectFrom('script').select(['id', 'name']).where('name', '=', '拆单付款线索').executeTakeFirst();
  const find = (name: string) => tables.find((table) => table.name === name);
  const [payments, suppliers, regions] = [find('supplier_payments'), find('suppliers'), find('payments_by_region')];
  if (!payments || !suppliers || !regions || !script || payments.ownerId === null) return;
  const all = demoTables();
  const rowsOf = (name: string): Row[] => all.find((table) => table.name === name)?.rows ?? [];
  const place = { ownerId: payments.ownerId, workspaceId: payments.workspaceId, by: 'admin' };

  const columns = clueColumns.map(
    (column): Column => ({ ...column, analysisType: column.name === 'supplier_code' ? 'category' : analysisOf(column.fieldType) }),
  );
  const rows = cluesIn(rowsOf('supplier_payments'));
  const clues = await createTable(db, {
    ...{ ...place, name: 'split_clues', title: '拆单付款清单', kind: 'script', columns, tags: ['采购', '线索'] },
    description: '由脚本从付款流水中找出的疑似拆单付款。',
  });
  await addRows(db, clues.id, { columns, rows, note: null });
  const kept = await db.selectFrom('data_column').select('name').where('table_id', '=', payments.id).orderBy('position').execute();
  await db
    .insertInto('script_output')
    .values({
      ...{ table_id: clues.id, script_id: script.id, input_id: payments.id },
      columns: JSON.stringify(kept.map(({ name }) => name)),
      parameters: JSON.stringify(clueParameters),
    })
    .execute();
  const runId = await addRun(db, {
    kind: 'script',
    tableId: clues.id,
    title: '拆单付款清单',
    rows: rows.length,
    userId: place.ownerId,
    steps: [],
  });
  const told = {
    number: 1,
    taken: rowsOf('supplier_payments').length,
    given: rows.length,
    rejected: 0,
    faults: [],
    log: [],
    moreLog: 0,
    unknown: [],
  };
  await db
    .insertInto('script_run')
    .values({ run_id: runId, script_id: script.id, told: JSON.stringify({ ...told, milliseconds: 900, problem: null }) })
    .execute();

  const summed = suppliersWithClues(rows, rowsOf('suppliers'));
  const named = await createTable(db, {
    ...{ ...place, name: 'clue_suppliers', title: '拆单供应商名单', kind: 'process', columns: supplierColumns, tags: ['采购', '线索'] },
    description: '有拆单线索的供应商，附区域与风险等级。',
  });
  await addRows(db, named.id, { columns: supplierColumns, rows: summed, note: null });
  const graph = clueGraph(clues.bizId, suppliers.bizId);
  await addProcess(db, named.id, graph, {
    [clues.bizId]: columns.map(({ name }) => name),
    [suppliers.bizId]: ['code', 'region', 'risk_level'],
  });
  const counts: Record<string, number> = {
    clues: rows.length,
    suppliers: rowsOf('suppliers').length,
    joined: rows.length,
    summed: summed.length,
    output: summed.length,
  };
  const steps = graph.nodes.map(
    ({ id, title, kind }): RunStep => ({ id, title: title ?? `dataprocess.kind.${kind}`, state: 'success', rows: counts[id] ?? null }),
  );
  await addRun(db, { kind: 'process', tableId: named.id, title: '拆单供应商名单', rows: summed.length, userId: place.ownerId, steps });

  const watch = await createTable(db, {
    ...{ ...place, name: 'region_watch', title: '大额区域月份', kind: 'process', tags: ['采购', '汇总'] },
    description: '付款合计超过一百万元的区域与月份。',
  });
  await addProcess(db, watch.id, watchGraph(regions.bizId), {});
}

/** What the script of the demo finds in payments: those below the limit that reach it together with others to the same supplier within some days. */
function cluesIn(payments: readonly Row[]): Row[] {
  const { limit, days } = clueParameters;
  const earlier = new Map<string, { day: number; amount: number; number: string }[]>();
  return payments.flatMap(([number, code, name, text, paidOn]): Row[] => {
    const amount = Number(text);
    if (amount <= 0 || amount >= limit) return [];
    const day = Date.parse(String(paidOn)) / dayMs;
    const before = earlier.get(String(code)) ?? [];
    const near = before.filter((one) => Math.abs(one.day - day) <= days);
    earlier.set(String(code), [...before, { day, amount, number: String(number) }]);
    const total = near.reduce((sum, one) => sum + one.amount, amount);
    if (near.length === 0 || total < limit) return [];
    return [
      [
        code ?? null,
        name ?? null,
        number ?? null,
        paidOn ?? null,
        amount.toFixed(2),
        near.length + 1,
        total.toFixed(2),
        near.map((one) => one.number).join(', '),
      ],
    ];
  });
}

const column = (name: string, title: string, fieldType: Column['fieldType'], analysisType: Column['analysisType']): Column => ({
  name,
  title,
  fieldType,
  analysisType,
});
const supplierColumns = [
  column('supplier_code', '供应商编码', 'string', 'category'),
  column('supplier_name', '供应商名称', 'string', 'text'),
  column('region', '区域', 'string', 'category'),
  column('risk_level', '风险等级', 'string', 'category'),
  column('clues', '线索数', 'integer', 'numeric'),
  column('clue_amount', '涉及金额', 'number', 'numeric'),
  column('last_paid_on', '最近付款日', 'date', 'date'),
];

/** What the process over clues and suppliers gives. */
function suppliersWithClues(clues: readonly Row[], suppliers: readonly Row[]): Row[] {
  const known = new Map(suppliers.map((row) => [row[0], row]));
  const summed = new Map<string, { row: Row; count: number; amount: number; last: string }>();
  for (const [code = null, name = null, , paidOn, amount] of clues) {
    const supplier = known.get(code);
    const one = summed.get(String(code)) ?? {
      row: [code, name, supplier?.[2] ?? null, supplier?.[4] ?? null],
      count: 0,
      amount: 0,
      last: '',
    };
    const last = String(paidOn) > one.last ? String(paidOn) : one.last;
    summed.set(String(code), { row: one.row, count: one.count + 1, amount: one.amount + Number(amount), last });
  }
  return [...summed.entries()]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, one]) => [...one.row, one.count, one.amount.toFixed(2), one.last]);
}

function clueGraph(clues: string, suppliers: string): DataGraph {
  return {
    nodes: [
      { id: 'clues', kind: 'input', title: '拆单付款', x: 0, y: 0, settings: { tableId: clues, role: 'fact' } },
      { id: 'suppliers', kind: 'input', title: '供应商', x: 0, y: 120, settings: { tableId: suppliers, role: 'dimension' } },
      { id: 'joined', kind: 'join', x: 230, y: 60, settings: { type: 'left', on: [{ left: 'supplier_code', right: 'code' }] } },
      {
        ...{ id: 'summed', kind: 'group', x: 460, y: 60 },
        settings: {
          by: ['supplier_code', 'supplier_name', 'region', 'risk_level'],
          measures: [
            { function: 'count', name: 'clues', title: '线索数' },
            { function: 'sum', column: 'amount', name: 'clue_amount', title: '涉及金额' },
            { function: 'max', column: 'paid_on', name: 'last_paid_on', title: '最近付款日' },
          ],
        },
      },
      { id: 'output', kind: 'output', x: 690, y: 60, settings: { refresh: 'full' } },
    ],
    edges: [
      { from: 'clues', to: 'joined', slot: 0 },
      { from: 'suppliers', to: 'joined', slot: 1 },
      { from: 'joined', to: 'summed', slot: 0 },
      { from: 'summed', to: 'output', slot: 0 },
    ],
  };
}

function watchGraph(regions: string): DataGraph {
  return {
    nodes: [
      { id: 'regions', kind: 'input', title: '分区域付款', x: 0, y: 0, settings: { tableId: regions, role: 'fact' } },
      {
        id: 'large',
        kind: 'filter',
        title: '超过一百万',
        x: 230,
        y: 0,
        settings: { condition: { all: [{ field: 'total', operator: 'greater', value: '1000000' }] } },
      },
      { id: 'output', kind: 'output', x: 460, y: 0, settings: { refresh: 'full' } },
    ],
    edges: [
      { from: 'regions', to: 'large', slot: 0 },
      { from: 'large', to: 'output', slot: 0 },
    ],
  };
}

async function addProcess(db: Database, tableId: number, graph: DataGraph, inputs: Record<string, string[]>): Promise<void> {
  await db
    .insertInto('data_process')
    .values({ table_id: tableId, graph: JSON.stringify(graph), inputs: JSON.stringify(inputs), updated_by: 'admin' })
    .execute();
}

async function addRun(
  db: Database,
  {
    kind,
    tableId,
    title,
    rows,
    userId,
    steps,
  }: { kind: string; tableId: number; title: string; rows: number; userId: number; steps: RunStep[] },
): Promise<number> {
  const run = await db
    .insertInto('data_run')
    .values({
      ...{ kind, table_id: tableId, title, status: 'finished', steps: JSON.stringify(steps), row_count: rows },
      ...{ requested_by: userId, requested_name: 'admin', created_at: made, started_at: made, ended_at: new Date(made.getTime() + 4_000) },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return run.id;
}
