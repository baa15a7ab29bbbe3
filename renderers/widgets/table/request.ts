import type { TableOptions } from '../../../src/generated/options.ts';
import { listOf, totalOf } from '../../shared/controls/choices.ts';
import { activeFilters, type Row, type Sort } from './model.ts';

type Source = NonNullable<TableOptions['source']>;

/** What the table shows: page from 1, rows of a page, order, filters. */
export interface TableParams {
  page: number;
  size: number;
  sort: Sort | undefined;
  filters: Row;
}

/** What the call is given whatever page is shown: for calls about the same rows. */
export function queryOf(source: Source | undefined, params: TableParams): Row {
  const { with: parameters, body } = requestOf(source ?? { call: '' }, params, false);
  return (source?.place === 'body' ? (body as Row) : parameters) ?? {};
}

/** Parameters and body of the call for what the table shows. Filters win over parameters of the same name. */
export function requestOf(source: Source, params: TableParams, paged: boolean): { with?: Row; body?: unknown } {
  const shown: Row = { ...activeFilters(params.filters) };
  if (paged) {
    shown[source.pageName ?? 'current'] = params.page - 1 + (source.firstPage ?? 1);
    shown[source.sizeName ?? 'size'] = params.size;
  }
  if (params.sort) {
    shown[source.sortName ?? 'sort'] = params.sort.name;
    shown[source.orderName ?? 'order'] = params.sort.order;
  }
  if (source.place === 'body') {
    const body = typeof source.body === 'object' && source.body !== null ? source.body : {};
    return { ...(source.with ? { with: source.with } : {}), body: { ...body, ...shown } };
  }
  return { with: { ...source.with, ...shown }, ...(source.body === undefined ? {} : { body: source.body }) };
}

/** The rows of an answer. */
export function rowsIn({ list }: Pick<Source, 'list'>, answer: unknown): Row[] {
  return listOf(list ? list({ result: answer }) : answer) as Row[];
}

/** How many rows there are in all; `known` where the answer does not say. */
export function totalIn({ total }: Pick<Source, 'total'>, answer: unknown, known: number): number {
  return total ? Number(total({ result: answer })) || 0 : totalOf(answer, known);
}
