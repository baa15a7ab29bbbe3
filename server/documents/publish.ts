import { buildBundle, buildManifest, type DocumentSet, mergeTexts } from '../../src/core/index.ts';
import type { Bundle, CallContract, Language, Manifest, Problem } from '../../src/core/types.ts';
import { shapes } from '../../src/generated/widgets.ts';
import { type ServedFile, servedFile } from './served-file.ts';

export interface Publication {
  manifest: Manifest;
  /** By address: /schemas/pages/system/dictionary.<hash>.json */
  files: Map<string, ServedFile>;
  problems: Problem[];
}

const json = 'application/json; charset=utf-8';
const languages: Language[] = ['zh-Hans', 'zh-Hant', 'en'];

/** Documents -> bundles and texts, each under an address with its hash -> the manifest that names the hashes. */
export function publish(set: DocumentSet, contracts: Record<string, CallContract>): Publication {
  const files = new Map<string, ServedFile>();
  const hashes = new Map<string, string>();
  const problems: Problem[] = [];
  const add = (name: string, value: unknown) => {
    const file = servedFile(JSON.stringify(value), json, true);
    files.set(`/schemas/${name}.${file.hash}.json`, file);
    hashes.set(name, file.hash);
  };
  for (const kind of ['page', 'layout'] as const) {
    for (const id of set.ids(kind)) {
      const built = bundle(set, kind, id, contracts);
      problems.push(...built.problems);
      add(`${kind}s/${id}`, built.bundle);
    }
  }
  for (const language of languages) add(`locales/${language}`, mergeTexts(set, language));
  const manifest = buildManifest(set, (name) => hashes.get(name) ?? '', contracts);
  files.set('/schemas/manifest.json', servedFile(JSON.stringify(manifest), json, false));
  return { manifest, files, problems };
}

/** A document too broken to be planned is served alone, and the browser explains it in its place. */
function bundle(
  set: DocumentSet,
  kind: 'page' | 'layout',
  id: string,
  contracts: Record<string, CallContract>,
): { bundle: Partial<Bundle>; problems: Problem[] } {
  try {
    return buildBundle(set, kind, id, shapes, contracts);
  } catch (error) {
    const document = `${kind}s/${id}`;
    const message = error instanceof Error ? error.message : String(error);
    const parts = { forms: {}, tables: {}, rules: {}, calls: {}, dictionaries: [] };
    const page = set.get(kind, id);
    return {
      bundle: { document, ...(page !== undefined && { page }), ...parts },
      problems: [{ document, pointer: '', code: 'UNREADABLE_DOCUMENT', severity: 'error', message }],
    };
  }
}
