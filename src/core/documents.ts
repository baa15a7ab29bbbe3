import { isForbiddenName } from './expression/index.ts';
import type { QuestionnaireDocument } from './matrix/document.ts';
import type { NoticeDocument } from './notice.ts';
import type { RecogniserDocument } from './recognise/document.ts';
import type { RegisterDocument } from './register/document.ts';
import type { StatementDocument } from './statement/document.ts';
import type {
  AppDocument,
  CallContract,
  FormDocument,
  JsonObject,
  Language,
  Manifest,
  MenuRow,
  PageDocument,
  Problem,
  RuleDocument,
  TableDocument,
  ThemeDocument,
} from './types.ts';

/** What each kind of document is, besides what its meta-schema says. */
export interface DocumentTypes {
  app: AppDocument;
  menu: { version: 1; use: 'application' | 'seed'; items: MenuRow[] };
  page: PageDocument;
  layout: PageDocument;
  form: FormDocument;
  table: TableDocument;
  questionnaire: QuestionnaireDocument;
  recogniser: RecogniserDocument;
  register: RegisterDocument;
  statement: StatementDocument;
  rule: RuleDocument;
  service: JsonObject;
  entity: JsonObject;
  dictionary: JsonObject;
  notice: NoticeDocument;
  theme: ThemeDocument;
  locale: { version: 1; language: Language; area?: string; texts: Record<string, string> };
}
export type DocumentKind = keyof DocumentTypes;

/** Folder of every kind below schemas/. */
export const documentFolders: Readonly<Record<DocumentKind, string>> = {
  app: 'app',
  menu: 'menus',
  page: 'pages',
  layout: 'layouts',
  form: 'forms',
  table: 'tables',
  questionnaire: 'questionnaires',
  recogniser: 'recognisers',
  register: 'registers',
  statement: 'statements',
  rule: 'rules',
  service: 'services',
  entity: 'entities',
  dictionary: 'dictionaries',
  notice: 'notices',
  theme: 'themes',
  locale: 'locales',
};

/** Documents by kind and id. A locale's id is `<language>/<area>`. */
export interface DocumentSet {
  get<Kind extends DocumentKind>(kind: Kind, id: string): DocumentTypes[Kind] | undefined;
  /** Sorted. */
  ids(kind: DocumentKind): string[];
  /** Paths that are no documents. */
  readonly problems: readonly Problem[];
}

const kinds = Object.keys(documentFolders) as DocumentKind[];
const DOCUMENT_PATH = /^([a-z]+)\/(.+)\.([a-z]+)\.json$/;

/**
 * Sorts files below schemas/ into documents: `pages/system/dictionary.page.json` is the page `system/dictionary`. A later file with the
 * path of an earlier one takes its place, which is how an overlay works. Contents are taken as they are.
 */
export function createDocumentSet(files: Iterable<{ path: string; value: unknown }>): DocumentSet {
  const held = new Map<DocumentKind, Map<string, unknown>>(kinds.map((kind) => [kind, new Map()]));
  const problems: Problem[] = [];
  for (const { path, value } of files) {
    const [, folder, id, extension] = DOCUMENT_PATH.exec(path) ?? [];
    const kind = kinds.find((candidate) => candidate === extension && documentFolders[candidate] === folder);
    if (kind && id !== undefined) held.get(kind)?.set(id, value);
    else {
      problems.push({
        code: 'UNKNOWN_DOCUMENT_KIND',
        severity: 'error',
        document: path,
        pointer: '',
        message: 'the path is not <kind>s/<id>.<kind>.json',
        hint: `a ${extension ?? 'document'} stands in one of ${Object.values(documentFolders).join(', ')}`,
      });
    }
  }
  return {
    get: <Kind extends DocumentKind>(kind: Kind, id: string) => held.get(kind)?.get(id) as DocumentTypes[Kind] | undefined,
    ids: (kind) => [...(held.get(kind)?.keys() ?? [])].sort(),
    problems,
  };
}

/** Where the texts of a locale document belong: `en/login` holds the area `login`, unless `area` names another one it adds to. Nested areas are joined with dots. */
export function placeOfTexts(id: string, document: unknown): { language: string; area: string; adds: boolean } {
  const [language = '', ...parts] = id.split('/');
  const named = (document as { area?: unknown } | null | undefined)?.area;
  return typeof named === 'string' ? { language, area: named, adds: true } : { language, area: parts.join('.'), adds: false };
}

/** All texts of a language: `<area>.<key>` -> text. What a document adds to an area wins over the area's own document. */
export function mergeTexts(set: DocumentSet, language: Language): Record<string, string> {
  const own: Record<string, string> = {};
  const added: Record<string, string> = {};
  for (const id of set.ids('locale')) {
    const document = set.get('locale', id);
    const place = placeOfTexts(id, document);
    if (place.language !== language || isForbiddenName(place.area)) continue;
    for (const [key, text] of Object.entries(document?.texts ?? {})) {
      if (typeof text === 'string') (place.adds ? added : own)[`${place.area}.${key}`] = text;
    }
  }
  return { ...own, ...added };
}

/**
 * The list of everything a browser can load. `hashOf` gives the hash under which `pages/<id>`, `layouts/<id>` and `locales/<language>`
 * are served. Throws when the set holds no app document: nothing can start without it.
 */
export function buildManifest(
  set: DocumentSet,
  hashOf: (name: string) => string,
  contracts: Readonly<Record<string, CallContract>> = {},
): Manifest {
  const [appId] = set.ids('app');
  const app = appId === undefined ? undefined : set.get('app', appId);
  if (!app) throw new Error('there is no app document (app/<id>.app.json)');
  const menus = set.ids('menu').flatMap((id) => {
    const menu = set.get('menu', id);
    return menu?.use === 'application' ? [{ id, items: menu.items }] : [];
  });
  const content: Omit<Manifest, 'revision'> = {
    app,
    calls: Object.fromEntries(
      [...Object.values(app.calls), ...(app.grownMenus ?? []).map(({ call }) => call)].flatMap((id) => {
        const contract = Object.hasOwn(contracts, id) ? contracts[id] : undefined;
        return contract ? [[id, contract] as const] : [];
      }),
    ),
    menus: menus.flatMap(({ items }) => items),
    menuDocuments: menus.map(({ id, items }) => ({ id, rows: items.length })),
    pages: byId(set, 'page', (id) => {
      const { access = 'session', whileActing } = set.get('page', id) ?? {};
      return { hash: hashOf(`pages/${id}`), access, ...(whileActing === 'refused' && { whileActing }) };
    }),
    layouts: byId(set, 'layout', (id) => {
      const within = set.get('layout', id)?.within;
      return { hash: hashOf(`layouts/${id}`), ...(typeof within === 'string' && { within }) };
    }),
    themes: byId(set, 'theme', (id) => set.get('theme', id)),
    locales: { 'zh-Hans': hashOf('locales/zh-Hans'), 'zh-Hant': hashOf('locales/zh-Hant'), en: hashOf('locales/en') },
  };
  return { revision: fingerprint(JSON.stringify(content)), ...content };
}

function byId<Value>(set: DocumentSet, kind: DocumentKind, read: (id: string) => Value | undefined): Record<string, Value> {
  const entries = set.ids(kind).flatMap((id) => {
    const value = read(id);
    return value === undefined ? [] : [[id, value] as const];
  });
  return Object.fromEntries(entries);
}

/** 64 bits of FNV-1a in two halves: tells contents apart, proves nothing about who wrote them. */
function fingerprint(text: string): string {
  let first = 0x811c9dc5;
  let second = 0x9e3779b1;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    first = Math.imul(first ^ code, 0x01000193);
    second = Math.imul(second ^ (code + index), 0x85ebca6b);
  }
  return [first, second].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('');
}
