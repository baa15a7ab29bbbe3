import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';
import { readWidgets } from '../../../generator/read/widgets.ts';

export const root = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

export type Files = Record<string, string | object>;

/** Enough widgets for the documents of the tests: compiling all of them for every project would take most of the time. */
const vocabulary = ['array-table', 'button', 'dialog', 'form', 'input', 'outlet', 'page-header', 'section', 'table', 'text', 'text-area'];

const vocabularyFiles = readWidgets(root).widgets.flatMap(({ key, source }) => (vocabulary.includes(key) ? [source.path] : []));

/** A project of its own: meta-schemas and some widgets of this one, and the given documents. Strings are written as they are. */
export function temporaryProject(files: Files): string {
  const folder = mkdtempSync(join(tmpdir(), 'targus-generator-'));
  folders.push(folder);
  cpSync(join(root, 'package.json'), join(folder, 'package.json'));
  cpSync(join(root, 'schemas/meta'), join(folder, 'schemas/meta'), { recursive: true });
  for (const path of vocabularyFiles) cpSync(join(root, path), join(folder, path));
  cpSync(join(root, 'renderers/index.ts'), join(folder, 'renderers/index.ts'));
  cpSync(join(root, 'renderers/shared/icon'), join(folder, 'renderers/shared/icon'), { recursive: true });
  write(folder, files);
  return folder;
}

/** A folder of documents to lay over those of a project, such as the shipped ones. */
export function overlayFolder(files: Files): string {
  const folder = mkdtempSync(join(tmpdir(), 'targus-overlay-'));
  folders.push(folder);
  write(folder, files);
  return folder;
}

function write(folder: string, files: Files): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), typeof content === 'string' ? content : JSON.stringify(content, null, 2));
  }
}

const languages = ['en', 'zh-Hans', 'zh-Hant'];

/** One area of texts, the same wording in all three languages. */
export function texts(area: string, entries: Record<string, string>): Files {
  return Object.fromEntries(
    languages.map((language) => [
      `schemas/locales/${language}/${area}.locale.json`,
      { $schema: '../../meta/locale.schema.json', version: 1, language, texts: entries },
    ]),
  );
}

export function page(more: object): object {
  return { $schema: '../meta/page.schema.json', version: 1, title: { en: 'Sample' }, body: [], ...more };
}
