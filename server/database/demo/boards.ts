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
