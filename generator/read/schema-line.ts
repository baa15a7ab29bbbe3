import { dirname, join, relative, sep } from 'node:path';
import type { DocumentKind } from './documents.ts';

/** What `$schema` of the document in this file (absolute) should say: the way to its meta-schema in the project. */
export function schemaLineOf(root: string, file: string, kind: DocumentKind): string {
  return relative(dirname(file), join(root, 'schemas/meta', `${kind}.schema.json`))
    .split(sep)
    .join('/');
}
