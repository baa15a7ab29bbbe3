import type { WidgetShape } from '../../src/core/types.ts';
import { isObject, objectAt, textAt } from '../json.ts';
import type { Call } from '../read/calls.ts';
import { entries } from '../read/values.ts';
import { usesOf } from '../read/walk.ts';
import { pages } from './expressions.ts';
import { type Finding, finding } from './findings.ts';
import { walkLoneTables } from './lone-tables.ts';
import type { Check, Project } from './project.ts';
import type { Context, Spot } from './scopes/context.ts';
import { scopeOf } from './scopes/page.ts';
import { rowOf } from './scopes/rows.ts';
import { Types } from './scopes/types.ts';
import type { Options } from './scopes/walk.ts';

/** Above this a form is slow to show and to validate. */
const mostFields = 500;
/** Rows a table may get at once. */
const mostRows = 1000;
/** Seconds between two calls, at least. */
const leastPoll = 5;

/** What will be slow once there is real data: huge forms, tables that load everything, polls that never rest. */
export const checkPerformance: Check = (project) => {
  const types = new Types(project);
  const findings = new Map<string, Finding>();
  const node = (_node: unknown, options: Options, _spot: Spot, context: Context, shape: WidgetShape) => {
    // A widget that cannot page, such as a matrix, has limits of its own.
    const tables = shape.options.paging === undefined ? [] : tableFindings(project, types, options, context);
    for (const entry of [...tables, ...pollFindings(options)]) {
      findings.set(`${entry.file}${entry.pointer}${entry.code}`, entry);
    }
  };
  for (const document of pages(project)) {
    for (const [pointer, data] of entries(objectAt(document.source.value, 'data'), '/data')) {
      const entry = isObject(data) ? pollFinding(data.poll, { source: document.source, pointer: `${pointer}/poll` }) : undefined;
      if (entry) findings.set(`${entry.file}${entry.pointer}`, entry);
    }
    scopeOf(project, document).walk({ node });
  }
  walkLoneTables(project, types, () => ({ node }));
  return [...findings.values(), ...project.documents.of('form').flatMap((form) => formFindings(project, form))];
};

function formFindings(project: Project, document: Parameters<typeof usesOf>[0]): Finding[] {
  const fields = usesOf(document, project.shapes).filter(({ kind }) => kind === 'node').length;
  if (fields <= mostFields) return [];
  const message = `this form has ${fields} fields; above ${mostFields} it is slow`;
  const hint = 'use a table or a matrix widget, or several forms';
  return [finding(document.source, '/fields', { code: 'FORM_SIZE', severity: 'warning', message, hint, atKey: true })];
}

function pollFindings(options: Options): Finding[] {
  const source = options.get('source');
  const found =
    source && isObject(source.value) ? pollFinding(source.value.poll, { ...source, pointer: `${source.pointer}/poll` }) : undefined;
  return found ? [found] : [];
}

function pollFinding(poll: unknown, { source, pointer }: Spot): Finding | undefined {
  if (typeof poll !== 'number' || poll >= leastPoll) return undefined;
  const message = `this asks the server every ${poll} s, for everybody who has the page open`;
  return finding(source, pointer, { code: 'POLL_FAST', severity: 'warning', message, hint: `${leastPoll} seconds or more` });
}

/** A table that shows all rows at once over a call that bounds them nowhere. */
function tableFindings(project: Project, types: Types, options: Options, context: Context): Finding[] {
  const columns = options.get('columns');
  if (!columns) return [];
  const paging = options.get('paging');
  const source = options.get('source');
  const mode = paging?.value ?? (source ? 'server' : 'none');
  if (mode !== 'none') return [];
  const most = types.longest(rowOf.list(options, types, project, context));
  const call = source && project.callOf(textAt(source.value, 'call') ?? '');
  if (most === undefined || Math.min(most, call ? largestPage(call) : Infinity) <= mostRows) return [];
  const place = paging ?? source ?? options.get('rows') ?? columns;
  const message = `this table shows all rows at once, and the contract allows ${most === Infinity ? 'any number' : most} of them`;
  const hint = `"paging": "${source ? 'server' : 'client'}", or "maxItems" of at most ${mostRows} in the response of the contract`;
  return [finding(place.source, place.pointer, { code: 'TABLE_UNPAGED', severity: 'warning', message, hint })];
}

/** The largest page a call gives, when it takes a page size. */
function largestPage(call: Call): number {
  const sizes = [call.query, call.body].map((schema) => {
    const properties = objectAt(schema, 'properties');
    const size = objectAt(properties, 'size').maximum ?? objectAt(properties, 'pageSize').maximum;
    return typeof size === 'number' ? size : Infinity;
  });
  return Math.min(...sizes);
}
