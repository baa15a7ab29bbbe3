import { didYouMean } from '../../src/core/suggest.ts';
import { optionKinds } from '../emit/shapes.ts';
import { objectAt, textAt } from '../json.ts';
import { keptFor } from '../read/kept-for.ts';
import type { Source } from '../read/source.ts';
import { objectsIn, stringsIn } from '../read/values.ts';
import { type Finding, finding } from './findings.ts';
import { patternFault } from './patterns.ts';
import type { Check, Project } from './project.ts';

/** One kind of document at a time: ways of amendments, patterns of rules, circles of layouts, keys of widgets. */
export const checkDocuments: Check = (project) => {
  const findings: Finding[] = [];
  for (const { source, pointer, about, ...report } of project.documents.amendmentFaults) {
    findings.push(finding(source, pointer, { code: about === 'target' ? 'AMENDMENT_TARGET' : 'AMENDMENT_PATH', ...report }));
  }
  for (const { source } of project.documents.of('rule')) {
    const pattern = textAt(source.value, 'pattern');
    const fault = pattern === undefined ? undefined : patternFault(pattern);
    if (fault !== undefined) findings.push(finding(source, '/pattern', { code: 'RULE_PATTERN', message: fault }));
  }
  for (const { id, source } of project.documents.of('layout')) {
    const circle = circleFrom(project, id);
    if (!circle) continue;
    const message = `layouts/${id} stands within itself: ${circle.join(' in ')}`;
    findings.push(finding(source, '/within', { code: 'REFERENCE_CYCLE', message, hint: 'the outermost layout has no "within"' }));
  }
  for (const { id, source } of project.documents.of('page')) {
    const circle = partsFrom(project, id);
    if (!circle) continue;
    const message = `pages/${id} is a part of itself: ${circle.pages.join(' has ')}`;
    findings.push(
      finding(source, circle.pointer, {
        code: 'REFERENCE_CYCLE',
        message,
        hint: 'a page has others as its parts, never one that it is a part of',
      }),
    );
  }
  for (const widget of project.doubleWidgets) {
    const other = project.widgets.find(({ key }) => key === widget.key);
    const message = `the widget key "${widget.key}" is taken by ${other?.source.file ?? 'another widget'}`;
    findings.push(finding(widget.source, '', { code: 'WIDGET_DOUBLE', message }));
  }
  for (const { schema, source } of project.widgets) {
    for (const [pointer, kind] of stringsIn(source)) {
      if (!pointer.endsWith('/x-targus') || optionKinds.some((known) => known === kind)) continue;
      const message = `"${kind}" is no kind of option`;
      findings.push(finding(source, pointer, { code: 'WIDGET_OPTIONS', message, hint: didYouMean(kind, optionKinds) }));
    }
    for (const [pointer, list] of objectsIn(source)) {
      const { 'x-unique': word } = list;
      const parts = Object.keys(objectAt(objectAt(list, 'items'), 'properties'));
      if (word === undefined || parts.some((name) => name === word)) continue;
      const message = `what stands in the list has no "${word}" to be unique`;
      const hint = typeof word === 'string' ? didYouMean(word, parts) : undefined;
      findings.push(finding(source, `${pointer}/x-unique`, { code: 'WIDGET_OPTIONS', message, hint }));
    }
    const options = Object.keys(objectAt(schema, 'properties'));
    for (const [index, name] of (Array.isArray(schema.required) ? schema.required : []).entries()) {
      if (options.includes(String(name))) continue;
      findings.push(
        finding(source, `/required/${index}`, { code: 'WIDGET_OPTIONS', message: `the required option "${name}" is not described` }),
      );
    }
  }
  return findings;
};

/** The pages a page has as its parts, each with where it names it first. */
const partsIn = keptFor((source: Source) => {
  const parts = new Map<string, string>();
  for (const [pointer, node] of objectsIn(source)) {
    if (node.widget === 'part' && typeof node.page === 'string' && !parts.has(node.page)) parts.set(node.page, `${pointer}/page`);
  }
  return parts;
});

/** The way from a page through its parts back to itself, and where it begins. */
function partsFrom(project: Project, id: string): { pages: string[]; pointer: string } | undefined {
  const partsOf = (page: string) => {
    const source = project.documents.find('page', page)?.source;
    return source ? partsIn(source) : new Map<string, string>();
  };
  const seen = new Set<string>();
  const back = (from: string): string[] | undefined => {
    for (const page of partsOf(from).keys()) {
      if (page === id) return [id];
      if (seen.has(page)) continue;
      seen.add(page);
      const rest = back(page);
      if (rest) return [page, ...rest];
    }
    return undefined;
  };
  for (const [page, pointer] of partsOf(id)) {
    const rest = page === id ? [] : back(page);
    if (rest) return { pages: [id, page, ...rest], pointer };
  }
  return undefined;
}

/** The way from a layout through the ones around it back to itself. */
function circleFrom(project: Project, id: string): string[] | undefined {
  const way = [id];
  for (let at = id; ; ) {
    const within = textAt(project.documents.find('layout', at)?.source.value, 'within');
    if (within === id) return [...way, id];
    if (within === undefined || way.includes(within)) return undefined;
    way.push(within);
    at = within;
  }
}
