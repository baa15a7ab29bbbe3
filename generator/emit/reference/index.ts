import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isObject, type JsonSchema } from '../../json.ts';
import type { Call } from '../../read/calls.ts';
import type { Documents } from '../../read/documents.ts';
import { readIconNames } from '../../read/icons.ts';
import type { Widget } from '../../read/widgets.ts';
import type { Output } from '../output.ts';
import { describedKinds, documentsPage } from './documents.ts';
import { namesPage } from './names.ts';
import { callsPage, functionsPage, stepsPage } from './pages.ts';
import { problemsPage } from './problems.ts';
import { widgetsPage } from './widgets.ts';

/** docs/reference/*.md */
export function emitReference(root: string, documents: Documents, widgets: Widget[], calls: Call[]): Output {
  const metaOf = (name: string): JsonSchema => {
    const schema: unknown = JSON.parse(readFileSync(join(root, `schemas/meta/${name}.schema.json`), 'utf8'));
    return isObject(schema) ? schema : {};
  };
  return new Map([
    ['docs/reference/widgets.md', widgetsPage(widgets, readIconNames(root))],
    ['docs/reference/steps.md', stepsPage(metaOf('common'))],
    ['docs/reference/documents.md', documentsPage(Object.fromEntries(describedKinds.map((kind) => [kind, metaOf(kind)])))],
    ['docs/reference/functions.md', functionsPage()],
    ['docs/reference/names.md', namesPage(documents, calls)],
    ['docs/reference/problems.md', problemsPage()],
    ['docs/reference/calls.md', callsPage(documents, calls)],
  ]);
}
