import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fieldsWithin, type PageDocument, type PlanNode, planPage } from '../../src/core/index.ts';
import { validateDocument } from '../../src/generated/validators/documents.js';
import { shapes } from '../../src/generated/widgets.ts';

interface Conformance {
  description: string;
  tests: {
    description: string;
    document: PageDocument;
    /** Names of the fields of its forms, in reading order. */
    fields: string[];
    /** Codes of the problems the plan finds. */
    problems: string[];
    /** What the meta-schema says when it cannot know what the plan knows. Default: valid exactly when the plan finds no problem. */
    valid?: boolean;
  }[];
}

const folder = join(import.meta.dirname, 'documents');
const files = readdirSync(folder).filter((name) => name.endsWith('.json'));

function fieldNames(nodes: readonly PlanNode[]): string[] {
  return nodes.flatMap(({ options }) => {
    const { fields } = options;
    return fields?.kind === 'fields' ? fieldsWithin(fields.value).map(({ name }) => name) : [];
  });
}

describe.each(files)('%s', (file) => {
  for (const { description, tests } of JSON.parse(readFileSync(join(folder, file), 'utf8')) as Conformance[]) {
    describe(description, () => {
      for (const { description: title, document, fields, problems, valid = problems.length === 0 } of tests) {
        it(title, () => {
          const bundle = { document: 'pages/case', page: document, forms: {}, tables: {}, rules: {}, calls: {}, dictionaries: [] };
          const plan = planPage(bundle, shapes);
          expect(plan.problems.map(({ code }) => code)).toEqual(problems);
          expect(fieldNames(plan.body)).toEqual(fields);
          expect(validateDocument('page', document).length === 0).toBe(valid);
        });
      }
    });
  }
});

it('finds its cases', () => {
  expect(files.length).toBeGreaterThan(0);
});
