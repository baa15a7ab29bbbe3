import { didYouMean } from '../../src/core/suggest.ts';
import { isObject, listAt, objectAt, textAt } from '../json.ts';
import { pages } from './expressions.ts';
import { type Finding, finding } from './findings.ts';
import { firstFilterFindings } from './first-filters.ts';
import { walkLoneTables } from './lone-tables.ts';
import type { Check, Project } from './project.ts';
import type { Spot } from './scopes/context.ts';
import { scopeOf } from './scopes/page.ts';
import { Types } from './scopes/types.ts';
import type { Options } from './scopes/walk.ts';

/** Tables ask for what their call knows: those whose call sorts offer only what its contract sorts by, and first values are those of filters they have. */
export const checkTables: Check = (project) => {
  const types = new Types(project);
  const findings: Finding[] = [];
  const node = (_node: unknown, options: Options) =>
    void findings.push(...sortFindings(project, options), ...firstFilterFindings(project, options));
  for (const document of pages(project)) scopeOf(project, document).walk({ node });
  walkLoneTables(project, types, () => ({ node }));
  return findings;
};

function sortFindings(project: Project, options: Options): Finding[] {
  const source = options.get('source')?.value;
  const call = project.callOf(textAt(source, 'call') ?? '');
  const paging = options.get('paging')?.value ?? 'server';
  // Rows that are all here are sorted here.
  if (!call || paging !== 'server') return [];
  const parameters = textAt(source, 'place') === 'body' ? call.body : call.query;
  // A call that leaves its parameters open may sort by anything.
  if (isObject(parameters) && (parameters.additionalProperties === true || parameters.$ref !== undefined)) return [];
  const parameter = textAt(source, 'sortName') ?? 'sort';
  const properties = objectAt(parameters, 'properties');
  const known = Object.hasOwn(properties, parameter) ? objectAt(properties, parameter).enum : undefined;
  if (!Object.hasOwn(properties, parameter)) {
    return sorts(options).map(({ spot }) =>
      finding(spot.source, spot.pointer, {
        code: 'SORT_NAME',
        message: `the call ${call.contract.id} does not sort: it has no parameter "${parameter}"`,
        hint: didYouMean(parameter, Object.keys(properties)) ?? 'leave "sortable" out, or page with "paging": "client"',
      }),
    );
  }
  if (!Array.isArray(known)) return [];
  const names = known.filter((name) => typeof name === 'string' && name !== '') as string[];
  return sorts(options)
    .filter(({ name }) => !names.includes(name))
    .map(({ name, spot }) => {
      const message = `the call ${call.contract.id} does not sort by "${name}"`;
      const hint = didYouMean(name, names) ?? `it sorts by ${names.join(', ')}`;
      return finding(spot.source, spot.pointer, { code: 'SORT_NAME', message, hint });
    });
}

/** Names the table may send, each where it is written. */
function sorts(options: Options): { name: string; spot: Spot }[] {
  const columns = options.get('columns');
  const found = listAt({ list: columns?.value }, 'list').flatMap((column, index) => {
    if (!columns || !isObject(column) || column.sortable !== true) return [];
    const word = typeof column.sortName === 'string' ? 'sortName' : 'name';
    return [{ name: String(column[word]), spot: { source: columns.source, pointer: `${columns.pointer}/${index}/${word}` } }];
  });
  const first = options.get('sort');
  const name = textAt(first?.value, 'name');
  return first && name !== undefined ? [...found, { name, spot: { source: first.source, pointer: `${first.pointer}/name` } }] : found;
}
