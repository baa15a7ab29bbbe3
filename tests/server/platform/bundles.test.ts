import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Bundles } from '../../../server/documents/bundles.ts';
import { type DocumentFile, readDocumentFiles } from '../../../server/documents/read.ts';
import { createDocumentSet } from '../../../src/core/index.ts';
import { contracts } from '../../../src/generated/contracts.ts';
import { projectRoot } from '../../support/project.ts';

const { documents } = readDocumentFiles(join(projectRoot, 'schemas'), new Map());

/** The documents with one of them in other words, or without it. */
function changed(path: string, value: unknown): DocumentFile[] {
  const rest = documents.filter((document) => document.path !== path);
  expect(rest).toHaveLength(documents.length - 1);
  return value === undefined ? rest : [...rest, { path, file: path, text: JSON.stringify(value), value }];
}
const contentOf = (path: string) => documents.find((document) => document.path === path)?.value as Record<string, unknown>;

it('makes anew what read a document that changed, and the same bytes as if everything were made anew', () => {
  const bundles = new Bundles();
  const before = bundles.of(createDocumentSet(documents), contracts);
  const again = bundles.of(createDocumentSet(documents), contracts);
  expect([...again].every(([name, built]) => built === before.get(name))).toBe(true);

  const rule = 'rules/email.rule.json';
  const form = 'forms/delegation.form.json';
  const page = 'pages/message/list.page.json';
  const steps: [string, unknown][] = [
    [rule, { ...contentOf(rule), message: { en: 'Other words' } }],
    [form, { ...contentOf(form), fields: [] }],
    [page, { ...contentOf(page), title: { en: 'Elsewhere' } }],
    // Who shows it says that it is not there, and says so no more once it is back.
    [form, undefined],
  ];
  for (const [path, value] of steps) {
    const set = createDocumentSet(changed(path, value));
    const [known, fresh] = [bundles.of(set, contracts), new Bundles().of(set, contracts)];
    const facts = (built: typeof known) => [...built].map(([name, { file, problems }]) => [name, file.hash, problems]);
    expect(facts(known)).toEqual(facts(fresh));
    const others = [...known].filter(([name, { file }]) => file.hash !== before.get(name)?.file.hash).length;
    expect(others).toBeGreaterThan(0);
    expect(others).toBeLessThan(20);
  }
  const back = bundles.of(createDocumentSet(documents), contracts);
  expect([...back].map(([, { file }]) => file.hash)).toEqual([...before].map(([, { file }]) => file.hash));
});

it('makes anew what calls a call whose contract is another one', () => {
  const bundles = new Bundles();
  const set = createDocumentSet(documents);
  const before = bundles.of(set, contracts);
  const moved = { ...contracts, 'dictionary.types': { ...contracts['dictionary.types'], path: '/api/elsewhere' } };
  const now = bundles.of(set, moved);
  const others = [...now].filter(([name, built]) => built !== before.get(name));
  expect(others.length).toBeGreaterThan(0);
  expect(others.length).toBeLessThan(before.size / 2);
  for (const [, { file }] of others) expect(file.content.toString()).toContain('/api/elsewhere');
});
