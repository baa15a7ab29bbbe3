import { layoutChain, parseComponent } from '../../src/core/component-string.ts';
import { fieldHint } from '../../src/core/suggest.ts';
import { isObject, isWritten, listAt, pointerPart, textAt } from '../json.ts';
import type { Document } from '../read/documents.ts';
import { keptFor } from '../read/kept-for.ts';
import type { Source } from '../read/source.ts';
import { objectsIn } from '../read/values.ts';
import { type GivenFilter, givenIn, strangeValue } from './filter-values.ts';
import { type Finding, finding } from './findings.ts';
import { type Check, isReadable, type Project } from './project.ts';
import { callsIn, keysOf } from './scopes/infer.ts';
import { type PageScope, scopeOf } from './scopes/page.ts';

/**
 * Steps that open a list with its filters (`{"navigate": "/control/findings", "query": {"records.filters": "{{ text({state: ['open']}) }}"}}`): the
 * page there has that table, and the table these filters. What it does not know it leaves out, and shows more than the figure counted: a warning,
 * since the page there may have been changed by somebody else.
 */
export const checkFilterLinks: Check = (project) => {
  const shown = shownByPath(project);
  return ['page' as const, 'layout' as const, 'table' as const].flatMap((kind) =>
    project.checked
      .of(kind)
      .filter(({ source, isDerived }) => !isDerived && isReadable(source))
      .flatMap((document) => stepsIn(document.source).flatMap((step) => linkFindings(project, document, step, shown))),
  );
};

interface Step {
  pointer: string;
  path: string;
  query: Record<string, unknown>;
}

/** Every step that leads to a path that is written out, with what stands behind it. */
const stepsIn = keptFor((source: Source): Step[] =>
  objectsIn(source).flatMap(([pointer, { navigate, query }]) =>
    isWritten(navigate) && isObject(query) ? [{ pointer, path: navigate, query }] : [],
  ),
);

/**
 * What menu rows lead to, by the path of the row: the page, and the layouts around it, which may hold tables, too. None where two lead to different
 * pages.
 */
function shownByPath(project: Project): Map<string, Document[] | undefined> {
  const { documents } = project;
  const mainLayout = textAt(documents.of('app')[0]?.source.value, 'mainLayout') ?? '';
  const layouts = Object.fromEntries(
    documents.of('layout').map(({ id, source }) => {
      const within = textAt(source.value, 'within');
      return [id, within === undefined ? {} : { within }];
    }),
  );
  const found = new Map<string, Document[] | undefined>();
  for (const { source } of documents.of('menu'))
    for (const row of isReadable(source) ? listAt(source.value, 'items') : []) {
      const [url, text] = [textAt(row, 'url'), textAt(row, 'component')];
      const component = text === undefined ? undefined : parseComponent(text, mainLayout);
      if (url === undefined || !component || 'problem' in component) continue;
      const page = documents.find('page', component.page);
      const around = layoutChain(component.layouts, layouts).flatMap((id) => documents.find('layout', id) ?? []);
      const before = found.get(url);
      const isOther = found.has(url) && before?.[0] !== page;
      found.set(url, page && !isOther ? [...(before ?? [page]), ...around] : undefined);
    }
  return found;
}

function linkFindings(
  project: Project,
  { source }: Document,
  { pointer, path, query }: Step,
  shown: ReadonlyMap<string, Document[] | undefined>,
): Finding[] {
  const there = shown.get(path) ?? [];
  const [page] = there;
  if (!page) return [];
  return Object.entries(query).flatMap(([key, value]) => {
    const [, table] = /^([A-Za-z]\w*)\.filters$/.exec(key) ?? [];
    const names = typeof value === 'string' ? namesIn(value) : [];
    if (table === undefined) return [];
    const told = (message: string, hint: string | undefined, atKey = false) =>
      finding(source, `${pointer}/query/${pointerPart(key)}`, { code: 'UNKNOWN_FIELD', severity: 'warning', message, hint, atKey });
    const { scopes, isWhole } = scopesBehind(project, there);
    const scope = scopes.find((one) => one.filtersOf(table) !== undefined);
    const known = scope?.filtersOf(table);
    if (!known) {
      if (!isWhole) return [];
      const tables = scopes.flatMap((scope) => scope.tables());
      return [told(`the page "${page.id}" behind ${path} has no table "${table}"`, fieldHint(table, tables), true)];
    }
    const strange = (scope ? valuesIn(value) : []).flatMap((given) => {
      const report = scope && strangeValue(project, scope, table, given);
      return report ? [finding(source, `${pointer}/query/${pointerPart(key)}`, report)] : [];
    });
    const unknown = names
      .filter((name) => !known.includes(name))
      .map((name) => told(`the table "${table}" of the page "${page.id}" has no filter "${name}"`, fieldHint(name, known)));
    return [...unknown, ...strange];
  });
}

/** These documents and the pages that are parts of them; `isWhole`: no other can stand there. */
function scopesBehind(project: Project, there: readonly Document[]): { scopes: PageScope[]; isWhole: boolean } {
  const all: (Document | undefined)[] = [...there];
  const scopes: PageScope[] = [];
  // It grows while it is gone through.
  for (const document of all) {
    if (!document || !isReadable(document.source)) continue;
    const scope = scopeOf(project, document);
    scopes.push(scope);
    all.push(...partsOf(project, scope).filter((part) => !all.includes(part)));
  }
  return { scopes, isWhole: all.every((document) => document && isReadable(document.source)) };
}

/** The pages that are parts of one, undefined where data choose it. What stands in a dialog is not there yet when a link arrives. */
function partsOf({ documents }: Project, scope: PageScope): (Document | undefined)[] {
  const parts: (Document | undefined)[] = [];
  scope.walk({
    node: ({ widget, page }, _options, _spot, { containers }) => {
      const isWaiting = containers.some((name) => scope.named.get(name)?.shape.exposes.includes('open'));
      if (widget === 'part' && !isWaiting) parts.push(typeof page === 'string' ? documents.find('page', page) : undefined);
    },
  });
  return parts;
}

/** The keys of the object whose text is handed over: `text({state: ..., owner: ...})`. */
function namesIn(text: string): string[] {
  return callsIn(text).flatMap(({ name, args: [object] }) => (name === 'text' && object ? keysOf(object).map((key) => key.name) : []));
}

/** The values that object gives, as far as they are written out. */
function valuesIn(text: unknown): GivenFilter[] {
  if (typeof text !== 'string') return [];
  return callsIn(text).flatMap(({ name, args: [object] }) => (name === 'text' && object ? givenIn(object) : []));
}
