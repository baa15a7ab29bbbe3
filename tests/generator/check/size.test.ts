import { expect, it } from 'vitest';
import { createProject, readProject } from '../../../generator/check/project.ts';
import { runChecks } from '../../../generator/check/run.ts';
import { indexDocuments } from '../../../generator/read/documents.ts';
import { parseSource } from '../../../generator/read/source.ts';
import { readWidgets } from '../../../generator/read/widgets.ts';
import { root } from '../support/temporary-project.ts';

const wanted = 1000;

it(`checks ${wanted} documents, and says how long it took`, { timeout: 120_000 }, () => {
  const shipped = readProject(root);
  const byPath = new Map(shipped.documents.byPath);
  const copied = shipped.documents.all.filter(({ kind }) => ['page', 'form', 'table', 'layout'].includes(kind));
  const began = performance.now();
  for (let copy = 1; byPath.size < wanted; copy += 1) {
    for (const document of copied) {
      if (byPath.size >= wanted) break;
      const id = `${document.id}-copy${copy}`;
      const path = document.source.path.replace(document.id, id);
      byPath.set(path, { ...document, id, source: parseSource(document.source.text, path, path) });
    }
  }
  const project = createProject(root, indexDocuments(byPath), readWidgets(root));
  const errors = runChecks(project).filter(({ severity }) => severity === 'error');
  console.info(`${project.documents.all.length} documents checked in ${((performance.now() - began) / 1000).toFixed(1)} s`);
  expect(errors).toEqual([]);
});
