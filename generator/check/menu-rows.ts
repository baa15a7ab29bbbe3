import { parseComponent } from '../../src/core/component-string.ts';
import { listAt, textAt } from '../json.ts';
import type { Document } from '../read/documents.ts';
import { type Finding, finding } from './findings.ts';
import { type Check, isReadable } from './project.ts';

/** Rows of menus that are no fault and yet not what somebody meant: entries that lead nowhere, components nobody sees, layouts that stand in themselves. */
export const checkMenuRows: Check = ({ documents }) => {
  const menus = documents.of('menu').filter(({ source }) => isReadable(source));
  const rows = menus.flatMap(({ source }) => listAt(source.value, 'items'));
  // A second entry of a page, such as in the submenu of a workspace, needs no component of its own.
  const paths = new Set(rows.filter(leadsSomewhere).map((row) => textAt(row, 'url')));
  return menus.flatMap((document) =>
    listAt(document.source.value, 'items').flatMap((row, index) => rowFindings(document, row, `/items/${index}`, paths)),
  );
};

function leadsSomewhere(row: unknown): boolean {
  return textAt(row, 'component') !== undefined || textAt(row, 'redirect') !== undefined || textAt(row, 'isFrame') === '0';
}

function rowFindings({ source }: Document, row: unknown, pointer: string, paths: ReadonlySet<string | undefined>): Finding[] {
  const [type, component = '', url] = ['type', 'component', 'url'].map((name) => textAt(row, name));
  const told = (at: string, message: string, hint: string) =>
    finding(source, pointer + at, { code: 'MENU_NOWHERE', severity: 'warning', message, hint });
  if (type === '1' && !leadsSomewhere(row) && !(url !== undefined && paths.has(url)))
    return [told('', 'this row leads to no page', 'give it a "component", or a "redirect"; a row that only holds others has "type": "0"')];
  if (type === '0' && component !== '')
    return [told('/component', 'a directory shows no page', 'a row with a page has "type": "1"; others may stand under it as well')];
  const parsed = parseComponent(component, '');
  if (!component.includes('#') || 'problem' in parsed) return [];
  const double = parsed.layouts.find((layout, at) => parsed.layouts.indexOf(layout) !== at);
  if (double === undefined) return [];
  return [told('/component', `the layout "${double}" stands in itself`, 'name each layout of the chain once')];
}
