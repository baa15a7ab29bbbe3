import { parseLimitedJson } from '../core/index.ts';
import type { Bundle, Language, Manifest } from '../core/types.ts';
import type { TextStorage } from '../engine/browser-storage.ts';
import type { BundleSource } from '../engine/index.ts';
import { manifestFault, withoutOddEntries } from './manifest.ts';

const MANIFEST = '/schemas/manifest.json';
/** Hashes of the texts seen last, so that they load beside the manifest and not after it. */
const REMEMBERED = 'targus-locales';
/** Manifest and texts grow with the number of documents, a single page does not. */
const LIST_LIMITS = { maxBytes: 8 * 1024 * 1024 };

class DocumentFailure extends Error {
  constructor(
    readonly code: 'DOCUMENT_NOT_LOADED' | 'DOCUMENT_UNKNOWN',
    message: string,
  ) {
    super(message);
  }
}

export type DocumentKind = 'page' | 'layout';

/** The documents the server publishes: manifest, texts, bundles. Bundles and texts are immutable under their hash and loaded once. */
export class Documents {
  private readonly bundles = new Map<string, Promise<Bundle>>();
  private readonly arrived = new Map<string, Bundle>();
  /** Of the bundles that are here. */
  private readonly hashes = new Map<string, { kind: DocumentKind; id: string; hash: string }>();
  private readonly early = new Map<Language, Promise<Record<string, string>>>();
  private manifest: Manifest | undefined;

  constructor(
    private readonly fetch: typeof globalThis.fetch,
    private readonly storage: TextStorage,
    /** Told of every bundle that arrives, before whoever asked for it. */
    private readonly onArrival: (bundle: Bundle) => void = () => undefined,
  ) {}

  /** The manifest as it is now. What changed is loaded anew when it is opened next. */
  async loadManifest(): Promise<Manifest> {
    const answer = await this.json(MANIFEST, LIST_LIMITS);
    const fault = manifestFault(answer);
    if (fault !== undefined) throw new DocumentFailure('DOCUMENT_NOT_LOADED', `${MANIFEST} is no manifest: ${fault}`);
    const manifest = withoutOddEntries(answer as Manifest);
    this.manifest = manifest;
    this.storage.setItem(REMEMBERED, JSON.stringify(manifest.locales));
    for (const [key, { kind, id, hash }] of this.hashes) {
      if (this.list(kind)[id]?.hash === hash) continue;
      for (const kept of [this.hashes, this.bundles, this.arrived]) kept.delete(key);
    }
    return manifest;
  }

  /** Starts loading the texts of a language under the hash of the last visit. */
  expectTexts(language: Language): void {
    const hash = this.remembered()[language];
    if (!hash) return;
    const loading = this.texts(language, hash);
    // A wrong guess is nobody's failure: the right hash follows with the manifest.
    loading.catch(() => undefined);
    this.early.set(language, loading);
  }

  loadTexts(language: Language): Promise<Record<string, string>> {
    const early = this.early.get(language);
    this.early.delete(language);
    const load = (hash: string) => {
      const texts = () => this.texts(language, hash);
      return early && this.guessed.get(language) === hash ? early.catch(texts) : texts();
    };
    return this.current(() => this.manifest?.locales[language], `There are no texts for ${language}`, load);
  }

  private readonly guessed = new Map<Language, string>();

  private async texts(language: Language, hash: string): Promise<Record<string, string>> {
    this.guessed.set(language, hash);
    return (await this.json(`/schemas/locales/${language}.${hash}.json`, LIST_LIMITS)) as Record<string, string>;
  }

  private remembered(): Partial<Record<Language, string>> {
    try {
      const value: unknown = JSON.parse(this.storage.getItem(REMEMBERED) ?? '{}');
      return typeof value === 'object' && value !== null ? value : {};
    } catch {
      // Only a guess: without it the texts load after the manifest.
      return {};
    }
  }

  has(kind: DocumentKind, id: string): boolean {
    return Object.hasOwn(this.list(kind), id);
  }

  private list(kind: DocumentKind): Record<string, { hash: string }> {
    return (kind === 'page' ? this.manifest?.pages : this.manifest?.layouts) ?? {};
  }

  /** A bundle that is here already. */
  ready(kind: DocumentKind, id: string): Bundle | undefined {
    return this.arrived.get(`${kind}s/${id}`);
  }

  /** Where a page or layout comes from. */
  source(kind: DocumentKind, id: string): BundleSource {
    return { document: `${kind}s/${id}`, ready: () => this.ready(kind, id), load: () => this.load(kind, id) };
  }

  /** A page or layout with all it refers to. A failed load can be tried again. */
  load(kind: DocumentKind, id: string): Promise<Bundle> {
    const key = `${kind}s/${id}`;
    let loading = this.bundles.get(key);
    if (!loading) {
      loading = this.bundle(kind, id).then(
        (bundle) => {
          this.arrived.set(key, bundle);
          this.onArrival(bundle);
          return bundle;
        },
        (error: unknown) => {
          this.bundles.delete(key);
          throw error;
        },
      );
      this.bundles.set(key, loading);
    }
    return loading;
  }

  /** Starts loading a page and its layouts at the same moment: each is drawn inside the one before. Who draws them tells of failures. */
  expect({ layouts, page }: { layouts: readonly string[]; page: string }): void {
    for (const id of layouts) this.load('layout', id).catch(() => undefined);
    if (page) this.load('page', page).catch(() => undefined);
  }

  private bundle(kind: DocumentKind, id: string): Promise<Bundle> {
    const hash = () => (this.has(kind, id) ? this.list(kind)[id]?.hash : undefined);
    return this.current(hash, `There is no ${kind} "${id}"`, async (known) => {
      const bundle = (await this.json(`/schemas/${kind}s/${id}.${known}.json`)) as Bundle;
      this.hashes.set(`${kind}s/${id}`, { kind, id, hash: known });
      return bundle;
    });
  }

  /** Loads what the manifest names by its hash. After a new release the old hash is gone: the new manifest knows better. */
  private async current<Content>(
    hashNow: () => string | undefined,
    none: string,
    load: (hash: string) => Promise<Content>,
  ): Promise<Content> {
    const hash = hashNow();
    if (!hash) throw new DocumentFailure('DOCUMENT_UNKNOWN', none);
    try {
      return await load(hash);
    } catch (error) {
      await this.loadManifest().catch(() => undefined);
      const renewed = hashNow();
      if (!renewed || renewed === hash) throw error;
      return await load(renewed);
    }
  }

  private async json(address: string, limits: { maxBytes?: number } = {}): Promise<unknown> {
    const response = await this.fetch(address, { credentials: 'same-origin' });
    if (!response.ok) throw new DocumentFailure('DOCUMENT_NOT_LOADED', `${address} answered ${response.status}`);
    return parseLimitedJson(await response.text(), limits);
  }
}
