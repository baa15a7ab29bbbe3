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
