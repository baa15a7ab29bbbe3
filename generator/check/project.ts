import { join } from 'node:path';
import type { CallContract } from '../../src/core/types.ts';
import { dictionaryTypes, openNames } from '../emit/names.ts';
import { emitNodeSchema } from '../emit/node-schema.ts';
import { type CheckedShapes, checkedShapeOf } from '../emit/shapes.ts';
import { isObject, type JsonSchema } from '../json.ts';
import { type Call, readCalls } from '../read/calls.ts';
import { type Document, type DocumentKind, type Documents, readDocuments } from '../read/documents.ts';
import { keptFor } from '../read/kept-for.ts';
import { createResolver, type Resolve } from '../read/references.ts';
import type { Source } from '../read/source.ts';
import { readWidgets, type Widget } from '../read/widgets.ts';
import type { Finding } from './findings.ts';
import { isOverlaid } from './overlaid.ts';
import { answerOfRegister } from './register-answers.ts';
import { registerAmong } from './register-named.ts';
import type { Type } from './scopes/types.ts';

/** Everything the checks look at, read once. */
export interface Project {
  root: string;
  documents: Documents;
  /** Those that are looked at one by one: all of them, or what a change can have touched. */
  checked: Pick<Documents, 'all' | 'of'>;
  /** Whether widgets are checked, too. */
  isWhole: boolean;
  widgets: Widget[];
  doubleWidgets: Widget[];
  unreadableWidgets: Source[];
  shapes: CheckedShapes;
  calls: Call[];
  contracts: Record<string, CallContract>;
  resolve: Resolve;
  /** Schemas of schemas/meta/generated as they would be generated now. */
  generatedMeta: Record<string, JsonSchema>;
  ids: (kind: DocumentKind) => string[];
  dictionaries: string[];
  callOf: (id: string) => Call | undefined;
  /**
   * The type of what a call answers with, or undefined when it says nothing about it. `holder` says what the call is given, beside its name: with
   * the fields of the register it names, records have them and no others.
   */
  answerOf: (id: string, holder?: JsonSchema) => Type | undefined;
  /** The project as this document reads it: to a shipped one answers about a register of an overlay may have any fields. */
  readBy: (document: Document) => Project;
}

export type Check = (project: Project) => Finding[];

/** Reads the project; `overlays` are further schema folders whose documents replace those of the base. */
export function readProject(root: string, overlays: string[] = []): Project {
  return createProject(root, readDocuments(root, [join(root, 'schemas'), ...overlays]), readWidgets(root));
}

const nothing: JsonSchema = {};

/** The project of documents and widgets that were read already; `extent`: the documents that are to be checked, where not all of them are. */
export function createProject(
  root: string,
  documents: Documents,
  { widgets, doubles, unreadable }: ReturnType<typeof readWidgets>,
  extent?: ReadonlySet<Document>,
): Project {
  const calls = readCalls(documents);
  const resolve = createResolver(documents);
  const callsById = new Map(calls.map((call) => [call.contract.id, call]));
  const answersWith = (isClosed: (register: Document | undefined) => boolean): Project['answerOf'] => {
    const find = (register: string) => (isClosed(documents.find('register', register)) ? registerAmong(documents, register) : undefined);
    const answerOf = (id: string, holder: JsonSchema): Type | undefined => {
      const call = callsById.get(id);
      if (!call || call.contract.envelope === 'file') return undefined;
      const schema = answerOfRegister(call, holder, find, resolve) ?? call.response;
      return { kind: 'schema', schema, path: call.document.source.path, label: `the answer of ${id}` };
    };
    const known = keptFor((_holder: JsonSchema) => new Map<string, Type | undefined>());
    return (id, holder = nothing) => {
      const answers = known(holder);
      if (!answers.has(id)) answers.set(id, answerOf(id, holder));
      return answers.get(id);
    };
  };
  const project: Project = {
    root,
    documents,
    checked: extent ? within(documents, extent) : documents,
    isWhole: extent === undefined,
    widgets,
    doubleWidgets: doubles,
    unreadableWidgets: unreadable,
    shapes: shapesOf(widgets),
    calls,
    contracts: Object.fromEntries(calls.map((call) => [call.contract.id, call.contract])),
    resolve,
    generatedMeta: {
      'names.schema.json': openNames(),
      'nodes.schema.json': nodeSchemaOf(widgets),
    },
    ids: (kind) => documents.of(kind).map((document) => document.id),
    dictionaries: dictionaryTypes(documents),
    callOf: (id) => callsById.get(id),
    answerOf: answersWith(() => true),
    readBy: ({ isOverlay }) => (isOverlay ? project : shipped),
  };
  const shipped: Project = { ...project, answerOf: answersWith((register) => !isOverlaid(register, { isOverlay: false })) };
  return project;
}

function within(documents: Documents, extent: ReadonlySet<Document>): Project['checked'] {
  return {
    all: documents.all.filter((document) => extent.has(document)),
    of: (kind) => documents.of(kind).filter((document) => extent.has(document)),
  };
}

/** The same for the same widgets: what is kept of a document goes by them. */
const shapesOf = keptFor(
  (widgets: Widget[]): CheckedShapes => Object.fromEntries(widgets.map((widget) => [widget.key, checkedShapeOf(widget)])),
);
const nodeSchemaOf = keptFor(emitNodeSchema);

export function isReadable(source: Source): boolean {
  return source.faults.length === 0 && isObject(source.value);
}
