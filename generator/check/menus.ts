import { didYouMean } from '../../src/core/suggest.ts';
import { isObject, listAt, textAt } from '../json.ts';
import type { Document } from '../read/documents.ts';
import { type Finding, finding } from './findings.ts';
import type { Check, Project } from './project.ts';

/** Menu rows: layouts and page of the component exist, ids and routes are unique, parents exist without a circle. */
export const checkMenus: Check = (project) => project.documents.of('menu').flatMap((document) => checkMenu(project, document));

interface Row {
  pointer: string;
  menuId: string;
  parentId: string;
  url: string | undefined;
  component: string | undefined;
}

function checkMenu(project: Project, document: Document): Finding[] {
  const rows = listAt(document.source.value, 'items').flatMap((item, index): Row[] => {
    const menuId = textAt(item, 'menuId');
    if (!isObject(item) || menuId === undefined) return [];
    const parentId = textAt(item, 'parentId') ?? '0';
    return [{ pointer: `/items/${index}`, menuId, parentId, url: textAt(item, 'url'), component: textAt(item, 'component') }];
  });
  return [...doubles(document, rows), ...parents(document, rows), ...rows.flatMap((row) => component(project, document, row))];
}

function doubles(document: Document, rows: Row[]): Finding[] {
  const findings: Finding[] = [];
  const seen = new Map<string, Row>();
  const note = (key: string, row: Row, word: string, message: string) => {
    const before = seen.get(key);
    if (before) {
      const place = document.source.locate(before.pointer);
      findings.push(
        finding(document.source, `${row.pointer}/${word}`, {
          code: 'MENU_DOUBLE',
          message,
          hint: `the other stands in line ${place.line}`,
        }),
      );
    } else seen.set(key, row);
  };
  for (const row of rows) {
    note(`id ${row.menuId}`, row, 'menuId', `the menuId "${row.menuId}" is given twice`);
    // Only rows with a component or a redirect make a route; external addresses may repeat.
    if (row.url !== undefined && row.component !== undefined && row.url.startsWith('/')) {
      const route = row.url.replace(/\/+$/, '').replaceAll(/:[^/]+/g, ':');
      note(`route ${route}`, row, 'url', `the route "${row.url}" is given twice`);
    }
  }
  return findings;
}

function parents(document: Document, rows: Row[]): Finding[] {
  const byId = new Map(rows.map((row) => [row.menuId, row]));
  return rows.flatMap((row): Finding[] => {
    if (row.parentId === '0') return [];
    const report = (message: string, hint?: string) => [
      finding(document.source, `${row.pointer}/parentId`, { code: 'MENU_PARENT', message, hint }),
    ];
    if (!byId.has(row.parentId)) return report(`there is no row "${row.parentId}" in this menu`, didYouMean(row.parentId, byId.keys()));
    const passed = new Set<string>();
    for (let at: Row | undefined = row; at; at = byId.get(at.parentId)) {
      if (passed.has(at.menuId)) return at.menuId === row.menuId ? report('the parents of this row lead back to it') : [];
      passed.add(at.menuId);
    }
    return [];
  });
}

const mostParts = 8;

/** `layout#layout#page`; the grammar itself is checked part by part so that each mistake names the part. */
function component(project: Project, document: Document, row: Row): Finding[] {
  if (row.component === undefined) return [];
  const at = `${row.pointer}/component`;
  const parts = row.component.split('#').map((part) => part.trim());
  const report = (message: string, hint?: string) => finding(document.source, at, { code: 'MENU_COMPONENT', message, hint });
  if (parts.some((part) => part === ''))
    return [report('a part of the component string is empty', 'layout#layout#page, outermost layout first')];
  if (parts.length > mostParts) return [report(`the component string has more than ${mostParts} parts`)];
  return parts.flatMap((part, index): Finding[] => {
    const kind = index === parts.length - 1 ? 'page' : 'layout';
    if (project.documents.find(kind, part)) return [];
    const hint = didYouMean(part, project.ids(kind));
    return [finding(document.source, at, { code: 'UNKNOWN_DOCUMENT', message: `there is no ${kind} "${part}"`, hint })];
  });
}
