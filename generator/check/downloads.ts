import { isObject, listAt, textAt } from '../json.ts';
import { pages } from './expressions.ts';
import { type Finding, finding } from './findings.ts';
import { walkLoneTables } from './lone-tables.ts';
import type { Check } from './project.ts';
import type { Context } from './scopes/context.ts';
import { scopeOf } from './scopes/page.ts';
import { type Type, Types } from './scopes/types.ts';
import type { Options } from './scopes/walk.ts';

/** Columns of widgets that a downloaded workbook leaves out, as nothing says what is written of them. */
export const checkDownloads: Check = (project) => {
  const types = new Types(project);
  const findings = new Map<string, Finding>();
  const node = (_node: unknown, options: Options, _spot: unknown, context: Context) => {
    for (const entry of unwritten(types, options, context.lookup('row'))) findings.set(`${entry.file}${entry.pointer}`, entry);
  };
  for (const document of pages(project)) scopeOf(project, document).walk({ node });
  walkLoneTables(project, types, () => ({ node }));
  return [...findings.values()];
};

function unwritten(types: Types, options: Options, row: Type | undefined): Finding[] {
  const columns = options.get('columns');
  const download = options.get('download')?.value;
  if (!columns || download === undefined || download === false) return [];
  return listAt({ list: columns.value }, 'list').flatMap((column, index) => {
    if (!isObject(column) || column.cell === undefined || column.value !== undefined || column.fileValue !== undefined) return [];
    const name = textAt(column, 'name') ?? '';
    const reason = nothingIn(types, row, name, column.each !== undefined);
    if (reason === undefined) return [];
    return [
      finding(columns.source, `${columns.pointer}/${index}/name`, {
        code: 'COLUMN_UNWRITTEN',
        severity: 'warning',
        message: `a downloaded workbook has no column "${name}": its cells are widgets, and ${reason}`,
        hint: 'say what is written in "fileValue", or leave "download" out',
      }),
    ];
  });
}

/** Why the property of a column is nothing a workbook can say; undefined where it is, or where nothing is known of it. */
function nothingIn(types: Types, row: Type | undefined, path: string, isList: boolean): string | undefined {
  let type = row;
  for (const part of path.split('.')) {
    const member = types.member(type, part);
    if (!('found' in member)) return 'the rows have no property of its name';
    type = member.found;
  }
  if (isList) type = types.element(type);
  const names = types.names(types.element(type) ?? type);
  // Wordings by language, or as the lists of { l, t }.
  const isWorded = names.includes('en') || names.includes('l');
  return names.length > 0 && !isWorded ? 'the property of its name is an object' : undefined;
}
