import type { PageDocument } from '../../../../../src/core/types.ts';
import { bundleOf } from '../fixtures/page.ts';
import { columns, tableHeight, tableRows } from '../fixtures/rows.ts';
import { timeTo } from '../support/clock.ts';
import { loadWidgets, renderPage } from '../support/engine.tsx';
import type { Subject } from '../support/subject.ts';
import { findScroller, scrollThrough } from './scroll.ts';

const page: PageDocument = {
  version: 1,
  title: 'bench.title',
  access: 'public',
  body: [
    {
      widget: 'table',
      rows: '{{ config.rows }}',
      paging: 'none',
      height: tableHeight,
      columns: columns.map(({ name, title, width }) => ({ name, width, title: { en: title, 'zh-Hans': title, 'zh-Hant': title } })),
    },
  ],
};

/** The table widget with all its rows given, as a document says it. */
const subject: Subject = async (root, argument) => {
  const rows = tableRows(Number(argument));
  await loadWidgets(['table']);
  const mount = await timeTo(
    () => renderPage(root, bundleOf(page), { config: { rows } }),
    () => root.textContent?.includes('R-00010') ?? false,
    'the first rows',
  );
  const scroller = findScroller(root) ?? document.documentElement;
  return { mount, ...(await scrollThrough(root, scroller, rows)) };
};

export default subject;
