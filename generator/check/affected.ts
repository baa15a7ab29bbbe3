import { amendedPath } from '../../src/core/amend.ts';
import { placeOfTexts } from '../../src/core/documents.ts';
import { textAt } from '../json.ts';
import { type Document, type DocumentKind, type Documents, folders } from '../read/documents.ts';

/**
 * Kinds whose documents are used by name alone: whatever reads one says its id, or the area of its texts. Others, such as menus, contracts and dictionaries,
 * decide about documents that do not name them.
 */
const namedKinds: readonly DocumentKind[] = ['page', 'form', 'table', 'locale', 'rule', 'questionnaire', 'statement', 'register'];

/** Of these: what stands in the documents that name them, so that whoever names those is affected, too. */
const inlined: readonly DocumentKind[] = ['form', 'table', 'rule', 'questionnaire', 'statement', 'register'];

type ByPath = ReadonlyMap<string, Document>;
const root = 'schemas/';

/**
 * Documents that can be wrong now although none was with the documents of `before`: those that changed, those that name one of them, and those that show
 * what names one of them. Undefined where that cannot be told and all of them are to be checked. Both maps hold what was read, by path; `documents` is what came of `now`.
 */
export function affectedBy(before: ByPath, now: ByPath, documents: Documents): ReadonlySet<Document> | undefined {
  const changed = [...new Set([...before.keys(), ...now.keys()])].filter((path) => before.get(path)?.source !== now.get(path)?.source);
  const names = changed.map((path) => namesOf(before.get(path), now.get(path)));
  if (names.includes(undefined)) return undefined;
  const affected = new Set(documents.all.filter(({ source }) => changed.includes(source.path)));
  const waiting = new Set(names.flatMap((some) => some ?? []));
  for (const name of waiting) {
    for (const document of documents.all) {
      if (affected.has(document) || !mentions(document, name)) continue;
      affected.add(document);
      if (inlined.includes(document.kind)) waiting.add(document.id);
    }
  }
  return affected;
}

/** What a changed document goes by; undefined where others need not name it. */
function namesOf(before: Document | undefined, now: Document | undefined): string[] | undefined {
  const of = [before, now].flatMap((document) => (document ? [ownNames(document)] : []));
  if (of.includes(undefined)) return undefined;
  // A page that is gone may have been the last one of its folder, and folders are named by themselves.
  const folder = before?.kind === 'page' && !now && before.id.includes('/') ? [before.id.slice(0, before.id.lastIndexOf('/'))] : [];
  return [...of.flatMap((names) => names ?? []), ...folder];
}

function ownNames({ kind, id, source }: Document): string[] | undefined {
  if (kind === 'locale') return [`${placeOfTexts(id, source.value).area}.`];
  if (kind === 'amendment') {
    const target = amendedPath(source.path.slice(root.length));
    const [, changes] = /\.([a-z]+)\.json$/.exec(target ?? '') ?? [];
    const amended = namedKinds.find((one) => one === changes);
    return amended && target !== undefined ? [target.slice(`${folders[amended]}/`.length, -`.${amended}.json`.length)] : undefined;
  }
  // Questionnaires are chosen by what they are for, too.
  return namedKinds.includes(kind) ? [id, textAt(source.value, 'purpose') ?? id] : undefined;
}

/** Whether a document says a name anywhere, or is made of a register of this name. */
function mentions({ source }: Document, name: string): boolean {
  return source.path.includes(name) || source.text.includes(name);
}
