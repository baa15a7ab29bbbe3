import { expect, it } from 'vitest';
import { byHeadings } from '../../../server/modules/flow-process/headings.ts';
import { readTables } from '../../../server/modules/flow-process/table-file.ts';
import { reader } from '../../../server/modules/flow-process/understand.ts';

it('[FLOW-05] a mapping that was kept takes the columns of the same words, others where there is one alone, and none that may be two', () => {
  const stored = { amount: '金额（含税）', quantity: '数量' };
  expect(byHeadings(stored, ['日期', '金额（不含税）', '金额（含税）', '数量'])).toEqual({ quantity: 3, amount: 2 });
  // Another unit, or none, is the same column as long as there is no other.
  expect(byHeadings(stored, ['数量（箱）', '金额'])).toEqual({ quantity: 0, amount: 1 });
  expect(byHeadings(stored, ['数量（箱）', '数量（瓶）', '金额'])).toBeUndefined();
  expect(byHeadings(stored, ['数量', '金额（不含税）', '金额'])).toBeUndefined();
  expect(byHeadings({ unitPrice: '单价', amount: '单 价' }, ['单价'])).toBeUndefined();
  expect(byHeadings(stored, ['数量'])).toBeUndefined();
});

it('[FLOW-05] a blank day of stocks is a fault where a column holds days, and none where no column does', () => {
  const mapping = { productCode: 0, quantity: 1 };
  const faults = (more: object, cells: string[]) => reader({ ...mapping, ...more }, 'dealer-stock').read(2, cells).faults;
  expect(faults({}, ['P1', '5', ''])).toEqual([]);
  expect(faults({ day: 2 }, ['P1', '5', '2026-03-31'])).toEqual([]);
  expect(faults({ day: 2 }, ['P1', '5', ''])).toEqual([{ fault: 'day-missing', column: 2 }]);
});

it('[FLOW-05] what was made safe for spreadsheets comes back as it was', async () => {
  const [sheet] = await readTables({ name: 'rows.csv', content: Buffer.from("名称,规格\n'=1+1,'-\n'quoted,'\n") });
  expect(sheet?.rows.map(({ cells }) => cells)).toEqual([
    ['名称', '规格'],
    ['=1+1', '-'],
    ["'quoted", "'"],
  ]);
});
