import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { didYouMean } from '../../src/core/suggest.ts';
import type { CallContract, OverlayError, OverlayFile, OverlayResult } from '../../src/core/types.ts';
import { answerSchema, hasResponse } from '../emit/answers.ts';
import { openApiParts } from '../emit/openapi.ts';
import type { Call } from '../read/calls.ts';
import { type Document, type DocumentKind, folders, indexDocuments, kinds, laidOver, readDocuments } from '../read/documents.ts';
import type { Resolve } from '../read/references.ts';
import { parseSource, type Source } from '../read/source.ts';
import { readWidgets } from '../read/widgets.ts';
import { createProject, type Project } from './project.ts';
import { runChecks } from './run.ts';

/** The shipped documents as they were read last: a checker that stays checks again and again, and they hardly ever change. */
const known = new Map<string, Source>();

function readShipped(absolute: string, file: string, path: string): Source {
  const text = readFileSync(absolute, 'utf8');
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

/** What `targus check` calls an error once these documents lie over the shipped ones. Nothing is written; the documents come as texts. */
export function checkOverlay(root: string, files: readonly OverlayFile[]): OverlayResult {
  const shipped = readDocuments(root, [join(root, 'schemas')], readShipped);
  const byPath = new Map(shipped.byPath);
  const errors: OverlayError[] = [];
  for (const file of files) {
    const document = read(file);
    if ('message' in document) errors.push({ ...place(file), code: 'UNKNOWN_DOCUMENT_KIND', ...document });
    else byPath.set(document.source.path, laidOver(shipped.byPath.get(document.source.path), document));
  }
  const project = createProject(root, indexDocuments(byPath, shipped.strangers), readVocabulary(root));
  const paths = new Map([...byPath.values()].map(({ source }) => [source.file, source.path.replace(/^schemas\//, '')]));
  for (const { severity, file, line, column, pointer, code, message, hint } of runChecks(project, 'errors')) {
    if (severity !== 'error') continue;
    errors.push({ path: paths.get(file) ?? file, file, line, column, pointer, code, message, ...(hint !== undefined && { hint }) });
  }
  return { errors, ...overlayCalls(project) };
}

/**
 * Contracts for the browser: with the schema of the answer where the overlay wrote it, or an entity in it, since no validator was generated
 * then. The same calls for the description of the API.
 */
function overlayCalls({ calls, documents, resolve }: Project): Pick<OverlayResult, 'contracts' | 'openApi'> {
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

function read({ path, file, text }: OverlayFile): Document | { message: string; hint?: string } {
  const [folder = ''] = path.split('/', 1);
  const kind = kinds.find((known: DocumentKind) => folders[known] === folder);
  if (!kind) {
    const hint = didYouMean(folder, Object.values(folders));
    return { message: `"${folder}" is no folder of documents`, ...(hint !== undefined && { hint }) };
  }
  const suffix = `.${kind}.json`;
  if (!path.endsWith(suffix)) return { message: `documents in ${folder}/ are named <name>${suffix}` };
  const id = path.slice(folder.length + 1, -suffix.length);
  return { kind, id, isOverlay: true, source: parseSource(text, file, `schemas/${path}`) };
}

function place({ path, file }: OverlayFile): Pick<OverlayError, 'path' | 'file' | 'line' | 'column' | 'pointer'> {
  return { path, file, line: 1, column: 1, pointer: '' };
}
