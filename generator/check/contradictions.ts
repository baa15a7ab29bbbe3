import { isObject } from '../json.ts';
import { pages } from './expressions.ts';
import { type Finding, finding } from './findings.ts';
import type { Check } from './project.ts';
import { scopeOf } from './scopes/page.ts';
import type { Options } from './scopes/walk.ts';

/** What contradicts itself: a field nothing can be entered in, columns of a table that cannot be told apart, rows that come from two places. */
export const checkContradictions: Check = (project) => {
  const findings = new Map<string, Finding>();
  for (const document of pages(project))
    scopeOf(project, document).walk({
      node: (_node, options) => {
        for (const found of [
          ...limitsOf(options),
          ...columnsOf(options),
          ...rowsOf(options),
          ...pageSizeOf(options),
          ...wordlessOf(options),
        ])
          findings.set(`${found.file}${found.pointer}`, found);
      },
    });
  return [...findings.values()];
};

function limitsOf(options: Options): Finding[] {
  const [min, max] = [options.get('min'), options.get('max')];
  if (typeof min?.value !== 'number' || typeof max?.value !== 'number' || min.value <= max.value) return [];
  const message = `nothing is both ${min.value} or more and ${max.value} or less`;
  return [finding(max.source, max.pointer, { code: 'BAD_OPTION', severity: 'warning', message, hint: 'min is at most max' })];
}

/** A column of a table is known by its name, in the choice of columns and in links; a column of a field is the property it writes. One that stands for each of a list (`each`) is known by its places in it. */
function columnsOf(options: Options): Finding[] {
  const columns = options.get('columns');
  if (!columns || !Array.isArray(columns.value)) return [];
  const seen = new Set<unknown>();
  return columns.value.flatMap((column: unknown, index): Finding[] => {
    if (!isObject(column) || typeof column.name !== 'string') return [];
    const name = column.each === undefined ? column.name : `${column.name}.0`;
    if (!seen.has(name)) {
      seen.add(name);
      return [];
    }
    const message = `another column is called "${column.name}" already: they are one and the same to whoever chooses, links or fills in`;
    const hint = 'give it a name of its own; a column of a table says what it shows by "value"';
    return [finding(columns.source, `${columns.pointer}/${index}/name`, { code: 'DUPLICATE_NAME', severity: 'warning', message, hint })];
  });
}

/** Of rows that are given and rows of a call, the call's are shown. */
function rowsOf(options: Options): Finding[] {
  const rows = options.get('rows');
  if (!rows || !isObject(options.get('source')?.value)) return [];
  const message = 'these rows are not shown: those of "source" are';
  return [
    finding(rows.source, rows.pointer, { code: 'BAD_OPTION', severity: 'warning', message, hint: 'leave out one of both', atKey: true }),
  ];
}

/** Once somebody chose another number of rows, there is no way back to one that is not offered. */
function pageSizeOf(options: Options): Finding[] {
  const [size, sizes] = [options.get('pageSize'), options.get('pageSizes')];
  const offered: unknown = sizes?.value ?? [10, 20, 50];
  if (typeof size?.value !== 'number' || !Array.isArray(offered) || offered.includes(size.value)) return [];
  const message = `a page of ${size.value} rows is none of those offered: ${offered.join(', ')}`;
  return [finding(size.source, size.pointer, { code: 'BAD_OPTION', severity: 'warning', message, hint: 'add it to "pageSizes"' })];
}

/** Columns and entries that are to show words of a dictionary and name none. */
function wordlessOf(options: Options): Finding[] {
  return ['columns', 'items'].flatMap((word) => {
    const list = options.get(word);
    if (!list || !Array.isArray(list.value)) return [];
    return list.value.flatMap((part: unknown, index): Finding[] => {
      if (!isObject(part) || part.format !== 'dictionary' || part.dictionary !== undefined) return [];
      const message = 'there is no dictionary to take the words from';
      const hint = 'say which one by "dictionary"';
      return [finding(list.source, `${list.pointer}/${index}/format`, { code: 'MISSING_OPTION', severity: 'warning', message, hint })];
    });
  });
}
