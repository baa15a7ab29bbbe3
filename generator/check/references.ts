import { didYouMean } from '../../src/core/suggest.ts';
import { isObject, objectAt, textsAt } from '../json.ts';
import type { Document } from '../read/documents.ts';
import { partFolders } from '../read/part-folders.ts';
import { stringsIn } from '../read/values.ts';
import { type Use, usesOf } from '../read/walk.ts';
import { type Finding, finding } from './findings.ts';
import type { Check, Project } from './project.ts';

const documentKinds = ['form', 'table', 'rule', 'page', 'layout', 'theme', 'questionnaire', 'statement'] as const;
type ReferredKind = (typeof documentKinds)[number];

/** Whatever a document refers to exists: documents, calls with their parameters, dictionaries, actions. */
export const checkReferences: Check = (project) => {
  const known = new Map<string, string[]>(documentKinds.map((kind) => [kind, project.ids(kind)]));
  known.set('theme', themeCodes(project));
  return project.checked.all.flatMap((document) => {
    const uses = usesOf(document, project.shapes);
    const named = uses.flatMap((use) => checkUse(project, document, use, known));
    return [...named, ...emptyFolders(project, document), ...dictionariesInExpressions(project, document)];
  });
};

/** Folders data choose pages of, in which there is none. */
function emptyFolders(project: Project, document: Document): Finding[] {
  if (document.kind !== 'page' && document.kind !== 'layout') return [];
  const ids = project.ids('page');
  const folders = [...new Set(ids.flatMap((id) => (id.includes('/') ? [id.slice(0, id.lastIndexOf('/'))] : [])))];
  return partFolders(document).flatMap(([pointer, folder]) => {
    if (ids.some((id) => id.startsWith(`${folder}/`))) return [];
    const message = `there is no page below "${folder}"`;
    return [finding(document.source, pointer, { code: 'UNKNOWN_DOCUMENT', message, hint: didYouMean(folder, folders) })];
  });
}

function themeCodes(project: Project): string[] {
  const codes = project.documents.of('theme').map(({ source }) => (isObject(source.value) ? String(source.value.code) : ''));
  return [...codes, ...project.ids('theme')];
}

function checkUse(project: Project, document: Document, use: Use, known: Map<string, string[]>): Finding[] {
  const word = typeof use.value === 'string' ? use.value : '';
  const unknown = (code: string, what: string, candidates: string[]): Finding[] =>
    candidates.includes(word)
      ? []
      : [finding(document.source, use.pointer, { code, message: `there is no ${what} "${word}"`, hint: didYouMean(word, candidates) })];
  switch (use.kind) {
    case 'rule':
      return unknown('UNKNOWN_RULE', 'rule', known.get('rule') ?? []);
    case 'form':
    case 'table':
    case 'page':
    case 'layout':
    case 'theme':
    case 'questionnaire':
    case 'statement':
      return unknown('UNKNOWN_DOCUMENT', use.kind satisfies ReferredKind, known.get(use.kind) ?? []);
    case 'dictionary':
      return unknown('UNKNOWN_DICTIONARY', 'dictionary', project.dictionaries);
    case 'call':
      return [...unknown('UNKNOWN_CALL', 'call', Object.keys(project.contracts)), ...checkArguments(project, document, use)];
    case 'action': {
      // A form or table names actions of the page that shows it.
      if (document.kind !== 'page' && document.kind !== 'layout') return [];
      return unknown('UNKNOWN_ACTION', 'action', Object.keys(objectAt(document.source.value, 'actions')));
    }
    default:
      return [];
  }
}

function checkArguments(project: Project, document: Document, use: Use): Finding[] {
  const call = project.callOf(String(use.value));
  if (!call || !use.arguments) return [];
  const { value, pointer, complete } = use.arguments;
  const names = [call.params, call.query].flatMap((schema) => Object.keys(objectAt(schema, 'properties')));
  const isOpen = isObject(call.query) && (call.query.additionalProperties === true || isObject(call.query.additionalProperties));
  const strange = isOpen ? [] : Object.keys(value).filter((name) => !names.includes(name));
  const missing = complete
    ? [call.params, call.query].flatMap((schema) => textsAt(schema, 'required')).filter((name) => !(name in value))
    : [];
  return [
    ...strange.map((name) =>
      finding(document.source, `${pointer}/${name}`, {
        code: 'CALL_ARGUMENT',
        message: `the call ${call.contract.id} has no parameter "${name}"`,
        hint: didYouMean(name, names) ?? (names.length > 0 ? `it has ${names.join(', ')}` : 'it has none'),
        atKey: true,
      }),
    ),
    ...missing.map((name) =>
      finding(document.source, use.pointer, {
        code: 'CALL_ARGUMENT',
        message: `the call ${call.contract.id} needs the parameter "${name}"`,
        hint: `write "with": {"${name}": ...}`,
      }),
    ),
  ];
}

/** dict('type', ...) and dictEntries('type') inside expressions. */
function dictionariesInExpressions(project: Project, document: Document): Finding[] {
  if (document.kind === 'locale' || document.kind === 'service' || document.kind === 'entity') return [];
  const findings: Finding[] = [];
  for (const [pointer, text] of stringsIn(document.source)) {
    if (!text.includes('{{')) continue;
    for (const [, type = ''] of text.matchAll(/\bdict(?:Entries)?\(\s*'([^']*)'/g)) {
      if (project.dictionaries.includes(type)) continue;
      const message = `there is no dictionary "${type}"`;
      findings.push(
        finding(document.source, pointer, { code: 'UNKNOWN_DICTIONARY', message, hint: didYouMean(type, project.dictionaries) }),
      );
    }
  }
  return findings;
}
