import { join } from 'node:path';
import { createDocumentSet, type DocumentSet, mergeTexts } from '../src/core/index.ts';
import type { Language } from '../src/core/types.ts';
import { type ValidatedKind, validateDocument } from '../src/generated/validators/documents.js';
import { type Publication, publish } from './documents/publish.ts';
import { readDocumentFiles, signature } from './documents/read.ts';
import type { ServedFile } from './documents/served-file.ts';
import type { Settings } from './settings.ts';

/** The documents of schemas/ and of the overlay, ready to be served. */
export interface Documents {
  /** The document as written, or nothing. */
  get: DocumentSet['get'];
  /** Ids of a kind, sorted. */
  ids: DocumentSet['ids'];
  /** A text by its key, for messages of the server. */
  text(language: Language, key: string): string | undefined;
  /** What stands at an address below /schemas/. */
  file(address: string): ServedFile | undefined;
  /** Every fault found, one line each: file, JSON pointer, reason. */
  problems(): string[];
  /** Ends watching. */
  close(): void;
}

export interface DocumentLog {
  warn(message: string): void;
  info(message: string): void;
}

/**
 * Reads schemas/ and SCHEMAS_DIR over it. A bad document is reported and still served: its page explains itself.
 * In development both folders are watched, otherwise the overlay only; a change is served within two seconds.
 */
export function loadDocuments(settings: Settings, log: DocumentLog): Documents {
  const folder = join(settings.root, 'schemas');
  const overlay = settings.schemasDir;
  const watched = settings.development ? [folder, overlay] : [overlay];
  const signatures = () => watched.map(signature).join('\n');

  let current = build(folder, overlay);
  // Browsers that loaded the page a moment ago still ask for the files of the manifest they hold.
  let previous: Publication['files'] = new Map();
  let seen = signatures();
  report(current.problems, log);

  const timer = setInterval(
    () => {
      const now = signatures();
      if (now === seen) return;
      seen = now;
      try {
        const next = build(folder, overlay);
        previous = current.publication.files;
        current = next;
        log.info('documents changed and are served anew');
        report(current.problems, log);
      } catch (error) {
        // Half-written files: the next change is tried again, until then the last good state is served.
        log.warn(`the changed documents cannot be served: ${error instanceof Error ? error.message : String(error)}`);
      }
    },
    settings.development ? 300 : 1_500,
  );
  timer.unref();

  return {
    get: (kind, id) => current.set.get(kind, id),
    ids: (kind) => current.set.ids(kind),
    text: (language, key) => current.texts(language)[key],
    file: (address) => current.publication.files.get(address) ?? previous.get(address),
    problems: () => current.problems,
    close: () => clearInterval(timer),
  };
}

function build(folder: string, overlay: string) {
  const { documents, unreadable } = readDocumentFiles(folder, overlay);
  const set: DocumentSet = createDocumentSet(documents);
  const publication = publish(set);
  const files = new Map(
    documents.flatMap(
      ({ path, file }) =>
        [
          [path.replace(/\.[a-z]+\.json$/, ''), file],
          [path, file],
        ] as const,
    ),
  );
  const problems = [
    ...unreadable.map(({ file, reason }) => `${file}: ${reason}`),
    ...documents.flatMap(({ path, file, value }) => schemaProblems(path, value).map((line) => `${file}${line}`)),
    ...[...set.problems, ...publication.problems].map((problem) => {
      const hint = problem.hint ? ` (${problem.hint})` : '';
      return `${files.get(problem.document) ?? problem.document}${problem.pointer}: ${problem.code} ${problem.message}${hint}`;
    }),
  ];
  const texts = new Map<string, Record<string, string>>();
  return {
    set,
    publication,
    problems,
    texts(language: Language) {
      const merged = texts.get(language) ?? mergeTexts(set, language);
      texts.set(language, merged);
      return merged;
    },
  };
}

const kinds: Record<ValidatedKind, true> = {
  app: true,
  dictionary: true,
  entity: true,
  form: true,
  layout: true,
  locale: true,
  menu: true,
  page: true,
  questionnaire: true,
  rule: true,
  service: true,
  table: true,
  theme: true,
};

function schemaProblems(path: string, value: unknown): string[] {
  const kind = /\.([a-z]+)\.json$/.exec(path)?.[1] ?? '';
  // The set itself reports files that are of no kind.
  if (!Object.hasOwn(kinds, kind)) return [];
  return validateDocument(kind as ValidatedKind, value).map((problem) => `${problem.pointer}: ${problem.message}`);
}

function report(problems: string[], log: DocumentLog): void {
  for (const problem of problems) log.warn(`document: ${problem}`);
}
