import { isAbsolute, join, relative, sep } from 'node:path';
import { filesBelow } from '../../server/documents/files-below.ts';
import { didYouMean } from '../../src/core/suggest.ts';
import { byText } from '../json.ts';
import { type AmendmentFault, withAmendments } from './amendments.ts';
import { withDerived } from './derived.ts';
import { withFieldNames } from './field-names.ts';
import { readSource, type Source } from './source.ts';

/** Kind of a document -> its folder below schemas/. */
export const folders = {
  amendment: 'amendments',
  app: 'app',
  dictionary: 'dictionaries',
  entity: 'entities',
  form: 'forms',
  layout: 'layouts',
  locale: 'locales',
  menu: 'menus',
  notice: 'notices',
  page: 'pages',
  questionnaire: 'questionnaires',
  recogniser: 'recognisers',
  register: 'registers',
  rule: 'rules',
  service: 'services',
  statement: 'statements',
  table: 'tables',
  theme: 'themes',
} as const;
export type DocumentKind = keyof typeof folders;
export const kinds = Object.keys(folders) as DocumentKind[];

export interface Document {
  kind: DocumentKind;
  id: string;
  source: Source;
  /** Stands in a folder given besides the project's own. */
  isOverlay: boolean;
  /** Stands in no file: what a register stands for, made anew whenever documents change. */
  isDerived?: true;
  /** What the project itself has in its place. */
  replaces?: Source;
}

export interface Documents {
  /** Sorted by path. A later folder replaces documents of an earlier one with the same path. */
  all: Document[];
  /** Files that are no documents by their name or the folder they lie in. */
  strangers: { file: string; message: string; hint?: string }[];
  byPath: Map<string, Document>;
  /** What amendments could not change. */
  amendmentFaults: AmendmentFault[];
  of: (kind: DocumentKind) => Document[];
  find: (kind: DocumentKind, id: string) => Document | undefined;
}

/**
 * Reads every document below the given schema folders (absolute paths, the base first, then overlays).
 * `root` is the folder file names are shown relative to. `read` may remember what it has read.
 */
export function readDocuments(root: string, schemaFolders: string[], read = readSource): Documents {
  const byPath = new Map<string, Document>();
  const strangers: Documents['strangers'] = [];
  for (const [index, base] of schemaFolders.entries()) {
    for (const kind of kinds) {
      const folder = join(base, folders[kind]);
      for (const absolute of filesBelow(folder)) {
        const inside = relative(folder, absolute).split(sep).join('/');
        const suffix = `.${kind}.json`;
        if (!inside.endsWith(suffix)) {
          if (inside.endsWith('.json'))
            strangers.push({ file: shown(root, absolute), message: `this file is not read: its name should be <name>${suffix}` });
          continue;
        }
        const path = `schemas/${folders[kind]}/${inside}`;
        const source = read(absolute, shown(root, absolute), path);
        byPath.set(path, laidOver(byPath.get(path), { kind, id: inside.slice(0, -suffix.length), source, isOverlay: index > 0 }));
      }
    }
    for (const absolute of filesBelow(base)) {
      const path = relative(base, absolute).split(sep).join('/');
      const stray = path.endsWith('.json') ? strayFile(path) : undefined;
      if (stray && !path.startsWith('meta/')) strangers.push({ file: shown(root, absolute), ...stray });
    }
  }
  return indexDocuments(byPath, strangers);
}

/** What is wrong with a path that lies in no folder of documents. */
export function strayFile(path: string): { message: string; hint?: string } | undefined {
  const [folder = '', ...rest] = path.split('/');
  const known = Object.values(folders);
  if (rest.length === 0)
    return { message: 'this file is not read: documents lie in the folder of their kind', hint: `such as pages/${folder}` };
  if (known.some((one) => one === folder)) return undefined;
  return { message: `this file is not read: "${folder}" is no folder of documents`, hint: didYouMean(folder, known) ?? known.join(', ') };
}

/** A document in the place of another one. */
export function laidOver(below: Document | undefined, document: Document): Document {
  return below ? { ...document, replaces: below.replaces ?? below.source } : document;
}

/** Documents by path, with those registers stand for and as amendments leave them, sorted and ready to be looked up. */
export function indexDocuments(read: ReadonlyMap<string, Document>, strangers: Documents['strangers'] = []): Documents {
  const registers = withAmendments(read, 'registers');
  const others = withAmendments(withDerived(withFieldNames(registers.byPath)), 'others');
  const { byPath } = others;
  const all = [...byPath.values()].sort((a, b) => byText(a.source.path, b.source.path));
  const index = new Map(all.map((document) => [`${document.kind}:${document.id}`, document]));
  const byKind = new Map(kinds.map((kind) => [kind, all.filter((document) => document.kind === kind)]));
  return {
    all,
    strangers,
    byPath,
    amendmentFaults: [...registers.faults, ...others.faults],
    of: (kind) => byKind.get(kind) ?? [],
    find: (kind, id) => index.get(`${kind}:${id}`),
  };
}

/** Path for people: relative inside root, absolute outside. */
export function shown(root: string, absolute: string): string {
  const inside = relative(root, absolute);
  return inside.startsWith('..') || isAbsolute(inside) ? absolute : inside.split(sep).join('/');
}
