import type { DeclaredColumn, Parameter } from '../../modules/scripts/tables.ts';
import type { Database } from '../connection.ts';

const code = `// 拆单线索：同一供应商在数日之内有多笔低于审批限额、合计却达到限额的付款。
function row(r, parameters, state) {
  if (r.amount === null || r.amount <= 0 || r.amount >= parameters.limit) return;
  const day = Date.parse(r.paid_on) / 86400000;
  const earlier = (state[r.supplier_code] ??= []);
  const near = earlier.filter((one) => Math.abs(one.day - day) <= parameters.days);
  earlier.push({ day, amount: r.amount, payment_no: r.payment_no });
  const total = near.reduce((sum, one) => sum + one.amount, r.amount);
  if (near.length === 0 || total < parameters.limit) return;
  return {
    supplier_code: r.supplier_code,
    supplier_name: r.supplier_name,
    payment_no: r.payment_no,
    paid_on: r.paid_on,
    amount: r.amount,
    payments: near.length + 1,
    total: Math.round(total * 100) / 100,
    others: near.map((one) => one.payment_no).join(', '),
  };
}

function finish(parameters, state) {
  console.log(Object.keys(state).length + ' 家供应商有低于限额的付款');
}
`;

export const clueColumns: readonly DeclaredColumn[] = [
  { name: 'supplier_code', title: '供应商编码', fieldType: 'string' },
  { name: 'supplier_name', title: '供应商名称', fieldType: 'string' },
  { name: 'payment_no', title: '付款单号', fieldType: 'string' },
  { name: 'paid_on', title: '付款日期', fieldType: 'date' },
  { name: 'amount', title: '金额', fieldType: 'number' },
  { name: 'payments', title: '笔数', fieldType: 'integer' },
  { name: 'total', title: '合计', fieldType: 'number' },
  { name: 'others', title: '其他付款单号', fieldType: 'string' },
];

export const clueParameters = { limit: 50_000, days: 7 };
const parameters: readonly Parameter[] = [
  { name: 'limit', title: '审批限额', type: 'float', value: clueParameters.limit },
  { name: 'days', title: '相隔天数', type: 'integer', value: clueParameters.days },
];

/** A script that can be tried and run at once: payments that may have been split to stay below a limit. Without the table of payments there is nothing to read. */
export async function fillScripts(db: Database): Promise<void> {
  const input = await db
    .selectFrom('data_table')
    .select(['id', 'owner_id as ownerId', 'workspace_id as workspaceId'])
    .where('name', '=', 'supplier_payments')
    .executeTakeFirst();
  if (!input) return;
  const { id } = await db
    .insertInto('script')
    .values({
      name: '拆单付款线索',
      description: '同一供应商数日之内多笔低于审批限额、合计却达到限额的付款。',
      owner_id: input.ownerId,
      workspace_id: input.workspaceId,
      input_id: input.id,
      updated_by: 'admin',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: versionId } = await db
    .insertInto('script_version')
    .values({
      script_id: id,
      number: 1,
      code,
      columns: JSON.stringify(clueColumns),
      parameters: JSON.stringify(parameters),
      seed: 1,
      problem: null,
      made_by: 'admin',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.updateTable('script').set({ current_id: versionId }).where('id', '=', id).execute();
}
