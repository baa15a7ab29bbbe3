import { expect, it } from 'vitest';
import type { Finding } from '../../../generator/check/findings.ts';
import { createProject, readProject } from '../../../generator/check/project.ts';
import { runChecks } from '../../../generator/check/run.ts';
import { type Document, indexDocuments } from '../../../generator/read/documents.ts';
import { parseSource } from '../../../generator/read/source.ts';
import { readWidgets } from '../../../generator/read/widgets.ts';
import { type Mutant, type MutationKind, mutate, seeded, sitesOf } from '../support/mutations.ts';
import { root } from '../support/temporary-project.ts';

const wanted = 500;
const together = 50;
const kinds: MutationKind[] = ['misspelt key', 'misspelt reference', 'wrong type', 'removed required key'];

const shipped = readProject(root);
const widgets = readWidgets(root);

/** Checks the project with these documents changed. */
function check(mutants: Mutant[]): Finding[] {
  const byPath = new Map(shipped.documents.byPath);
  for (const { document, text } of mutants) {
    const { source } = document;
    const changed: Document = { ...document, source: parseSource(text, source.file, source.path) };
    byPath.set(source.path, changed);
  }
  return runChecks(createProject(root, indexDocuments(byPath), widgets));
}

const isFound = ({ document, line }: Mutant, findings: Finding[]) =>
  findings.some((entry) => entry.file === document.source.file && entry.line === line);

it(`reports at least 99 % of ${wanted} slips in the right file at the right line`, { timeout: 240_000 }, () => {
  const random = seeded(20_250_731);
  // What registers stand for is in no file.
  const written = shipped.documents.all.filter(({ isDerived }) => !isDerived);
  const sites = written.flatMap((document) => sitesOf(document, shipped));
  const byKind = kinds.map((kind) => sites.filter((site) => site.kind === kind));
  // No document has more slips than there are batches: the largest of all would be checked alone again and again.
  const most = wanted / together;
  const slips = new Map<Document, number>();
  const mutants = Array.from({ length: wanted }, (_, index) => {
    const list = (byKind[index % kinds.length] ?? []).filter(({ document }) => (slips.get(document) ?? 0) < most);
    const site = list[Math.floor(random() * list.length)];
    if (!site) throw new Error('there is nowhere to slip');
    slips.set(site.document, (slips.get(site.document) ?? 0) + 1);
    return mutate(site, random);
  });

  // Many at once, each in a document of its own; one that is not found there is tried alone, where no other can hide it.
  const missed: Mutant[] = [];
  const waiting = [...mutants];
  while (waiting.length > 0) {
    const batch = new Map<Document, Mutant>();
    // Of the documents with the most slips first, so that every batch is full.
    waiting.sort((a, b) => (slips.get(b.document) ?? 0) - (slips.get(a.document) ?? 0));
    for (const mutant of [...waiting]) {
      if (batch.size >= together || batch.has(mutant.document)) continue;
      batch.set(mutant.document, mutant);
      waiting.splice(waiting.indexOf(mutant), 1);
      slips.set(mutant.document, (slips.get(mutant.document) ?? 1) - 1);
    }
    const findings = check([...batch.values()]);
    missed.push(...[...batch.values()].filter((mutant) => !isFound(mutant, findings)));
  }
  const unseen = missed.filter((mutant) => !isFound(mutant, check([mutant])));
  const shown = unseen.map(({ kind, document, pointer, line }) => `${kind}: ${document.source.file}:${line} ${pointer}`);
  console.info(`${wanted - unseen.length} of ${wanted} slips reported at their line`);
  expect(shown.length, shown.join('\n')).toBeLessThanOrEqual(wanted * 0.01);
});
