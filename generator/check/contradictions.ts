import { isObject } from '../json.ts';
import { pages } from './expressions.ts';
import { type Finding, finding } from './findings.ts';
import type { Check } from './project.ts';
import { scopeOf } from './scopes/page.ts';
import type { Options } from './scopes/walk.ts';

/** What contradicts itself: a field nothing can be entered in, columns of a table that cannot be told apart. */
export const checkContradictions: Check = (project) => {
  const findings = new Map<string, Finding>();
  for (const document of pages(project))
    scopeOf(project, document).walk({
      node: (_node, options) => {
        for (const found of [...limitsOf(options), ...columnsOf(options)]) findings.set(`${found.file}${found.pointer}`, found);
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
