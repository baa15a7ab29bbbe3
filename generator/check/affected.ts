import { amendedPath } from '../../src/core/amend.ts';
import { placeOfTexts } from '../../src/core/documents.ts';
import { textAt } from '../json.ts';
import { type Document, type DocumentKind, type Documents, folders } from '../read/documents.ts';

/**
 * Kinds whose documents are used by name alone: whatever reads one says its id, or the area of its texts. Others, such as contracts and dictionaries,
 * decide about documents that do not name them.
 */
const namedKinds: readonly DocumentKind[] = ['page', 'form', 'table', 'locale', 'rule', 'questionnaire', 'statement', 'register'];

/** Of these: what stands in the documents that name them, so that whoever names those is affected, too. */
const inlined: readonly DocumentKind[] = ['form', 'table', 'rule', 'questionnaire', 'statement', 'register'];
/** What a register has of others in itself; another kind is named there by chance, such as the purpose a questionnaire shares with a register. */
const inRegisters: readonly string[] = ['rule', 'register'];

type ByPath = ReadonlyMap<string, Document>;
const root = 'schemas/';

/**
 * Documents that can be wrong now although none was with the documents of `before`: those that changed, those that name one of them, and those that show
 * what names one of them. Undefined where that cannot be told and all of them are to be checked. Both maps hold what was read, by path; `documents` is what came of `now`.
 */
export function affectedBy(before: ByPath, now: ByPath, documents: Documents): ReadonlySet<Document> | undefined {
  const written = [...new Set([...before.keys(), ...now.keys()])].filter((path) => before.get(path)?.source !== now.get(path)?.source);
  const changed = [...new Set(written.flatMap((path) => [path, ...amendedBy(path)]))];
  const names = changed.map((path) => namesOf(before.get(path), now.get(path)));
  if (names.includes(undefined)) return undefined;
  const carrying = changed.some((path) => inRegisters.includes(kindOf(path))) ? inlined : inlined.filter((kind) => kind !== 'register');
  const affected = new Set(documents.all.filter(({ source }) => changed.includes(source.path)));
  const waiting = new Set(names.flatMap((some) => some ?? []));
  for (const name of waiting) {
    for (const document of documents.all) {
      if (affected.has(document) || !mentions(document, name)) continue;
      affected.add(document);
      if (carrying.includes(document.kind)) waiting.add(document.id);
    }
  }
  return affected;
}

/** The document an amendment changes. */
function amendedBy(path: string): string[] {
  const target = amendedPath(path.slice(root.length));
  return target === undefined ? [] : [`${root}${target}`];
}

/** The kind of a document, of an amendment that of what it changes. */
function kindOf(path: string): string {
  const inside = path.slice(root.length);
  return /\.([a-z]+)\.json$/.exec(amendedPath(inside) ?? inside)?.[1] ?? '';
}

/** What a changed document goes by, if anything; undefined where others need not name it. */
function namesOf(before: Document | undefined, now: Document | undefined): string[] | undefined {
  const of = [before, now].flatMap((document) => (document ? [ownNames(document)] : []));
  if (of.includes(undefined)) return undefined;
  // A page that is gone may have been the last one of its folder, and folders are named by themselves.
  const folder = before?.kind === 'page' && !now && before.id.includes('/') ? [before.id.slice(0, before.id.lastIndexOf('/'))] : [];
  return [...of.flatMap((names) => names ?? []), ...folder];
}

function ownNames({ kind, id, source }: Document): string[] | undefined {
  // What is wrong between two menus is looked for in all of them, whatever changed: no error of another document goes by one.
  if (kindOf(source.path) === 'menu') return [];
  if (kind === 'locale') return [`${placeOfTexts(id, source.value).area}.`];
  if (kind === 'amendment') {
    const target = amendedPath(source.path.slice(root.length));
    const amended = namedKinds.find((one) => one === kindOf(source.path));
    return amended && target !== undefined ? [target.slice(`${folders[amended]}/`.length, -`.${amended}.json`.length)] : undefined;
  }
  // Questionnaires are chosen by what they are for, too.
  return namedKinds.includes(kind) ? [id, textAt(source.value, 'purpose') ?? id] : undefined;
}

/** Whether a document says a name anywhere, or is made of a register of this name: as a whole word, for a register may be called as others begin. */
export function mentions({ source }: Document, name: string): boolean {
  return says(source.text, name) || says(source.path, name);
}

const ofWord = /[\w-]/;

function says(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const isBegun = at > 0 && ofWord.test(text.charAt(at - 1));
    // The area of a text ends with a point, and what it names follows.
    const goesOn = !name.endsWith('.') && ofWord.test(text.charAt(at + name.length));
    if (!isBegun && !goesOn) return true;
  }
  return false;
}
