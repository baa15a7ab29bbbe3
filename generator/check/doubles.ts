import { isObject, listAt, textAt } from '../json.ts';
import type { Document, DocumentKind } from '../read/documents.ts';
import { type Finding, finding } from './findings.ts';
import { type Check, isReadable, type Project } from './project.ts';

/** Names that must be unique: types of dictionaries, codes of themes, values of entries, and menu rows and routes over all menus. */
export const checkDoubles: Check = (project) => [
  ...unique(project, 'dictionary', 'type'),
  ...unique(project, 'theme', 'code'),
  ...project.documents.of('dictionary').flatMap(entryDoubles),
  ...menuDoubles(project),
];

function unique(project: Project, kind: DocumentKind, word: string): Finding[] {
  const seen = new Map<string, Document>();
  return shippedFirst(project, kind).flatMap((document) => {
    const name = textAt(document.source.value, word);
    if (name === undefined) return [];
    const before = seen.get(name);
    if (before) return [double(document, `/${word}`, `the ${word} "${name}" is taken`, `by ${before.source.file}`)];
    seen.set(name, document);
    return [];
  });
}

/** What an overlay brings gives way to what is there: its name is the one to change, whatever its file is called. */
function shippedFirst(project: Project, kind: DocumentKind): Document[] {
  return [...project.documents.of(kind)].sort((one, other) => Number(one.isOverlay) - Number(other.isOverlay));
}

function entryDoubles(document: Document): Finding[] {
  const seen = new Set<string>();
  return listAt(document.source.value, 'entries').flatMap((entry, index) => {
    const value = textAt(entry, 'value');
    if (value === undefined || !seen.has(value)) {
      if (value !== undefined) seen.add(value);
      return [];
    }
    return [double(document, `/entries/${index}/value`, `the value "${value}" is given twice`, 'every entry needs a value of its own')];
  });
}

/** Rows of one document are compared by the core; all menus meet in one table and one router. */
function menuDoubles(project: Project): Finding[] {
  const findings: Finding[] = [];
  const ids = new Map<string, Document>();
  const routes = new Map<string, Document>();
  for (const document of shippedFirst(project, 'menu')) {
    if (!isReadable(document.source)) continue;
    for (const [index, row] of listAt(document.source.value, 'items').entries()) {
      if (!isObject(row)) continue;
      const isRoute = typeof row.component === 'string' || typeof row.redirect === 'string';
      const names: [string, string | undefined, Map<string, Document>][] = [
        ['menuId', textAt(row, 'menuId'), ids],
        ['url', isRoute ? textAt(row, 'url') : undefined, routes],
      ];
      for (const [word, name, seen] of names) {
        if (name === undefined) continue;
        const before = seen.get(name);
        if (before && before !== document) {
          findings.push(double(document, `/items/${index}/${word}`, `the ${word} "${name}" is taken`, `by ${before.source.file}`));
        } else seen.set(name, document);
      }
    }
  }
  return findings;
}

function double({ source }: Document, pointer: string, message: string, hint: string): Finding {
  return finding(source, pointer, { code: 'DOUBLE_NAME', message, hint });
}
