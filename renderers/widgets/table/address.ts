import { isObject } from '../../../src/core/json-object.ts';
import type { Row, Sort } from './model.ts';

/** What of a table the address keeps. */
export interface TableAddress {
  page?: number;
  size?: number;
  sort?: Sort;
  filters?: Row;
}

/** Reads the part of a table from a query such as ?entries.page=2; what does not fit is left out. */
export function readAddress(search: string, name: string): TableAddress {
  const query = new URLSearchParams(search);
  const address: TableAddress = {};
  const whole = (key: string) => {
    const text = query.get(`${name}.${key}`) ?? '';
    return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : undefined;
  };
  const page = whole('page');
  const size = whole('size');
  if (page !== undefined) address.page = page;
  if (size !== undefined) address.size = size;
  const sort = /^([\w.]+),(asc|desc)$/.exec(query.get(`${name}.sort`) ?? '');
  if (sort?.[1]) address.sort = { name: sort[1], order: sort[2] === 'desc' ? 'desc' : 'asc' };
  const filters = query.get(`${name}.filters`);
  if (filters && filters.length < 2000) {
    try {
      const value: unknown = JSON.parse(filters);
      if (isObject(value)) address.filters = value;
    } catch {
      // A link that was cut short: the table shows without its filters.
      return address;
    }
  }
  return address;
}

/** The query with the part of this table replaced; other parameters stay. */
export function writeAddress(search: string, name: string, address: TableAddress): string {
  const query = new URLSearchParams(search);
  const set = (key: string, value: string | undefined) => {
    if (value === undefined) query.delete(`${name}.${key}`);
    else query.set(`${name}.${key}`, value);
  };
  set('page', address.page !== undefined && address.page > 1 ? String(address.page) : undefined);
  set('size', address.size === undefined ? undefined : String(address.size));
  set('sort', address.sort ? `${address.sort.name},${address.sort.order}` : undefined);
  set('filters', address.filters && Object.keys(address.filters).length > 0 ? JSON.stringify(address.filters) : undefined);
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}
