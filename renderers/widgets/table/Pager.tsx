import { useTranslate } from '../../../src/engine/index.ts';
import { Icon } from '../../shared/icon/Icon.tsx';
import { pageNumbers } from './model.ts';
import { PAGE_SIZES, type TableState } from './useTable.ts';

/** Which rows are shown of how many, and the pages (CONST-04); of no rows there are none to choose. */
export function Pager({ table, sizes = PAGE_SIZES }: { table: TableState; sizes?: readonly number[] }) {
  const t = useTranslate();
  const { page, pages, total, shownParams } = table;
  if (table.paging === 'none' || total === 0) {
    return (
      <div className="tg-table-foot">
        <span role="status">{t('table.total', { shown: table.lines.length, total })}</span>
      </div>
    );
  }
  const from = (page - 1) * shownParams.size + 1;
  const to = from + table.rows.length - 1;
  const offered = [...new Set([...sizes, shownParams.size])].sort((a, b) => a - b);
  return (
    <div className="tg-table-foot">
      <span role="status">{t('table.range', { from, to, total })}</span>
      <nav className="tg-table-pages" aria-label={t('table.pages')}>
        <button
          type="button"
          className="tg-tool"
          aria-label={t('table.previous')}
          disabled={page <= 1}
          onClick={() => table.setPage(page - 1)}
        >
          <Icon name="left" />
        </button>
        {pageNumbers(page, pages).map((number, index, all) =>
          number === 0 ? (
            <span key={`gap-${all[index - 1]}`} aria-hidden="true">
              …
            </span>
          ) : (
            <button
              key={number}
              type="button"
              className="tg-table-page"
              aria-current={number === page ? 'page' : undefined}
              aria-label={t('table.goTo', { page: number })}
              onClick={() => table.setPage(number)}
            >
              {number}
            </button>
          ),
        )}
        <button
          type="button"
          className="tg-tool"
          aria-label={t('table.next')}
          disabled={page >= pages}
          onClick={() => table.setPage(page + 1)}
        >
          <Icon name="right" />
        </button>
      </nav>
      <select
        className="tg-table-size"
        aria-label={t('table.pageSize')}
        value={shownParams.size}
        onChange={(event) => table.setSize(Number(event.target.value))}
      >
        {offered.map((size) => (
          <option key={size} value={size}>
            {t('table.perPage', { size })}
          </option>
        ))}
      </select>
    </div>
  );
}
