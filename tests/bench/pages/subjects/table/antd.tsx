import { Table } from 'antd';
import { createRoot } from 'react-dom/client';
import { columns, tableHeight, tableRows } from '../fixtures/rows.ts';
import { timeTo } from '../support/clock.ts';
import type { Subject } from '../support/subject.ts';
import { scrollThrough } from './scroll.ts';

const antdColumns = columns.map(({ name, title, width }) => ({ dataIndex: name, title, width }));

/** The component library's own windowed table. */
const subject: Subject = async (root, argument) => {
  const rows = tableRows(Number(argument));
  const table = (
    <Table
      virtual
      rowKey="id"
      columns={antdColumns}
      dataSource={rows}
      pagination={false}
      scroll={{ x: columns.reduce((sum, column) => sum + column.width, 0), y: tableHeight }}
    />
  );
  const mount = await timeTo(
    () => createRoot(root).render(table),
    () => root.textContent?.includes('R-00010') ?? false,
    'the first rows',
  );
  // Its list draws a scrollbar of its own, but listens to the native position of the holder.
  const scroller = root.querySelector<HTMLElement>('.ant-table-tbody-virtual-holder');
  if (!scroller) throw new Error('The virtual table has no holder');
  return { mount, ...(await scrollThrough(root, scroller, rows)) };
};

export default subject;
