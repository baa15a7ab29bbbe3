import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { isObject } from '../../../src/core/json-object.ts';
import { sameValue, useCall, useController, useLanguage, type WidgetProps } from '../../../src/engine/index.ts';
import type { TableOptions } from '../../../src/generated/options.ts';
import { readAddress, writeAddress } from './address.ts';
import { presentOf, underPresentNames } from './aliases.ts';
import { activeFilters, countRows, filterRows, linesOf, nextSort, pageCount, type Row, rowsFound, type Sort } from './model.ts';
import { queryOf, requestOf, rowsIn, type TableParams, totalIn } from './request.ts';
import { type Answer, useBarredKeys, useGoneKeys } from './useGoneKeys.ts';
import { useSorter } from './useSorter.ts';

export const PAGE_SIZES = [10, 20, 50];
const NO_PARAMS: TableParams = { page: 1, size: 1, sort: undefined, filters: {} };

interface TableFailure {
  message: string;
  code?: string;
  status?: number;
}

/** Rows of a table: loads them, or filters, sorts and pages those it is given. */
export function useTable({ options, node }: Pick<WidgetProps<TableOptions>, 'options' | 'node'>) {
  const language = useLanguage();
  const { source } = options;
  const paging = options.paging ?? (source ? 'server' : 'none');
  const isServer = isPagedByServer(options);
  const rowKey = options.rowKey ?? 'id';
  const addressName = node.name ?? 'table';
  const [params, setParams] = useState<TableParams>(() => firstParams(options, addressName));
  const [filtersPut, setPut] = useState(0);
  const [openKeys, setOpenKeys] = useState<ReadonlySet<string>>(new Set());
  const [closedKeys, setClosedKeys] = useState<ReadonlySet<string>>(new Set());

  const isFilteredByCall = isServer || (source !== undefined && source.filtersBy === 'call');
  const request = source ? requestOf(source, params, isServer) : {};
  const sent = isFilteredByCall || !source ? request : requestOf(source, { ...params, sort: undefined, filters: {} }, false);
  const call = useCall(source && source.when !== false ? source.call : undefined, sent, {
    quiet: true,
    ...(source?.poll === undefined ? {} : { poll: source.poll }),
  });

  const failure = (source ? call.error : options.error) as TableFailure | undefined;
  // Whose rows they are. Those of before stay when another page, size or order of them cannot be had, and no others.
  const subject = {
    call: source?.call,
    ...(source && requestOf(source, isFilteredByCall ? { ...params, sort: undefined } : NO_PARAMS, false)),
  };
  const answered = useRef({ params, subject });
  if (call.data !== undefined && !call.outdated) answered.current = { params, subject };
  // Unless the user may not see them any more.
  const isKept = failure !== undefined && failure.status !== 403 && call.data !== undefined && sameValue(subject, answered.current.subject);
  // Rows of another page keep the number of theirs.
  const shownParams = isKept ? answered.current.params : params;

  const list = source?.list;
  const data = failure === undefined || isKept ? call.data : undefined;
  const loaded = useMemo(() => {
    if (!source) return options.rows ?? [];
    if (data === undefined) return [];
    return rowsIn({ list }, data);
  }, [source, list, options.rows, data]);
  const { childrenField, expandAll, filterFields } = options;
  const looking = useMemo(() => ({ language, ...(filterFields && { fields: filterFields }) }), [language, filterFields]);
  const isFiltered = Object.keys(params.filters).length > 0;
  // Rows of a tree stay what they are when only some of those below are shown.
  const found = useMemo(
    () => (isFilteredByCall || !isFiltered || !childrenField ? undefined : rowsFound(loaded, params.filters, childrenField, looking)),
    [isFilteredByCall, isFiltered, childrenField, loaded, params.filters, looking],
  );
  const sorted = useSorter(options.columns, isFilteredByCall ? undefined : params.sort, language);
  const fitting = useMemo(() => {
    if (isFilteredByCall) return loaded;
    return sorted(found ? loaded.filter((row) => found.has(row)) : filterRows(loaded, params.filters, looking));
  }, [isFilteredByCall, loaded, found, params.filters, looking, sorted]);
  const totalLazy = source?.total;
  const total = useMemo(() => {
    if (paging === 'none' && childrenField) return found?.size ?? countRows(fitting, childrenField);
    if (!isServer) return fitting.length;
    return data === undefined ? fitting.length : totalIn({ total: totalLazy }, data, fitting.length);
  }, [isServer, paging, childrenField, found, totalLazy, data, fitting]);
  const pages = paging === 'none' ? 1 : pageCount(total, shownParams.size);
  // More rows than were asked for, and no number of all of them: the call does not page, and gave all there are.
  const isPagedHere = paging === 'client' || (isServer && total === fitting.length && total > params.size);
  const rows = useMemo(
    () =>
      isPagedHere ? fitting.slice((Math.min(params.page, pages) - 1) * params.size, Math.min(params.page, pages) * params.size) : fitting,
    [isPagedHere, fitting, params.page, params.size, pages],
  );
  // Who searches a tree wants to see what was found, not all of what stands there until the answer comes.
  const isFound = isFilteredByCall ? Object.keys(answered.current.params.filters).length > 0 : isFiltered;
  const isOpenAll = expandAll === true || isFound;
  const placed = useMemo(
    () => ({ rowKey, ...(childrenField && { childrenField }), ...(found && { found }), sorted }),
    [rowKey, childrenField, found, sorted],
  );
  const lines = useMemo(
    () => linesOf(rows, { ...placed, isOpen: (key) => (isOpenAll ? !closedKeys.has(key) : openKeys.has(key)) }),
    [rows, placed, isOpenAll, openKeys, closedKeys],
  );

  // The last row of the last page was removed: show the page before it.
  const isBeyond =
    paging !== 'none' && !call.validating && !call.outdated && (call.data !== undefined || !source) && total > 0 && params.page > pages;
  useEffect(() => {
    if (isBeyond) setParams((now) => ({ ...now, page: pages }));
  }, [isBeyond, pages]);

  useEffect(() => {
    if (!options.syncAddress) return;
    const { pathname, search, hash } = window.location;
    const next = writeAddress(search, addressName, {
      ...params,
      size: params.size === (options.pageSize ?? PAGE_SIZES[0]) ? undefined : params.size,
    });
    // Not a navigation: the page stays, a reload or a copied link shows the same rows.
    if (next !== search) window.history.replaceState(window.history.state, '', `${pathname}${next}${hash}`);
  }, [options.syncAddress, options.pageSize, addressName, params]);

  // Rows that are still those of other parameters, or on their way, answer nothing.
  const isAnswered = source
    ? call.data !== undefined && !call.outdated && failure === undefined
    : options.rows !== undefined && options.loading !== true && failure === undefined;
  const answer: Answer | undefined = isAnswered
    ? { rows: loaded, question: isFilteredByCall ? { subject, params } : subject, total, isWhole: !isServer || total === loaded.length }
    : undefined;

  const isLoading = source ? call.loading : options.loading === true && loaded.length === 0;
  const code = failure?.code;
  const message = failure?.message;
  const view = useMemo(
    () => ({
      rows,
      total,
      params,
      query: queryOf(source, params),
      filters: params.filters,
      loading: isLoading,
      error: message === undefined ? undefined : { code, message },
    }),
    [rows, total, source, params, isLoading, code, message],
  );
  const repeats = useRef(0);
  const refresh = () => {
    repeats.current += 1;
    return call.refresh();
  };
  // After a failure the same wish again is another try.
  const wish = (change: (now: TableParams) => TableParams) => {
    if (isKept && sameValue(change(params), params)) void refresh();
    else setParams(change);
  };
  const setFilters = (filters: Row) => {
    setClosedKeys(new Set());
    wish((now) => ({ ...now, filters: activeFilters(underPresentNames(filters, options.aliases)), page: 1 }));
  };
  const toggle = (keys: ReadonlySet<string>, key: string) => {
    const next = new Set(keys);
    if (!next.delete(key)) next.add(key);
    return next;
  };
  const allOf = (all: readonly Row[]) => linesOf(all, { ...placed, isOpen: () => true });
  // Of a tree that comes page by page nobody knows what is below the rows of other pages.
  const isCountable = childrenField !== undefined && (!isServer || total === fitting.length);
  return {
    ...view,
    view,
    failure,
    /** The failure that leaves the rows of before on show. */
    isKept,
    /** Whether the rows are still those of other parameters. */
    isOutdated: call.outdated,
    shownParams,
    lines,
    /** For who takes the rows of all pages: those that are here, or the call they come from; as lines, a tree with all that is below. */
    whole: {
      given: isServer ? undefined : fitting,
      source,
      linesOf: allOf,
      /** How many lines they are, as far as that is known before they are read. */
      count: () => (isCountable ? allOf(fitting).length : total),
    },
    answer,
    /** What its call is asked whatever the table itself filters, sorts and pages. */
    asked: source && { call: source.call, ...requestOf(source, NO_PARAMS, false) },
    pages,
    paging,
    rowKey,
    page: Math.min(shownParams.page, pages),
    isRefreshing: call.validating && !isLoading,
    hasRequest: source !== undefined,
    refresh,
    /** How often its call was repeated. */
    refreshes: () => repeats.current,
    setPage: (page: number) => wish((now) => ({ ...now, page })),
    setSize: (size: number) => wish((now) => ({ ...now, size, page: 1 })),
    sortBy: (name: string) => wish((now) => ({ ...now, sort: nextSort(isKept ? shownParams.sort : now.sort, name), page: 1 })),
    setFilters,
    /** The same by an action: the fields show these, in place of what was typed into them. */
    putFilters: (filters: Row) => {
      setPut((times) => times + 1);
      setFilters(filters);
    },
    /** How often an action gave the filters. */
    filtersPut,
    toggleOpen: (key: string) => (isOpenAll ? setClosedKeys((now) => toggle(now, key)) : setOpenKeys((now) => toggle(now, key))),
  };
}
export type TableState = ReturnType<typeof useTable>;

function firstParams(options: TableOptions, name: string): TableParams {
  const kept = options.syncAddress ? readAddress(window.location.search, name) : {};
  const sizes = options.pageSizes ?? PAGE_SIZES;
  const sort: Sort | undefined = options.sort ? { name: options.sort.name, order: options.sort.order ?? 'asc' } : undefined;
  const keptSort = kept.sort && { ...kept.sort, name: presentOf(kept.sort.name, options.aliases) };
  return {
    page: kept.page ?? 1,
    size: kept.size !== undefined && sizes.includes(kept.size) ? kept.size : (options.pageSize ?? sizes[0] ?? 10),
    sort: keptSort && isSortedBy(options, keptSort.name) ? keptSort : sort,
    filters: kept.filters ? underPresentNames(kept.filters, options.aliases) : activeFilters(options.filterInitial ?? {}),
  };
}

/** Whether the list sorts by this: a bookmark may be older than its columns, and a call refuses what it does not sort by. Rows that are all here sort by any column. */
function isSortedBy(options: TableOptions, name: string): boolean {
  const isNamed = (options.columns ?? []).some(
    (column) => (column.sortName ?? column.name) === name && (column.sortable === true || !isPagedByServer(options)),
  );
  return options.sort?.name === name || isNamed;
}

function isPagedByServer({ source, paging = 'server' }: TableOptions): boolean {
  return source !== undefined && paging === 'server';
}

/** Selected rows across pages: keys, and the rows as they were last seen. */
export function useSelection({ options, node }: Pick<WidgetProps<TableOptions>, 'options' | 'node'>, table: TableState) {
  const [keys, setKeys] = useState<readonly string[]>([]);
  const seen = useRef(new Map<string, Row>());
  const { lines } = table;
  const hasSelection = (options.selection ?? 'none') !== 'none';
  const rowsOf = useCallback((chosen: readonly string[]) => chosen.flatMap((key) => seen.current.get(key) ?? []), []);
  // Before anything of this picture asks for selected rows.
  const selected = useMemo(() => {
    if (hasSelection) for (const line of lines) seen.current.set(line.key, line.row);
    return rowsOf(keys);
  }, [lines, hasSelection, keys, rowsOf]);
  const isMultiple = options.selection === 'multiple';

  // Nobody unselects what is not there: the user's own selecting is what onSelect is about.
  const without = (gone: ReadonlySet<string>) => setKeys((now) => now.filter((key) => !gone.has(key)));
  useGoneKeys(table.answer, { rowKey: table.rowKey, childrenField: options.childrenField }, keys.length > 0, without);
  useBarredKeys(lines, keys, options.selectable, without);

  // Rows of another list are none of this one, such as those of the client that was chosen before.
  const asked = useRef(table.asked);
  useLayoutEffect(() => {
    if (sameValue(asked.current, table.asked)) return;
    asked.current = table.asked;
    setKeys([]);
  });

  const change = (next: readonly string[], row?: Row) => {
    setKeys(next);
    void options.onSelect?.({ keys: next, selected: rowsOf(next), row });
  };
  useController(node, {
    refresh: () => table.refresh(),
    set: (path, value) => {
      if (path.length > 1 || (path[0] !== 'selectedKeys' && path[0] !== 'filters'))
        throw Object.assign(new Error(`"${path.join('.')}" cannot be set`), { code: 'NOT_SETTABLE' });
      if (path[0] === 'filters') table.putFilters(isObject(value) ? value : {});
      else setKeys(Array.isArray(value) ? value.map(String) : []);
    },
  });
  return {
    keys,
    selected,
    set: useMemo(() => new Set(keys), [keys]),
    clear: () => change([]),
    toggle: (key: string, row: Row) => {
      if (keys.includes(key))
        change(
          keys.filter((one) => one !== key),
          row,
        );
      else change(isMultiple ? [...keys, key] : [key], row);
    },
    setAll: (all: readonly string[], isOn: boolean) => {
      const others = keys.filter((key) => !all.includes(key));
      change(isOn ? [...others, ...all] : others);
    },
  };
}
export type Selection = ReturnType<typeof useSelection>;
