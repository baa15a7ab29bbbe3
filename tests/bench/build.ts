import { existsSync } from 'node:fs';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build, type InlineConfig, loadConfigFromFile, mergeConfig } from 'vite';
import { benchRoot, buildRoot, projectRoot } from './paths.ts';

/** The builds of benchmark pages: each is an application of its own, so that none shares chunks with another. */
export type BuildName = 'subjects' | 'login-baseline' | 'home-baseline';

/**
 * Builds benchmark pages with the settings of the production build (target, minifier, aliases) and gives the folder.
 * The host serves a build under its own name, except `subjects`, which stands at the root.
 */
export async function buildPages(name: BuildName, say: (line: string) => void): Promise<string> {
  say(`  building ${name}`);
  const outDir = join(buildRoot, name);
  const own: InlineConfig = {
    configFile: false,
    root: join(benchRoot, 'pages', name),
    base: name === 'subjects' ? '/' : `/${name}/`,
    logLevel: 'error',
    mode: 'production',
    publicDir: false,
    build: { outDir, emptyOutDir: true },
  };
  await build(mergeConfig(await productionSettings(), own));
  return outDir;
}

/** What decides about the size and speed of code in vite.config.ts; its plugins and inputs belong to the product alone. */
async function productionSettings(): Promise<InlineConfig> {
  const file = join(projectRoot, 'vite.config.ts');
  if (!existsSync(file)) throw new Error('vite.config.ts is missing');
  const loaded = await loadConfigFromFile({ command: 'build', mode: 'production' }, file);
  const { resolve, define, build: settings = {} } = loaded?.config ?? {};
  const { target, cssTarget, minify, modulePreload, assetsInlineLimit } = settings;
  return {
    ...(resolve && { resolve }),
    ...(define && { define }),
    plugins: [react()],
    build: {
      target,
      cssTarget,
      assetsInlineLimit,
      ...(minify !== undefined && { minify }),
      ...(modulePreload !== undefined && { modulePreload }),
    },
  };
}
