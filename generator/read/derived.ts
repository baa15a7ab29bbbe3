import { isDeepStrictEqual } from 'node:util';
import { derivedDocuments, registerService } from '../../src/core/register/derive.ts';
import { isObject, valueAt } from '../json.ts';
import { type Document, type DocumentKind, folders } from './documents.ts';
import type { Source } from './source.ts';
import { entries, stringsIn } from './values.ts';

const folder = 'schemas/';

/** Documents and those that registers stand for, where nobody wrote one at their path. What is wrong with those is found at the register. */
export function withDerived(documents: ReadonlyMap<string, Document>): Map<string, Document> {
  const all = new Map([...documents].filter(([, { isDerived }]) => !isDerived));
  if (!documents.has(folder + registerService)) return all;
  for (const register of documents.values()) {
    if (register.kind !== 'register') continue;
    for (const document of derivedOf(register)) if (!all.has(document.source.path)) all.set(document.source.path, document);
  }
  return all;
}

/** The same documents for the same source: what is known of a document goes by its source. */
const made = new WeakMap<Source, Document[]>();

function derivedOf({ id, source, isOverlay }: Document): Document[] {
  const known = made.get(source);
  if (known) return known;
  const documents = Object.entries(source.faults.length > 0 ? {} : derivedDocuments(id, source.value)).map(([path, value]): Document => {
    const place = path.split('/', 1)[0];
    const kind = (Object.keys(folders) as DocumentKind[]).find((one) => folders[one] === place) ?? 'page';
    const own = path.slice(`${place}/`.length, -`.${kind}.json`.length);
    return { kind, id: own, isOverlay, isDerived: true, source: derivedSource(source, folder + path, value) };
  });
  made.set(source, documents);
  return documents;
}

function derivedSource(register: Source, path: string, value: unknown): Source {
  return {
    file: register.file,
    path,
    text: register.text,
    value,
    faults: [],
    locate: (pointer) => register.locate(originOf(pointer, value, register)),
    locateKey: (pointer) => register.locateKey(originOf(pointer, value, register)),
    leftAt: (pointer) =>
      originOf(pointer, value, register) === '' ? `in ${`${pointer} of the ${path.split('.').at(-2)} made of it`.trimStart()}` : undefined,
  };
}

/** Where the register says what stands at a place of a document made of it: the same text, the longest that holds it, else nowhere. */
function originOf(pointer: string, derived: unknown, register: Source): string {
  const text = valueAt(derived, pointer);
  if (isObject(text)) return placeOf(text, register.value, '') ?? '';
  if (typeof text !== 'string') return '';
  const said = stringsIn(register);
  const [same] = said.find(([, own]) => own === text) ?? [];
  const [part] =
    said.filter(([, own]) => own.length > 2 && text.includes(own)).sort(([, one], [, other]) => other.length - one.length)[0] ?? [];
  return same ?? part ?? '';
}

/** Where the same words stand, such as the wordings of a label. */
function placeOf(words: object, value: unknown, pointer: string): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (isDeepStrictEqual({ ...words }, { ...value })) return pointer;
  for (const [at, part] of entries(value, pointer)) {
    const found = placeOf(words, part, at);
    if (found !== undefined) return found;
  }
  return undefined;
}
