import { didYouMean } from '../../src/core/suggest.ts';
import { isObject, listAt, objectAt, textAt, textsAt } from '../json.ts';
import type { Document } from '../read/documents.ts';
import { atCharacter } from './characters.ts';
import { type Finding, finding } from './findings.ts';
import { walkLoneTables } from './lone-tables.ts';
import { matrixFindings } from './matrix-data.ts';
import { type Check, isReadable, type Project } from './project.ts';
import type { Context, Spot } from './scopes/context.ts';
import { inferTemplate } from './scopes/infer.ts';
import { scopeOf } from './scopes/page.ts';
import { rowOf } from './scopes/rows.ts';
import { noMember, type Type, Types } from './scopes/types.ts';
import { typeOfFilters } from './scopes/values.ts';
import type { Options } from './scopes/walk.ts';

/** Expressions and columns read only what contracts and widgets promise: data.x.field, row.field, result.field, entries.selected. */
export const checkExpressions: Check = (project) => {
  const types = new Types(project);
  const findings: Finding[] = [];
  const template = (text: string, { source, pointer }: Spot, context: Context) => {
    inferTemplate(text, types, context.lookup, (position, misfit) => {
      findings.push(atCharacter(source, pointer, position, { code: 'UNKNOWN_FIELD', ...misfit }));
    });
  };
  const nodeOf = (project: Project, shownBy: string) => (_node: unknown, options: Options, _spot: Spot, context: Context) => {
    findings.push(...fieldFindings(project, types, options, context), ...cellFindings(types, options, context));
    findings.push(...matrixFindings(project, types, options, context, shownBy));
  };
  for (const document of pages(project))
    scopeOf(project, document).walk({ template, node: nodeOf(project.readBy(document), `${document.kind}s/${document.id}`) });
  walkLoneTables(project, types, (read) => ({ template, node: nodeOf(read, 'a table') }));
  return findings;
};

/** The pages and layouts that are checked. */
export function pages({ checked }: Project): Document[] {
  return [...checked.of('page'), ...checked.of('layout')].filter(({ source }) => isReadable(source));
}

/** Options that name fields of the rows: columns, rowKey, valueField, what filters look into ..., and filters that name parameters of the call. */
function fieldFindings(project: Project, types: Types, options: Options, context: Context): Finding[] {
  const call = textAt(Object.fromEntries([...options].map(([name, { value }]) => [name, value])), 'call');
  const list =
    call !== undefined && !call.includes('{{')
      ? rowOf.ofCall(call, listText(options), types, project, context)
      : rowOf.list(options, types, project, context);
  const row = labelled(types.element(list));
  const findings: Finding[] = [];
  const expect = (path: unknown, spot: Spot) => findings.push(...pathFindings(types, row, path, spot));
  if (row) {
    for (const [name, { value, source, pointer }] of options) {
      if (name === 'rowKey' || (call !== undefined && ['valueField', 'labelField', 'parentField'].includes(name)))
        expect(value, { source, pointer });
      // Charts: who a row is, where it stands, and the figures of it.
      if (name === 'rowName' || (name === 'x' && options.has('series'))) expect(value, { source, pointer });
      if (name === 'series' && Array.isArray(value))
        for (const [index, figure] of value.entries()) expect(textAt(figure, 'name'), { source, pointer: `${pointer}/${index}/name` });
      if (name === 'filterFields' && isObject(value)) {
        for (const [filter, paths] of Object.entries(value)) {
          for (const [index, path] of listAt({ paths }, 'paths').entries())
            expect(path, { source, pointer: `${pointer}/${filter}/${index}` });
        }
      }
      if (name !== 'columns' || !Array.isArray(value)) continue;
      for (const [index, column] of value.entries()) {
        if (isObject(column) && column.value === undefined && column.cell === undefined)
          expect(column.name, { source, pointer: `${pointer}/${index}/name` });
      }
    }
  }
  return [
    ...findings,
    ...columnFindings(project, types, options, context),
    ...filterFindings(project, options),
    ...lookedFindings(project, types, options),
  ];
}

/** A property of a row, or a path of them, that its type does not have. */
function pathFindings(types: Types, row: Type | undefined, path: unknown, spot: Spot): Finding[] {
  if (typeof path !== 'string' || path === '' || path.includes('{{')) return [];
  let type = row;
  for (const name of path.split('.')) {
    const member = types.member(type, name);
    if ('missing' in member) {
      return [finding(spot.source, spot.pointer, { code: 'UNKNOWN_FIELD', ...noMember(member, name) })];
    }
    type = member.found;
  }
  return [];
}

/** A heat map names the properties of its cells: row, column, figure and band. */
function cellFindings(types: Types, options: Options, context: Context): Finding[] {
  const cell = labelled(types.element(rowOf.template(options.get('cells')?.value, types, context)));
  if (!cell) return [];
  return ['row', 'column', 'value', 'judged'].flatMap((name) => {
    const { value, source, pointer } = options.get(name) ?? {};
    return source && pointer !== undefined ? pathFindings(types, cell, value, { source, pointer }) : [];
  });
}

/** Columns whose choices come from a call name properties of its entries. */
function columnFindings(project: Project, types: Types, options: Options, context: Context): Finding[] {
  const { value, source, pointer } = options.get('columns') ?? {};
  if (!Array.isArray(value) || !source) return [];
  return value.flatMap((column, index) => {
    if (!isObject(column) || textAt(column, 'call') === undefined) return [];
    const own = Object.entries(column).map(
      ([name, option]) => [name, { value: option, source, pointer: `${pointer}/${index}/${name}` }] as const,
    );
    return fieldFindings(project, types, new Map(own), context);
  });
}

function listText(options: Options): string | undefined {
  const list = options.get('list')?.value;
  return typeof list === 'string' ? list : undefined;
}

function labelled(type: Type | undefined): Type | undefined {
  return type && { ...type, label: `a row of ${type.label.replace(/^the answer of /, '')}` };
}

/** Values of filters go to the call as parameters, or into its body. */
function filterFindings(project: Project, options: Options): Finding[] {
  return ['filters', 'linkedFilters'].flatMap((name) => offeredFindings(project, options, name));
}

function offeredFindings(project: Project, options: Options, of: string): Finding[] {
  const source = options.get('source')?.value;
  const filters = options.get(of);
  const call = project.callOf(textAt(source, 'call') ?? '');
  // A table that filters by itself asks its call for nothing.
  if (!call || !filters || !isObject(source) || source.filtersBy === 'table') return [];
  const inBody = source.place === 'body';
  const schema = inBody ? call.body : call.query;
  const known = [...Object.keys(objectAt(schema, 'properties')), ...(inBody ? [] : Object.keys(objectAt(call.params, 'properties')))];
  if (
    isObject(schema) &&
    (schema.additionalProperties === true ||
      isObject(schema.additionalProperties) ||
      schema.$ref !== undefined ||
      textsAt(schema, 'anyOf').length > 0)
  )
    return [];
  return listAt({ list: filters.value }, 'list').flatMap((field, index) => {
    const name = textAt(field, 'name');
    const shape = project.shapes[textAt(field, 'widget') ?? ''];
    if (name === undefined || shape?.kind !== 'field' || known.includes(name)) return [];
    const message = `the call ${call.contract.id} has no parameter "${name}"`;
    const hint = didYouMean(name, known) ?? (known.length > 0 ? `it has ${known.join(', ')}` : 'it has none');
    return [finding(filters.source, `${filters.pointer}/${index}/name`, { code: 'CALL_ARGUMENT', message, hint })];
  });
}

/** What a filter looks into belongs to a filter there is. */
function lookedFindings(project: Project, types: Types, options: Options): Finding[] {
  const { value, source, pointer } = options.get('filterFields') ?? {};
  if (!isObject(value) || !source) return [];
  const filters = typeOfFilters(options, project.shapes);
  return Object.keys(value).flatMap((name) => {
    const member = types.member(filters, name);
    if (!('missing' in member)) return [];
    return [finding(source, `${pointer}/${name}`, { code: 'UNKNOWN_FIELD', ...noMember(member, name) })];
  });
}
