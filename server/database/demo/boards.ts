import type { BoardCard } from '../../../src/generated/calls.ts';
import { designedPage } from '../../modules/board-design/tables.ts';
import { published } from '../../modules/boards/tables.ts';
import type { Database } from '../connection.ts';
import { labelOf } from '../values.ts';

/** The boards of the demo: the shipped pages of the folder `board`. */
export async function fillBoards(db: Database): Promise<void> {
  const boards = [
    { name: { 'zh-Hans': '风险评估', 'zh-Hant': '風險評估', en: 'Risk assessment' }, page: 'risk-assessment' },
    { name: { 'zh-Hans': '流向审计', 'zh-Hant': '流向稽核', en: 'Flow audit' }, page: 'flow-audit' },
    { name: { 'zh-Hans': '风险与控制', 'zh-Hant': '風險與控制', en: 'Risk and control' }, page: 'risk-control' },
  ];
  const rows = boards.map(({ name, page }, index) => ({
    board_name: JSON.stringify(labelOf(name)),
    page,
    status: published,
    sort: (index + 1) * 10,
  }));
  await db.insertInto('report_board').values(rows).execute();
}

const payments = '2000000000000000001';
const chart = (id: string, title: string, asked: Omit<NonNullable<BoardCard['chart']>, 'bizId'>, width: number): BoardCard => ({
  id,
  kind: 'chart',
  title,
  chart: { bizId: payments, ...asked },
  width,
  height: 'auto',
});

/** A board of cards somebody made for themselves: what is paid, how and by whom. */
export async function fillDesignedBoard(db: Database, username: string): Promise<void> {
  const owner = await db.selectFrom('app_user').select('id').where('username', '=', username).executeTakeFirstOrThrow();
  const sum = { how: 'sum', column: 'amount' } as const;
  const cards: BoardCard[] = [
    { id: 'heading', kind: 'heading', title: '付款一览', width: 12, height: 'auto' },
    chart('count', '付款笔数', { kind: 'number', by: [], measure: { how: 'count' } }, 3),
    chart('sum', '付款总额', { kind: 'number', by: [], measure: sum }, 3),
    { id: 'text', kind: 'text', title: '说明', text: '金额单位为元，按实付统计。\n点击数字可查看其背后的付款。', width: 6, height: 'auto' },
    chart('method', '按付款方式', { kind: 'pie', by: [{ column: 'method' }], measure: { how: 'count' } }, 5),
    chart('month', '按月', { kind: 'line', by: [{ column: 'paid_on', part: 'month' }], measure: sum }, 7),
    chart('department', '按部门', { kind: 'bar', by: [{ column: 'department' }], measure: sum }, 12),
  ];
  const filters = [{ id: 'day', column: 'paid_on', title: '付款日期', kind: 'days' as const, from: null, to: null, values: null }];
  const row = {
    board_name: JSON.stringify(labelOf({ 'zh-Hans': '付款看板', 'zh-Hant': '付款看板', en: 'Payments' })),
    remark: '每周一例会使用',
    page: designedPage,
    content: JSON.stringify({ cards, filters }),
    owner_id: owner.id,
  };
  await db.insertInto('report_board').values(row).execute();
}
