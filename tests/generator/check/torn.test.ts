import { expect, it } from 'vitest';
import { createProject, readProject } from '../../../generator/check/project.ts';
import { runChecks } from '../../../generator/check/run.ts';
import { type Document, indexDocuments } from '../../../generator/read/documents.ts';
import { parseSource } from '../../../generator/read/source.ts';
import { readWidgets } from '../../../generator/read/widgets.ts';
import { root } from '../support/temporary-project.ts';

const shipped = readProject(root);
const widgets = readWidgets(root);
/** The largest document of every kind. */
const largest = new Map<string, Document>();
for (const document of shipped.documents.all) {
  const known = largest.get(document.kind);
  if (!known || document.source.text.length > known.source.text.length) largest.set(document.kind, document);
}
const victims = [...largest.values()];

it.each<[string, (text: string) => string]>([
  ['cut off in the middle', (text) => text.slice(0, text.length / 2)],
  ['with a comma too many', (text) => text.replace(/\}\s*$/, ',}')],
  ['without a comma between two keys', (text) => text.replace(/",\n/g, '"\n')],
  ['that holds no object', () => '["page"]'],
  ['that is empty', () => ''],
])('a document %s is named as such, and the check goes on', (_what, tear) => {
  const byPath = new Map(shipped.documents.byPath);
  for (const document of victims) {
    const { file, path, text } = document.source;
    byPath.set(path, { ...document, source: parseSource(tear(text), file, path) });
  }
  const findings = runChecks(createProject(root, indexDocuments(byPath), widgets));
  const torn = new Set(findings.filter(({ code }) => code === 'JSON_SYNTAX').map(({ file }) => file));
  expect(victims.map(({ source }) => source.file).filter((file) => !torn.has(file))).toEqual([]);
});

it.each<[string, string, string]>([
  ['larger than the server takes', 'JSON_TOO_LARGE', JSON.stringify({ description: 'x'.repeat(5_000_000) })],
  ['of more values than the server takes', 'JSON_TOO_MANY', `{"state": [${'0,'.repeat(250_000)}0]}`],
  ['nested without end', 'JSON_TOO_DEEP', `{"body": ${'['.repeat(20_000)}${']'.repeat(20_000)}}`],
])('a document %s is named by %s, and the check goes on', (_what, code, text) => {
  const path = 'schemas/pages/heavy.page.json';
  const byPath = new Map(shipped.documents.byPath);
  byPath.set(path, { ...(victims[0] as Document), kind: 'page', id: 'heavy', source: parseSource(text, path, path) });
  const findings = runChecks(createProject(root, indexDocuments(byPath), widgets));
  expect(findings.filter(({ file, severity }) => file === path && severity === 'error')).toMatchObject([{ code, line: 1, pointer: '' }]);
});

it('a byte order mark is called what it is, since nobody sees it', () => {
  const { faults } = parseSource('\uFEFF{"version": 1}', 'a.page.json', 'schemas/pages/a.page.json');
  expect(faults).toMatchObject([{ message: expect.stringContaining('byte order mark'), hint: expect.any(String) }]);
});

it.each([
  ['GBK', Buffer.from([0xb9, 0xa4, 0xd7, 0xf7])],
  ['UTF-16', Buffer.from('\uFEFF{', 'utf16le')],
])('a file written as %s is told with its line, and its signs never become others', (_encoding, bytes) => {
  const text = Buffer.concat([Buffer.from('{\n"title": "'), bytes, Buffer.from('"}')]).toString('utf8');
  const { faults } = parseSource(text, 'a.page.json', 'schemas/pages/a.page.json');
  expect(faults).toMatchObject([{ message: expect.stringContaining('not UTF-8: line 2'), hint: expect.stringContaining('UTF-8') }]);
});
