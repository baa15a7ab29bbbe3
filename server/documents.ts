import { join } from 'node:path';
import { amendedPath } from '../src/core/amend.ts';
import { createDocumentSet, type DocumentSet, mergeTexts } from '../src/core/index.ts';
import { isObject } from '../src/core/json-object.ts';
import type { AppDocument, CallContract, Language, OpenApiParts } from '../src/core/types.ts';
import { contracts as ownContracts } from '../src/generated/contracts.ts';
import { type ValidatedKind, validateDocument } from '../src/generated/validators/documents.js';
import { type Admission, admitOverlay, type RefusedDocument, withLastGood } from './documents/admit.ts';
import { Bundles } from './documents/bundles.ts';
import { overlayChecker, rememberingPass } from './documents/checker.ts';
import { productFingerprint } from './documents/fingerprint.ts';
import { type DataGuard, guarded } from './documents/guard.ts';
import { AcceptedFiles, type OverlayFiles, sameFiles } from './documents/overlay-files.ts';
import { contentsOf, type Prepared, readPrepared, writePrepared } from './documents/prepared.ts';
import { type Publication, publish } from './documents/publish.ts';
import { type DocumentFile, madeOnce, type Parse, readDocumentFiles, readTexts, rememberingParse, signature } from './documents/read.ts';
import type { ServedFile } from './documents/served-file.ts';
import type { Settings } from './settings.ts';

/** The documents of schemas/ and of the overlay, ready to be served. */
export interface Documents {
  /** The document as written, or nothing. */
  get: DocumentSet['get'];
  /** Ids of a kind, sorted. */
  ids: DocumentSet['ids'];
  /** The app document: the one browsers are given. */
  app(): AppDocument;
  /** A text by its key, for messages of the server. */
  text(language: Language, key: string): string | undefined;
  /** What stands at an address below /schemas/. */
  file(address: string): ServedFile | undefined;
  /** Every fault found in what is served, one line each: file, JSON pointer, reason. */
  problems(): string[];
  /** Documents of the overlay that are not served as they lie there, and why. */
  refused(): readonly RefusedDocument[];
  /** Calls of the overlay for the description of the API; undefined when it has none. */
  openApi(): OpenApiParts | undefined;
  /** Changes with every document that is served, with those browsers are not given too. */
  revision(): string;
  /** Resolves when the overlay was checked and laid over the shipped documents for the first time. */
  ready: Promise<void>;
  /** Ends watching. */
  close(): void;
}

export interface DocumentLog {
  warn(message: string): void;
  info(message: string): void;
}

/** Milliseconds from a look at the folders to the next one, at least: whoever saves a document and turns to the browser finds it there. */
const pace = 250;
/** After a look that took longer than usual the next one waits this many times as long as it took, */
const shareOfLooks = 100;
/** and this long at most: in a very large folder, or on a busy machine, looks cost more than a hundredth of the time, and a change is seen all the same. */
const slowestPace = 2_000;
/** Once something changed, the next look comes sooner: a change that is over by then is taken. */
const paceAfterChange = 100;

/** Milliseconds until what failed by no fault of a document is tried again: twice as long each time. */
const firstPause = 2_000;
const mostPause = 128_000;

const nothing: Admission = { accepted: new Map(), refused: [], contracts: undefined };

/**
 * Serves schemas/ and, as soon as it is checked, SCHEMAS_DIR over it. A faulty document of the overlay is refused and its last good version
 * stays; with SCHEMAS_CHECK=off it is served and its page explains itself. The overlay is watched, in development schemas/ too: what has
 * been quiet between two looks is taken over, so that a burst of changes is one reload. An overlay that was accepted before, as it lies there
 * and by the product as it is, is served from the start; the first look checks it again beside the work. `guard` keeps what the data needs.
 */
export function loadDocuments(settings: Settings, log: DocumentLog, guard: DataGuard = async () => []): Documents {
  const folder = join(settings.root, 'schemas');
  const overlay = settings.schemasDir;
  const watched = settings.development ? [folder, overlay] : [overlay];
  const signatures = () => watched.map(signature).join('\n');
  const check = rememberingPass(overlayChecker(settings.root));
  const kept = new AcceptedFiles(settings.dataDir);

  const acceptedBefore = acceptedAsIs(settings, kept);
  let admission = acceptedBefore ?? nothing;
  let current = build(folder, admission);
  // Browsers that loaded the page a moment ago still ask for the files of the manifest they hold.
  let previous: Publication['files'] = new Map();
  let loaded: string | undefined;
  let seen = signatures();
  let isBusy = false;
  let failed: { state: string; pause: number; until: number } | undefined;

  const admit = async (): Promise<Admission> => {
    const lying = readTexts(overlay);
    if (!settings.schemasCheck) {
      for (const { file, reason } of lying.unreadable) log.warn(`${file} cannot be read: ${reason}`);
      return { ...nothing, accepted: withLastGood(lying, admission.accepted) };
    }
    const before = admission === nothing ? kept.read().files : admission.accepted;
    const product = productFingerprint(settings.root);
    const shipped = readTexts(folder).texts;
    const looked = guarded(check(product), guard, { before, shipped: (path) => shipped.get(path)?.text, isKnown });
    const next = await admitOverlay(lying, before, looked, (path) => shipped.has(amendedPath(path) ?? path));
    kept.write({ ...next, files: next.accepted, product });
    isKnown = true;
    return next;
  };
  const take = async (state: string): Promise<void> => {
    isBusy = true;
    try {
      const next = await admit();
      const built = build(folder, next);
      if (built.publication.manifest.revision !== current.publication.manifest.revision) previous = current.publication.files;
      const isNew = built.revision !== current.revision;
      current = built;
      report(next.refused, admission.refused, log);
      admission = next;
      for (const problem of built.problems) log.warn(`document: ${problem}`);
      if (isNew) log.info('documents changed and are served anew');
      loaded = state;
      failed = undefined;
    } catch (error) {
      // Not a fault of a document, such as a database that is away: the last good state is served until it goes.
      const pause = failed?.state === state ? Math.min(failed.pause * 2, mostPause) : firstPause;
      failed = { state, pause, until: Date.now() + pause };
      const reason = error instanceof Error ? error.message : String(error);
      log.warn(`the changed documents cannot be served and are tried again in ${pause / 1000} s: ${reason}`);
    } finally {
      isBusy = false;
    }
  };
  const look = (): void => {
    const began = performance.now();
    const now = signatures();
    const took = performance.now() - began;
    const isQuiet = now === seen;
    seen = now;
    const isPausing = failed?.state === now && Date.now() < failed.until;
    if (isQuiet && now !== loaded && !isBusy && !isPausing) void take(now);
    timer = setTimeout(look, isQuiet ? Math.min(Math.max(pace, shareOfLooks * took), slowestPace) : paceAfterChange).unref();
  };

  let timer = setTimeout(look, pace).unref();
  // An overlay that is gone since the last start may hold what the data still needs.
  const isEmpty = signature(overlay) === '' && kept.read().files.size === 0;
  if (isEmpty) loaded = seen;
  // Whether what is not kept as accepted was the shipped document: a folder of data that is new tells nothing of an overlay that is not.
  let isKnown = isEmpty || kept.read().product !== '';
  for (const problem of current.problems) log.warn(`document: ${problem}`);

  return {
    get: (kind, id) => current.set.get(kind, id),
    ids: (kind) => current.set.ids(kind),
    app: () => current.publication.manifest.app,
    text: (language, key) => current.texts(language)[key],
    file: (address) => current.publication.files.get(address) ?? previous.get(address),
    problems: () => current.problems,
    refused: () => admission.refused,
    openApi: () => admission.openApi,
    revision: () => current.revision,
    ready: isEmpty || acceptedBefore ? Promise.resolve() : take(seen),
    close: () => clearTimeout(timer),
  };
}

/** What passed the check of the same product before, when it still lies there as far as it may be read. */
function acceptedAsIs({ root, schemasDir, schemasCheck }: Settings, kept: AcceptedFiles): Admission | undefined {
  if (!schemasCheck || signature(schemasDir) === '') return undefined;
  const { files, contracts, openApi, product } = kept.read();
  if (!contracts || product !== productFingerprint(root)) return undefined;
  const accepted = withLastGood(readTexts(schemasDir), files);
  return sameFiles(accepted, files) ? { accepted, refused: [], contracts, openApi } : undefined;
}

/** What was made before, so that a change costs what it changes. */
interface Memory {
  parse: Parse;
  bundles: Bundles;
  contracts: Record<string, CallContract>;
}

/** One for the process: everything in it is compared before it is used again. */
const memory: Memory = { parse: rememberingParse(), bundles: new Bundles(), contracts: {} };

function build(
  folder: string,
  { accepted, contracts: checked }: { accepted: OverlayFiles; contracts: Record<string, CallContract> | undefined },
) {
  const { documents, unreadable } = readDocumentFiles(folder, accepted, memory.parse);
  const contracts = checked && sameOnes(checked, memory.contracts);
  memory.contracts = contracts ?? ownContracts;
  const set: DocumentSet = createDocumentSet(documents);
  const isShipped = accepted.size === 0 && contracts === undefined;
  const revision = contentsOf(documents);
  const { publication, faults } = (isShipped ? readPrepared(revision) : undefined) ?? prepare(set, documents, memory);
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
    ...faults,
    ...[...set.problems, ...publication.problems].map((problem) => {
      const hint = problem.hint ? ` (${problem.hint})` : '';
      return `${files.get(problem.document) ?? problem.document}${problem.pointer}: ${problem.code} ${problem.message}${hint}`;
    }),
  ];
  const texts = new Map<string, Record<string, string>>();
  return {
    set,
    revision,
    publication,
    problems,
    texts(language: Language) {
      const merged = texts.get(language) ?? mergeTexts(set, language);
      texts.set(language, merged);
      return merged;
    },
  };
}

/** Contracts come anew with every check: those that say what they said are the ones from before. */
function sameOnes(contracts: Record<string, CallContract>, before: Record<string, CallContract>): Record<string, CallContract> {
  const same = ([id, contract]: [string, CallContract]): [string, CallContract] => {
    const known = before[id];
    return [id, known && JSON.stringify(known) === JSON.stringify(contract) ? known : contract];
  };
  return Object.fromEntries(Object.entries(contracts).map(same));
}

function prepare(set: DocumentSet, documents: readonly DocumentFile[], { bundles, contracts }: Omit<Memory, 'parse'>): Prepared {
  return {
    publication: publish(set, contracts, bundles),
    faults: documents.flatMap(({ path, file, value }) => schemaProblems(path, value).map((line) => `${file}${line}`)),
  };
}

/** Part of building the server: what comes of the shipped documents is kept beside it. */
export function prepareDocuments(root: string): void {
  const { documents } = readDocumentFiles(join(root, 'schemas'), new Map());
  writePrepared(documents, prepare(createDocumentSet(documents), documents, { bundles: new Bundles(), contracts: ownContracts }));
}

const kinds: Record<ValidatedKind, true> = {
  amendment: true,
  app: true,
  dictionary: true,
  entity: true,
  form: true,
  layout: true,
  locale: true,
  menu: true,
  notice: true,
  page: true,
  questionnaire: true,
  recogniser: true,
  register: true,
  rule: true,
  service: true,
  statement: true,
  table: true,
  theme: true,
};

function schemaProblems(path: string, value: unknown): string[] {
  const kind = /\.([a-z]+)\.json$/.exec(path)?.[1] ?? '';
  // The set itself reports files that are of no kind.
  if (!Object.hasOwn(kinds, kind)) return [];
  const look = (said: unknown) => validateDocument(kind as ValidatedKind, said).map(({ pointer, message }) => `${pointer}: ${message}`);
  // The line serves editors alone: an overlay works without it.
  if (isObject(value)) return madeOnce(looked, value, () => look({ $schema: '', ...value }));
  return look(value);
}

const looked = new WeakMap<object, string[]>();

/** Each refusal once: what was said before is not said again because another document changed. */
function report(refused: readonly RefusedDocument[], before: readonly RefusedDocument[], log: DocumentLog): void {
  const known = new Set(before.flatMap(lines));
  for (const line of refused.flatMap(lines)) if (!known.has(line)) log.warn(line);
  const still = new Set(refused.map(({ file }) => file));
  for (const file of new Set(before.map((one) => one.file))) if (!still.has(file)) log.info(`no longer refused: ${file}`);
}

function lines({ file, served, errors }: RefusedDocument): string[] {
  return errors.map((error) => {
    const hint = error.hint === undefined ? '' : ` (${error.hint})`;
    return `refused ${file}, served is: ${served}. ${error.file}:${error.line}:${error.column} ${error.code} ${error.message}${hint}`;
  });
}
