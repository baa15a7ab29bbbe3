import { parseComponent } from '../../src/core/component-string.ts';
import type { SyntaxNode } from '../../src/core/expression/parse.ts';
import { fieldHint } from '../../src/core/suggest.ts';
import { isObject, listAt, pointerPart, textAt } from '../json.ts';
import type { Document } from '../read/documents.ts';
import { entries } from '../read/walk.ts';
import { type Finding, finding } from './findings.ts';
import { type Check, isReadable, type Project } from './project.ts';
import { callsIn, keyOf } from './scopes/infer.ts';
import { scopeOf } from './scopes/page.ts';

/**
 * Steps that open a list with its filters (`{"navigate": "/control/findings", "query": {"records.filters": "{{ text({state: ['open']}) }}"}}`): the
 * page there has that table, and the table these filters. What it does not know it leaves out, and shows more than the figure counted.
 */
export const checkFilterLinks: Check = (project) => {
  const pages = pagesByPath(project);
  return ['page' as const, 'layout' as const, 'table' as const].flatMap((kind) =>
    project.checked
      .of(kind)
      .filter(({ source, isDerived }) => !isDerived && isReadable(source))
      .flatMap((document) => stepsIn(document.source.value).flatMap((step) => linkFindings(project, document, step, pages))),
  );
};

interface Step {
  pointer: string;
  path: string;
  query: Record<string, unknown>;
}

/** Every step that leads to a path that is written out, with what stands behind it. */
function stepsIn(value: unknown, pointer = ''): Step[] {
  if (typeof value !== 'object' || value === null) return [];
  const below = entries(value, pointer).flatMap(([at, part]) => stepsIn(part, at));
  if (!isObject(value) || typeof value.navigate !== 'string' || value.navigate.includes('{{') || !isObject(value.query)) return below;
  return [{ pointer, path: value.navigate, query: value.query }, ...below];
}

/** The pages menu rows lead to, by the path of the row; none where two lead to different ones. */
function pagesByPath(project: Project): Map<string, Document | undefined> {
  const mainLayout = textAt(project.documents.of('app')[0]?.source.value, 'mainLayout') ?? '';
  const found = new Map<string, Document | undefined>();
  for (const { source } of project.documents.of('menu'))
    for (const row of isReadable(source) ? listAt(source.value, 'items') : []) {
      const [url, text] = [textAt(row, 'url'), textAt(row, 'component')];
      const component = text === undefined ? undefined : parseComponent(text, mainLayout);
      if (url === undefined || !component || 'problem' in component) continue;
      const page = project.documents.find('page', component.page);
      found.set(url, found.has(url) && found.get(url) !== page ? undefined : page);
    }
  return found;
}

function linkFindings(
  project: Project,
  { source }: Document,
  { pointer, path, query }: Step,
  pages: ReadonlyMap<string, Document | undefined>,
): Finding[] {
  const page = pages.get(path);
  if (!page || !isReadable(page.source)) return [];
  return Object.entries(query).flatMap(([key, value]) => {
    const [, table] = /^([A-Za-z]\w*)\.filters$/.exec(key) ?? [];
    const names = typeof value === 'string' ? namesIn(value) : [];
    if (table === undefined) return [];
    const at = `${pointer}/query/${pointerPart(key)}`;
    const known = scopeOf(project, page).filtersOf(table);
    if (!known) {
      const message = `the page "${page.id}" behind ${path} has no table "${table}"`;
      return [
        finding(source, at, { code: 'UNKNOWN_FIELD', message, hint: fieldHint(table, scopeOf(project, page).tables()), atKey: true }),
      ];
    }
    return names
      .filter((name) => !known.includes(name))
      .map((name) => {
        const message = `the table "${table}" of the page "${page.id}" has no filter "${name}"`;
        return finding(source, at, { code: 'UNKNOWN_FIELD', message, hint: fieldHint(name, known) });
      });
  });
}

/** The keys of the object whose text is handed over: `text({state: ..., owner: ...})`. */
function namesIn(text: string): string[] {
  return callsIn(text).flatMap(({ name, args: [object] }) =>
    name === 'text' && object?.type === 'ObjectExpression' ? (object.properties as SyntaxNode[]).flatMap((one) => keyOf(one) ?? []) : [],
  );
}
