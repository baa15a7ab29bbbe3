import type { Document } from '../read/documents.ts';
import { isReadable, type Project } from './project.ts';
import type { Context } from './scopes/context.ts';
import { rootTypes } from './scopes/root-types.ts';
import type { Types } from './scopes/types.ts';
import { type Visitor, Walker } from './scopes/walk.ts';

/** Nothing is known around a table document but what it says itself, and what every page can read. */
const alone = (project: Project): Context => ({ lookup: (name) => rootTypes(project).get(name), guards: [], ofPage: 0, containers: [] });

/** Walks the table documents that are checked by themselves, beside the pages they stand on: those no page shows, and what needs no page to be wrong. */
export function walkLoneTables(project: Project, types: Types, visitorFor: (project: Project, table: Document) => Visitor): void {
  const { table } = project.shapes;
  if (!table) return;
  for (const document of project.checked.of('table')) {
    if (!isReadable(document.source)) continue;
    const read = project.readBy(document);
    new Walker(read, types, visitorFor(read, document)).document(document, table, alone(read));
  }
}
