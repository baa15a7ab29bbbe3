import { useEffect, useRef } from 'react';
import { useTranslate } from '../../../src/engine/index.ts';
import { Icon } from '../../shared/icon/Icon.tsx';
import { alignOf, widthOf } from './cells.ts';
import type { Sort } from './model.ts';
import { type RowsContext, roleIn } from './TableRow.tsx';

interface TableHeadProps {
  shared: RowsContext;
  sort: Sort | undefined;
  onSort: (name: string) => void;
  selectedHere: number;
  selectableHere: number;
  onSelectAll: (isOn: boolean) => void;
  actionsWidth: number | undefined;
}

/** Heads of the columns. One that sorts is a button and says its direction by aria-sort. */
export function TableHead(props: TableHeadProps) {
  const { shared, sort } = props;
  const t = useTranslate();
  return (
    <thead {...roleIn(shared, 'rowgroup')}>
      <tr {...roleIn(shared, 'row')} aria-rowindex={1}>
        {shared.details ? (
          <th {...roleIn(shared, 'columnheader')} scope="col" className="tg-table-tool">
            <span className="tg-hidden">{t('table.openDetails')}</span>
          </th>
        ) : null}
        {shared.selection === 'none' ? null : (
          <th {...roleIn(shared, 'columnheader')} scope="col" className="tg-table-tool">
            {shared.selection === 'multiple' ? (
              <SelectAll
                selected={props.selectedHere}
                all={props.selectableHere}
                label={t('table.selectAll')}
                onChange={props.onSelectAll}
              />
            ) : (
              <span className="tg-hidden">{t('table.selected', { count: props.selectedHere })}</span>
            )}
          </th>
        )}
        {shared.columns.map((column) => {
          const fixed = shared.fixed.get(column.name);
          const name = column.sortName ?? column.name;
          const order = sort?.name === name ? sort.order : undefined;
          return (
            <th
              key={column.name}
              {...roleIn(shared, 'columnheader')}
              scope="col"
              data-align={alignOf(column)}
              data-fixed={fixed?.side}
              aria-sort={column.sortable ? (order === 'asc' ? 'ascending' : order === 'desc' ? 'descending' : 'none') : undefined}
              style={{ width: widthOf(column), minWidth: column.minWidth, ...(fixed ? { [fixed.side]: fixed.offset } : {}) }}
            >
              <span className="tg-table-head">
                {column.sortable ? (
                  <button
                    type="button"
                    className="tg-table-sort"
                    title={t('table.sortBy', { column: column.title })}
                    onClick={() => props.onSort(name)}
                  >
                    {column.title}
                    <span className="tg-table-order" data-order={order} aria-hidden="true">
                      <Icon name="up" />
                      <Icon name="down" />
                    </span>
                  </button>
                ) : (
                  column.title
                )}
                {column.description ? (
                  <span className="tg-table-help" title={column.description}>
                    <Icon name="question-circle" label={column.description} />
                  </span>
                ) : null}
              </span>
            </th>
          );
        })}
        {shared.actions ? (
          <th
            {...roleIn(shared, 'columnheader')}
            scope="col"
            className="tg-table-actions-cell"
            data-fixed="right"
            style={{ width: shared.isFolded ? undefined : props.actionsWidth }}
          >
            {shared.isFolded ? <span className="tg-hidden">{t('table.actions')}</span> : t('table.actions')}
          </th>
        ) : null}
      </tr>
    </thead>
  );
}

function SelectAll({
  selected,
  all,
  label,
  onChange,
}: {
  selected: number;
  all: number;
  label: string;
  onChange: (isOn: boolean) => void;
}) {
  const box = useRef<HTMLInputElement>(null);
  const isPart = selected > 0 && selected < all;
  useEffect(() => {
    if (box.current) box.current.indeterminate = isPart;
  }, [isPart]);
  return (
    <input
      ref={box}
      type="checkbox"
      aria-label={label}
      checked={all > 0 && selected === all}
      disabled={all === 0}
      onChange={(event) => onChange(event.target.checked)}
    />
  );
}
