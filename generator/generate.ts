import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { emitCalls, emitContractSchemas, emitContracts, emitOwnCalls } from './emit/contracts.ts';
import { emitNames, openNames } from './emit/names.ts';
import { emitNodeSchema } from './emit/node-schema.ts';
import { emitNotices } from './emit/notices.ts';
import { emitOpenApi } from './emit/openapi.ts';
import { emitOptions } from './emit/options.ts';
import { jsonText, type Output } from './emit/output.ts';
import { emitReference } from './emit/reference/index.ts';
import { emitWidgets } from './emit/shapes.ts';
import { emitValidators } from './emit/validators.ts';
import { textAt } from './json.ts';
import { readCalls } from './read/calls.ts';
import { type DocumentKind, type Documents, readDocuments } from './read/documents.ts';
import { createResolver } from './read/references.ts';
import type { Source } from './read/source.ts';
import { readWidgets } from './read/widgets.ts';

/** What contracts and their types are made of. */
const contracted: ReadonlySet<DocumentKind> = new Set(['service', 'entity', 'notice']);

/** Where files that contracts are made of break off or are no JSON, so that only a part of them was read: file, line, column and what is wrong. */
export function tornPlaces({ all }: Documents, unreadableWidgets: readonly Source[]): string[] {
  const sources = all.filter(({ kind }) => contracted.has(kind)).map(({ source }) => source);
  return [...unreadableWidgets, ...sources].flatMap(({ file, faults }) =>
    faults
      .filter(({ repeated }) => repeated !== true)
      .map(({ position, message }) => `${file}:${position.line}:${position.column} ${message}`),
  );
}

/**
 * Everything the generator makes of the project in `root`: path -> text. The same input gives the same bytes.
 * Errors: unreadable files, meta-schemas that do not compile; SyntaxError with every place where a service, an entity, a notice or the options of
 * a widget are no JSON, as contracts would lack what stands behind it.
 */
export async function generate(root: string): Promise<Output> {
  const documents = readDocuments(root, [join(root, 'schemas')]);
  const { widgets, unreadable } = readWidgets(root);
  const torn = tornPlaces(documents, unreadable);
  if (torn.length > 0) throw new SyntaxError(torn.join('\n'));
  const calls = readCalls(documents);
  const resolve = createResolver(documents);
  const names = emitNames(documents, widgets, calls);
  const nodes = emitNodeSchema(widgets);
  const version = textAt(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')), 'version') ?? '0.0.0';
  const output: Output = new Map([
    ['src/generated/widgets.ts', emitWidgets(widgets)],
    ['src/generated/options.ts', await emitOptions(widgets)],
    ['src/generated/contracts.ts', emitContracts(calls)],
    ['src/generated/own-calls.ts', emitOwnCalls(documents, calls)],
    ['src/generated/calls.ts', await emitCalls(calls, resolve)],
    ['src/generated/contract-schemas.ts', emitContractSchemas(calls, resolve)],
    ['src/generated/notices.ts', emitNotices(documents)],
    ['src/generated/openapi.json', jsonText(emitOpenApi(documents, calls, resolve, version))],
    ['schemas/meta/generated/names.schema.json', jsonText(names)],
    ['schemas/meta/generated/nodes.schema.json', jsonText(nodes)],
  ]);
  const compiled = { 'names.schema.json': openNames(), 'nodes.schema.json': nodes };
  for (const [path, text] of emitValidators(root, compiled, { documents, calls, resolve })) output.set(path, text);
  for (const [path, text] of emitReference(root, documents, widgets, calls)) output.set(path, text);
  return output;
}
