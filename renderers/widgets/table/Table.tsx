import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { fieldsWithin } from '../../../src/core/index.ts';
import { sameValue, useFeedback, useTranslate, type WidgetProps } from '../../../src/engine/index.ts';
import type { TableOptions } from '../../../src/generated/options.ts';
import { heldBack, offered, runAction } from '../../shared/controls/row-action.ts';
import { DownloadNotice } from './DownloadNotice.tsx';
import { repeated } from './each-column.ts';
import { Filters } from './Filters.tsx';
import { activeFilters, type Line } from './model.ts';
import { Pager } from './Pager.tsx';
import { TableHead } from './TableHead.tsx';
import { KeptNotice, TableNotice } from './TableNotice.tsx';
import { roleIn, TableRow, WatchedRow } from './TableRow.tsx';
import { TableTop } from './TableTop.tsx';
import { useColumns } from './useColumns.ts';
import { useDownload } from './useDownload.ts';
import { useFits } from './useFits.ts';
import { useRenewedRows } from './useRenewedRows.ts';
import { useRowKeys } from './useRowKeys.ts';
import { useRowMove } from './useRowMove.ts';
import { RefreshRows, useRowPress } from './useRowPress.ts';
import { useShared } from './useShared.ts';
import { useSelection, useTable } from './useTable.ts';
import { useWindow, WINDOW_HEIGHT } from './useWindow.ts';
import '../../shared/controls/control.css';
import './table.css';
import './held.css';
import './cards.css';
import './tree-cards.css';
import './print.css';

/**
 * A native table: rows of a call or given ones -> filter -> sort -> page -> lines (tree) -> the lines in sight. Rows are drawn one by one,
 * each an observer of its own, so that a change costs the rows it touches.
 */
export function Table({ options, node, scope, id, expose }: WidgetProps<TableOptions>) {
  const t = useTranslate();
  const feedback = useFeedback();
  const scroller = useRef<HTMLDivElement>(null);
  const table = useTable({ options, node });
  const selection = useSelection({ options, node }, table);
  const all = useMemo(() => repeated(options.columns ?? []), [options.columns]);
  const columns = useColumns(all, options.columnChooser ? `targus.columns.${node.document}${node.pointer}` : undefined, options.aliases);
  const [detailed, setDetailed] = useState<ReadonlySet<string>>(new Set());
  const loaded = useRef(table);
  loaded.current = table;
  const refresh = useCallback(() => void loaded.current.refresh(), []);
  const { press } = useRowPress(refresh);
  const moving = useRowPress(refresh);

  const { view } = table;
  const { selected, keys } = selection;
  useEffect(() => {
    expose({ ...view, selected, selectedKeys: keys });
  }, [expose, view, selected, keys]);

  const density = options.density ?? 'middle';
  const shown = useWindow(table.lines, scroller, density, typeof options.height === 'number' ? options.height : undefined);
  const latest = useRef({ table, selection, options, press });
  latest.current = { table, selection, options, press };
  const onSelect = useCallback((line: Line) => latest.current.selection.toggle(line.key, line.row), []);
  const onToggle = useCallback((line: Line) => latest.current.table.toggleOpen(line.key), []);
  const onDetails = useCallback(
    (line: Line) =>
      setDetailed((now) => {
        const next = new Set(now);
        if (!next.delete(line.key)) next.add(line.key);
        return next;
      }),
    [],
  );
  const shared = useShared({
    options,
    scope,
    id,
    columns: columns.shown,
    lines: table.lines,
    onSelect,
    onToggle,
    onDetails,
    openRow: (line) => openRow(line),
    pickRow: (line) => pickRow(line),
  });
  const download = useDownload({ options, table, columns: columns.shown, context: shared.cells, permissions: shared.permissions });
  const openRow = (line: Line) => {
    const locals = { row: line.row, index: line.index };
    const now = latest.current;
    if (now.options.onRow) void now.press(now.options.onRow, locals);
    else if (!shared.onPick) {
      const action = offered(now.options.actions ?? [], locals, shared.permissions)[0];
      // What its button would not do either; that shows why.
      const reason = action && heldBack(action, locals);
      if (reason) feedback.message('warning', reason);
      else if (action && reason === undefined) void runAction(now.press, action, locals, shared.actionsNow);
      else if (!action && now.options.details) onDetails(line);
    }
  };
  const { isSelectable } = shared;
  const pickRow = (line: Line) => {
    const isOn = shared.selection === 'single' && latest.current.selection.set.has(line.key);
    if (isSelectable(line) && !isOn) onSelect(line);
  };
  const rowKeys = useRowKeys({
    lines: table.lines,
    scroller,
    scrollTo: shown.scrollTo,
    onOpen: (line) => (shared.onPick && !options.onRow ? pickRow(line) : openRow(line)),
    onSelect: shared.selection === 'none' ? undefined : (line) => isSelectable(line) && onSelect(line),
    onToggle,
  });

  const onMove = options.move?.onMove;
  const renewed = useRenewedRows(node, table);
  const move = useRowMove({
    lines: table.lines,
    isTree: shared.isTree,
    onMove: shared.isMovable && onMove ? (found) => renewed(() => moving.press(onMove, { ...found })) : undefined,
  });

  // Another page starts at its first row.
  const { page } = table;
  useEffect(() => {
    if (scroller.current && page > 0) scroller.current.scrollTop = 0;
  }, [page]);

  // Counted once for a set of rows, not for every step of scrolling.
  const { lines } = table;
  const isMultiple = shared.selection === 'multiple';
  const selectable = useMemo(
    () => (isMultiple ? lines.filter(isSelectable).map((line) => line.key) : []),
    [isMultiple, lines, isSelectable],
  );
  const selectedHere = useMemo(
    () => (selection.set.size === 0 ? 0 : lines.filter((line) => selection.set.has(line.key)).length),
    [lines, selection.set],
  );
  const { filters: usual = [], linkedFilters } = options;
  const applied = table.params.filters;
  const filters = useMemo(() => withLinked(usual, linkedFilters, applied), [usual, linkedFilters, applied]);
  const hasFailed = table.failure !== undefined && !table.isKept;
  const hasNoRows = hasFailed || table.lines.length === 0;
  const Row = shared.isStill ? TableRow : WatchedRow;
  const maxHeight = options.height ?? (shown.isWindowed ? WINDOW_HEIGHT : undefined);
  useFits(scroller, { hasHeight: maxHeight !== undefined, hasRows: !hasNoRows });
  // Of the rows below those of other pages nobody knows how many there are.
  const rowsBefore = shared.isTree ? 0 : (page - 1) * table.shownParams.size;
  const rows = shown.indexes.map((at) => {
    const line = table.lines[at];
    return line ? (
      <Row
        key={line.key}
        line={line}
        at={at}
        rowsBefore={rowsBefore}
        shared={shared}
        isSelected={selection.set.has(line.key)}
        isActive={at === rowKeys.active}
        isDetailed={detailed.has(line.key)}
        measure={shown.isWindowed ? shown.measure : undefined}
      />
    ) : null;
  });
  return (
    <section
      className="tg-table"
      data-density={density}
      data-narrow={shared.isCards ? 'cards' : undefined}
      data-tree={shared.isTree || undefined}
      aria-busy={table.loading || table.isRefreshing || undefined}
      aria-label={options.title}
    >
      {filters.length > 0 ? (
        <Filters
          key={table.filtersPut}
          node={node}
          scope={scope}
          fields={filters}
          columns={options.filterColumns ?? 4}
          initial={table.params.filters}
          first={activeFilters(options.filterInitial ?? {})}
          busy={table.isRefreshing}
          onSearch={(values) => {
            if (!sameValue(activeFilters(values), table.params.filters)) table.setFilters(values);
            // The same filters again: people want to see whether something changed. What is on its way says it.
            else if (!table.isRefreshing) void table.refresh();
          }}
        />
      ) : null}
      <RefreshRows.Provider value={refresh}>
        <TableTop
          options={options}
          scope={scope}
          table={table}
          selection={selection}
          columns={columns}
          permissions={shared.permissions}
          download={download}
        />
        {download.isOffered ? <DownloadNotice download={download} /> : null}
        {table.isKept ? <KeptNotice table={table} /> : null}
        <div ref={scroller} className="tg-table-scroll tg-edges" data-bordered={options.bordered || undefined} style={{ maxHeight }}>
          <table
            {...(shared.isTree ? { role: 'treegrid' } : shared.isCards ? { role: 'table' } : {})}
            aria-label={options.title}
            aria-rowcount={table.paging === 'none' ? table.lines.length + 1 : table.total + 1}
            onKeyDown={rowKeys.onKeyDown}
            {...move}
            onFocus={(event) => rowKeys.onFocus(event.target)}
          >
            <TableHead
              shared={shared}
              sort={table.shownParams.sort}
              onSort={table.sortBy}
              selectedHere={selectedHere}
              selectableHere={selectable.length}
              onSelectAll={(isOn) => selection.setAll(selectable, isOn)}
              actionsWidth={options.actionsWidth}
            />
            {shown.before > 0 ? <Space height={shown.before} /> : null}
            {hasNoRows ? null : shared.details ? rows : <tbody {...roleIn(shared, 'rowgroup')}>{rows}</tbody>}
            {shown.after > 0 ? <Space height={shown.after} /> : null}
          </table>
          {hasNoRows ? <TableNotice table={table} emptyText={options.emptyText} emptyBody={options.emptyBody} scope={scope} /> : null}
        </div>
      </RefreshRows.Provider>
      {hasFailed || table.loading ? null : <Pager table={table} sizes={options.pageSizes} />}
      <span className="tg-hidden" aria-live="polite">
        {table.isRefreshing ? t('table.loading') : ''}
      </span>
    </section>
  );
}

/** The filters of a table, and those of links that count now. */
function withLinked(
  usual: NonNullable<TableOptions['filters']>,
  linked: TableOptions['linkedFilters'],
  applied: Readonly<Record<string, unknown>>,
): NonNullable<TableOptions['filters']> {
  const shown = linked?.filter((field) => fieldsWithin([field]).some(({ name }) => name in applied)) ?? [];
  return shown.length > 0 ? [...usual, ...shown] : usual;
}

/** Height of rows that are not drawn. */
function Space({ height }: { height: number }) {
  return (
    <tbody aria-hidden="true">
      <tr>
        <td className="tg-table-space" style={{ height }} />
      </tr>
    </tbody>
  );
}
