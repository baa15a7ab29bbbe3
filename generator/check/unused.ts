import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesBelow } from '../../server/documents/files-below.ts';
import { parseComponent } from '../../src/core/component-string.ts';
import { didYouMean } from '../../src/core/suggest.ts';
import { isObject, objectAt, textAt } from '../json.ts';
import type { Document, DocumentKind } from '../read/documents.ts';
import { partFolders } from '../read/part-folders.ts';
import { stringsIn } from '../read/values.ts';
import { usesOf } from '../read/walk.ts';
import { pages } from './expressions.ts';
import { type Finding, finding } from './findings.ts';
import type { Check, Project } from './project.ts';
import { scopeOf } from './scopes/page.ts';

/** Kinds that exist to be shown or referred to. The others are data, or read as a whole. */
const referred: DocumentKind[] = ['page', 'layout', 'form', 'table', 'rule', 'entity'];

/** Documents nothing refers to, notices nothing sends, and actions nothing starts. */
export const checkUnused: Check = (project) => [...unusedDocuments(project), ...unsentNotices(project), ...unusedActions(project)];

function unusedDocuments(project: Project): Finding[] {
  const code = wordsOfCode(project.root);
  // The rules of the product are a vocabulary for everybody's forms; those of files are named by business types.
  const isVocabulary = ({ kind, id, isOverlay }: Document) => kind === 'rule' && (!isOverlay || code.has(id) || id.startsWith('file/'));
  return unreferred(project).flatMap((document) => {
    const { kind, id, source } = document;
    if (saysElsewhere(document) || isVocabulary(document)) return [];
    const message = `nothing refers to the ${kind} "${id}"`;
    return [finding(source, '', { code: 'DOCUMENT_UNUSED', severity: 'warning', message, hint: hints[kind] })];
  });
}

/** Documents no other one refers to, of the kinds that exist to be referred to. */
export function unreferred(project: Project): Document[] {
  const used = usedDocuments(project);
  const made = project.documents.of('page').filter(({ isDerived }) => isDerived);
  // A view of a register is there for whoever wants it alone; what is to be reached is the page with all of them.
  const isView = ({ id, source, isDerived }: Document) =>
    isDerived === true && made.some((page) => page.source.file === source.file && id.startsWith(`${page.id}/`));
  return referred.flatMap((kind) => project.documents.of(kind).filter((one) => !used.has(`${kind}:${one.id}`) && !isView(one)));
}

/** A page says that menus which stand in no document lead to it. */
export function saysElsewhere({ kind, source }: Document): boolean {
  return kind === 'page' && isObject(source.value) && source.value.usedElsewhere === true;
}

const hints: Partial<Record<DocumentKind, string>> = {
  page: 'name it in the component of a menu row; where the menus are another back end’s, say "usedElsewhere": true',
  layout: 'name it in the component of a menu row: layout#page',
  form: 'show it: {"widget": "form", "form": "..."}',
  table: 'show it: {"widget": "table", "table": "..."}',
  rule: 'name it in the rules of a field or of a call',
  entity: 'refer to it from a contract with $ref',
};

function usedDocuments(project: Project): Set<string> {
  const used = new Set<string>();
  const mainLayout = textAt(project.documents.of('app')[0]?.source.value, 'mainLayout') ?? '';
  for (const document of project.documents.all) {
    for (const { kind, value } of usesOf(document, project.shapes)) {
      // Nodes, texts and whatever a torn document holds: only a name refers to a document.
      if (typeof value !== 'string') continue;
      if (kind !== 'component') used.add(`${kind}:${value}`);
      else {
        const component = parseComponent(value, mainLayout);
        if ('problem' in component) continue;
        used.add(`page:${component.page}`);
        for (const layout of component.layouts) used.add(`layout:${layout}`);
      }
    }
    // Its validator is used by code.
    if (document.kind === 'entity' && isObject(document.source.value) && document.source.value.validator === true)
      used.add(`entity:${document.id}`);
    if (document.kind !== 'service' && document.kind !== 'entity') continue;
    for (const [pointer, ref] of stringsIn(document.source)) {
      const target = pointer.endsWith('/$ref') ? project.resolve(document.source.path, ref) : undefined;
      const entity = target && project.documents.byPath.get(target.path);
      if (entity) used.add(`${entity.kind}:${entity.id}`);
    }
  }
  const folders = pages(project).flatMap((document) => partFolders(document).map(([, folder]) => folder));
  for (const { id } of project.documents.of('page')) if (folders.some((folder) => id.startsWith(`${folder}/`))) used.add(`page:${id}`);
  for (const call of project.calls) for (const rule of Object.values(call.rules)) used.add(`rule:${rule}`);
  return used;
}

/** Rules the code applies by itself, as it does to what no form holds. */
function wordsOfCode(root: string): Set<string> {
  const texts = codeOf(root, ['src/engine', 'src/services', 'src/app', 'renderers', 'server']);
  return new Set(texts.flatMap((text) => [...text.matchAll(/'([a-z][a-z0-9-]+)'/g)].map(([, word = '']) => word)));
}

/** Notices are sent by modules of the server, which name them: no document sends any. */
function unsentNotices(project: Project): Finding[] {
  const notices = project.documents.of('notice');
  const server = notices.length > 0 ? codeOf(project.root, ['server']) : [];
  if (server.length === 0) return [];
  const quoted = new Set(server.flatMap((text) => [...text.matchAll(/(['"])([a-z][a-z0-9-]*\/[a-z0-9/-]+)\1/g)].map(([, , id]) => id)));
  const begun = server.flatMap((text) => [...text.matchAll(/`([a-z][a-z0-9-]*\/[a-z0-9/-]*)\$\{/g)].map(([, start = '']) => start));
  const isSent = (id: string) => quoted.has(id) || begun.some((start) => id.startsWith(start));
  const known = notices.map(({ id }) => id).filter(isSent);
  return notices.flatMap(({ id, source }) => {
    if (isSent(id)) return [];
    const message = `nothing sends the notice "${id}": modules of the server send notices by their id, documents none`;
    const hint =
      didYouMean(id, known) ?? 'docs/integrators.md says how a module sends one; a notice of the product is reworded under its own id';
    return [finding(source, '', { code: 'DOCUMENT_UNUSED', severity: 'warning', message, hint })];
  });
}

function codeOf(root: string, folders: readonly string[]): string[] {
  const paths = folders.flatMap((folder) => filesBelow(join(root, folder))).filter((path) => /\.tsx?$/.test(path));
  return paths.map((path) => readFileSync(path, 'utf8'));
}

function unusedActions(project: Project): Finding[] {
  return pages(project).flatMap((document) => {
    const { started } = scopeOf(project, document);
    // What stands in a layout or a page tells it something with `emit`, which runs the action of that name.
    const isTold = (name: string) =>
      (document.kind === 'layout' ? pages(project) : partsOf(project, document)).some((part) => emits(part, name));
    return Object.keys(objectAt(document.source.value, 'actions')).flatMap((name) => {
      if (started.has(name) || isTold(name)) return [];
      const message = `nothing starts the action "${name}"`;
      const hint = 'name it in an option such as "onClick", or remove it';
      return [finding(document.source, `/actions/${name}`, { code: 'ACTION_UNUSED', severity: 'warning', message, hint, atKey: true })];
    });
  });
}

/** The pages that stand in a page, and those that stand in them. */
function partsOf(project: Project, document: Document, found = new Set<Document>()): Document[] {
  const named = usesOf(document, project.shapes).flatMap(({ kind, value }) => (kind === 'page' ? [value] : []));
  const folders = partFolders(document).map(([, folder]) => `${folder}/`);
  for (const part of project.documents.of('page')) {
    const isPart = named.includes(part.id) || folders.some((folder) => part.id.startsWith(folder));
    if (!isPart || found.has(part)) continue;
    found.add(part);
    partsOf(project, part, found);
  }
  return [...found];
}

function emits({ source }: Document, name: string): boolean {
  return stringsIn(source).some(([pointer, text]) => pointer.endsWith('/emit') && text === name);
}
