import { buildManifest, type DocumentSet, mergeTexts } from '../../src/core/index.ts';
import type { CallContract, Language, Manifest, Problem } from '../../src/core/types.ts';
import { Bundles, json } from './bundles.ts';
import { type ServedFile, servedFile } from './served-file.ts';

export interface Publication {
  manifest: Manifest;
  /** By address: /schemas/pages/system/dictionary.<hash>.json */
  files: Map<string, ServedFile>;
  problems: Problem[];
}

const languages: Language[] = ['zh-Hans', 'zh-Hant', 'en'];

/** Documents -> bundles and texts, each under an address with its hash -> the manifest that names the hashes. `bundles`: those made before. */
export function publish(set: DocumentSet, contracts: Record<string, CallContract>, bundles = new Bundles()): Publication {
  const files = new Map<string, ServedFile>();
  const hashes = new Map<string, string>();
  const problems: Problem[] = [];
  const add = (name: string, file: ServedFile) => {
    files.set(`/schemas/${name}.${file.hash}.json`, file);
    hashes.set(name, file.hash);
  };
  for (const [name, built] of bundles.of(set, contracts)) {
    problems.push(...built.problems);
    add(name, built.file);
  }
  for (const language of languages) add(`locales/${language}`, servedFile(JSON.stringify(mergeTexts(set, language)), json, true));
  const manifest = buildManifest(set, (name) => hashes.get(name) ?? '', contracts);
  files.set('/schemas/manifest.json', servedFile(JSON.stringify(manifest), json, false));
  return { manifest, files, problems };
}
