import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { amendedPath } from '../../src/core/amend.ts';
import { registerIdOf } from '../../src/core/register/derive.ts';
import type { CallContract, OverlayError, OverlayFile, OverlayResult } from '../../src/core/types.ts';
import { answerSchema, hasResponse } from '../emit/answers.ts';
import { openApiParts } from '../emit/openapi.ts';
import type { Call } from '../read/calls.ts';
import { type Document, type DocumentKind, folders, indexDocuments, kinds, laidOver, readDocuments, strayFile } from '../read/documents.ts';
import type { Resolve } from '../read/references.ts';
import { parseSource, type Source } from '../read/source.ts';
import { readWidgets } from '../read/widgets.ts';
import { affectedBy, mentions } from './affected.ts';
import { explainedRows } from './menus.ts';
import { createProject, type Project } from './project.ts';
import { runChecks } from './run.ts';

/** Documents as they were read last, by their file: a checker that stays checks again and again, and most of them are the same. */
const known = new Map<string, Source>();

function readShipped(absolute: string, file: string, path: string): Source {
  return sourceOf(absolute, readFileSync(absolute, 'utf8'), path, file);
}

/** A document as it was read last, where it says the same. */
function sourceOf(absolute: string, text: string, path: string, file = absolute): Source {
  const before = known.get(absolute);
  if (before?.text === text) return before;
  const source = parseSource(text, file, path);
  known.set(absolute, source);
  return source;
}

let vocabulary: ReturnType<typeof readWidgets> | undefined;

/** The widgets: the same object while their files say the same. */
function readVocabulary(root: string): ReturnType<typeof readWidgets> {
  const now = readWidgets(root, readShipped);
  const sources = (read: typeof now) => [...[...read.widgets, ...read.doubles].map(({ source }) => source), ...read.unreadable];
  const before = vocabulary && sources(vocabulary);
  const isSame = sources(now).every((source, index) => source === before?.[index]) && before?.length === sources(now).length;
  vocabulary = isSame && vocabulary ? vocabulary : now;
  return vocabulary;
}

/** With what nothing was wrong last. */
let passed: { documents: ReadonlyMap<string, Document>; vocabulary: ReturnType<typeof readWidgets> } | undefined;

/**
 * What `targus check` calls an error once these documents lie over the shipped ones. Nothing is written; the documents come as texts. Checked is what can have
 * become wrong since the last time nothing was, at first since the product was shipped.
 */
export function checkOverlay(root: string, files: readonly OverlayFile[]): OverlayResult {
  const shipped = readDocuments(root, [join(root, 'schemas')], readShipped);
  const byPath = new Map(shipped.byPath);
  for (const [path, { isDerived }] of shipped.byPath) if (isDerived) byPath.delete(path);
  const widgets = readVocabulary(root);
  passed ??= { documents: new Map(byPath), vocabulary: widgets };
  const errors: OverlayError[] = [];
  const rows: OverlayError[] = [];
  for (const file of files) {
    const document = readOwn(file);
    if ('message' in document) errors.push({ ...place(file), code: 'UNKNOWN_DOCUMENT_KIND', ...document });
    else byPath.set(document.source.path, laidOver(byPath.get(document.source.path), document));
  }
  const documents = indexDocuments(byPath, shipped.strangers);
  const extent = passed.vocabulary === widgets ? affectedBy(passed.documents, byPath, documents) : undefined;
  const project = createProject(root, documents, widgets, extent);
  const paths = new Map([...byPath.values()].map(({ source }) => [source.file, source.path.replace(/^schemas\//, '')]));
  for (const { severity, file, line, column, pointer, code, message, hint } of runChecks(project, 'errors')) {
    if (severity !== 'error') continue;
    const list = explainedRows.includes(code) ? rows : errors;
    list.push({ path: paths.get(file) ?? file, file, line, column, pointer, code, message, ...(hint !== undefined && { hint }) });
  }
  if (errors.length === 0) passed = { documents: byPath, vocabulary: widgets };
  return { errors, rows, named: registersNamed(errors, byPath), ...overlayCalls(project) };
}

/** Of each shipped document with an error, the registers of the overlay, and amendments of registers, whose name it says. */
function registersNamed(errors: readonly OverlayError[], byPath: ReadonlyMap<string, Document>): Record<string, string[]> {
  const registers = [...byPath.values()].flatMap(({ isOverlay, source }) => {
    const path = source.path.replace(/^schemas\//, '');
    const id = isOverlay ? registerIdOf(amendedPath(path) ?? path) : undefined;
    return id === undefined ? [] : [{ id, path }];
  });
  const faulty = [...new Set(errors.map(({ path }) => path))].flatMap((path) => {
    const document = byPath.get(`schemas/${path}`);
    return document && !document.isOverlay ? [{ path, document }] : [];
  });
  return Object.fromEntries(
    faulty.map(({ path, document }) => [path, registers.flatMap((one) => (mentions(document, one.id) ? [one.path] : []))]),
  );
}

/**
 * Contracts for the browser: with the schema of the answer where the overlay wrote it, or an entity in it, since no validator was generated
 * then. The same calls for the description of the API.
 */
function overlayCalls({ calls, documents, resolve }: Project): Pick<OverlayResult, 'contracts' | 'openApi'> {
  const isOwnKind = ({ kind, isOverlay }: Document) => isOverlay && (kind === 'service' || kind === 'entity');
  if (!documents.all.some(isOwnKind)) return { contracts: Object.fromEntries(calls.map(({ contract }) => [contract.id, contract])) };
  const own: Call[] = [];
  const contracts = calls.map((call): [string, CallContract] => {
    let isOwn = call.document.isOverlay;
    const noting: Resolve = (path, ref) => {
      const target = resolve(path, ref);
      if (target && documents.byPath.get(target.path)?.isOverlay) isOwn = true;
      return target;
    };
    const response = hasResponse(call) ? answerSchema(call, noting) : undefined;
    if (isOwn) own.push(call);
    return [call.contract.id, isOwn && response ? { ...call.contract, response } : call.contract];
  });
  const services = documents.of('service').filter(({ isOverlay }) => isOverlay);
  return { contracts: Object.fromEntries(contracts), ...(own.length > 0 && { openApi: openApiParts(services, own, resolve) }) };
}

function readOwn({ path, file, text }: OverlayFile): Document | { message: string; hint?: string } {
  const [folder = ''] = path.split('/', 1);
  const kind = kinds.find((known: DocumentKind) => folders[known] === folder);
  if (!kind) return strayFile(path) ?? { message: 'this file is not read' };
  const suffix = `.${kind}.json`;
  if (!path.endsWith(suffix)) return { message: `documents in ${folder}/ are named <name>${suffix}` };
  const id = path.slice(folder.length + 1, -suffix.length);
  return { kind, id, isOverlay: true, source: sourceOf(file, text, `schemas/${path}`) };
}

function place({ path, file }: OverlayFile): Pick<OverlayError, 'path' | 'file' | 'line' | 'column' | 'pointer'> {
  return { path, file, line: 1, column: 1, pointer: '' };
}
