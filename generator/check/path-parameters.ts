import { parseComponent } from '../../src/core/component-string.ts';
import { addTo } from '../../src/core/lists.ts';
import { fieldHint } from '../../src/core/suggest.ts';
import { isObject, listAt, objectAt, pointerPart, textAt } from '../json.ts';
import { partFolders } from '../read/part-folders.ts';
import { usesOf } from '../read/walk.ts';
import { pages } from './expressions.ts';
import { finding } from './findings.ts';
import { type Check, isReadable, type Project } from './project.ts';

/** Parameters a page reads from its address that no menu row which leads to it has in its path: they are always missing. */
export const checkPathParameters: Check = (project) => {
  const paths = pathsByPage(project);
  const all = pages(project);
  const parts = new Set(
    all.flatMap((document) => usesOf(document, project.shapes).flatMap(({ kind, value }) => (kind === 'page' ? [value] : []))),
  );
  const folders = all.flatMap((document) => partFolders(document).map(([, folder]) => `${folder}/`));
  return project.documents.of('page').flatMap(({ id, source }) => {
    const urls = paths.get(id);
    // A page that stands in another one is given its parameters there.
    if (!urls || !isReadable(source) || parts.has(id) || folders.some((folder) => id.startsWith(folder))) return [];
    const given = [...new Set(urls.flatMap((url) => [...url.matchAll(/\/:([^/?#]+)/g)].map(([, name = '']) => name)))];
    return Object.entries(objectAt(source.value, 'params')).flatMap(([name, parameter]) => {
      if (given.includes(name) || (isObject(parameter) && parameter.default !== undefined)) return [];
      const message = `no menu row that leads to this page has ":${name}" in its path`;
      const hint = fieldHint(name, given) ?? `its path is ${urls.map((url) => `"${url}"`).join(', ')}`;
      return [finding(source, `/params/${pointerPart(name)}`, { code: 'PATH_PARAMETER', severity: 'warning', message, hint, atKey: true })];
    });
  });
};

function pathsByPage({ documents }: Project): Map<string, string[]> {
  const paths = new Map<string, string[]>();
  const readable = documents.of('menu').filter(({ source }) => isReadable(source));
  for (const row of readable.flatMap(({ source }) => listAt(source.value, 'items'))) {
    const [url, text] = [textAt(row, 'url'), textAt(row, 'component')];
    const component = text === undefined ? undefined : parseComponent(text, '');
    if (url === undefined || !component || 'problem' in component) continue;
    addTo(paths, component.page, url);
  }
  return paths;
}
