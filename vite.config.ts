import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const root = import.meta.dirname;
const outDir = resolve(root, 'dist/web');
/** The content is in the name, so that browsers keep it for good. */
const groundAddress = `/assets/ground-${createHash('sha256').update(groundScript()).digest('hex').slice(0, 8)}.js`;

const WIDGETS = /[\\/]renderers[\\/].*\.(tsx?|css)$/;

/** What checks the answers every page behind the sign-in asks for: one file instead of one each. */
const SHELL_CHECKS = /[\\/]validators[\\/]responses[\\/](delegate|dictionary|message|todo|workspace)\.js$/;

/** The shortest ones there may be: the names of all files stand in the code that everybody loads first. */
const NAMES = 'assets/[name]-[hash:7].js';

export default defineConfig({
  root: resolve(root, 'src'),
  cacheDir: resolve(root, 'node_modules/.vite'),
  plugins: [react(), lightRouter(), lightForms(), lightColours(), retriableImports(), documentReload(), earlyLoading(), precompress()],
  build: {
    outDir,
    emptyOutDir: true,
    target: 'es2022',
    cssTarget: 'chrome105',
    sourcemap: false,
    // Inlined files would need data: in more places of the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        ...{ entryFileNames: NAMES, chunkFileNames: NAMES, assetFileNames: 'assets/[name]-[hash:6][extname]' },
        codeSplitting: {
          groups: [
            // What every page needs before anything is shown: one file, loaded at once.
            { name: 'start', tags: ['$initial'], priority: 11 },
            // The many small widgets that need no library beyond that: one file instead of one each.
            { name: (id, context) => (isLight(id, context) && !INSIDE.test(id) ? 'widgets' : null), test: WIDGETS, priority: 10 },
            { name: (id, context) => (isLight(id, context) ? 'inside' : null), test: WIDGETS, priority: 9 },
            { name: 'checks', test: SHELL_CHECKS, priority: 7 },
            // What most widgets built on the component library share.
            {
              name: 'library',
              test: /[\\/]node_modules[\\/](antd|rc-|@rc-component|@ant-design[\\/](?!icons-svg)|@emotion|stylis)|[\\/]shared[\\/]theme[\\/]Library/,
              minShareCount: 4,
              priority: 8,
            },
          ],
        },
      },
    },
  },
  server: {
    port: 3000,
    strictPort: true,
    fs: { allow: [root] },
  },
});

/** Modules that few pages need and that weigh much: a file of their own each. */
const HEAVY =
  /[\\/]renderers[\\/](shared[\\/](icon[\\/]data|feedback[\\/]Sign|plane)|displays[\\/](feed|heat-map|file-view|line-chart|marked-text|network-graph|timeline)|widgets[\\/](table|upload-area|upload-button|ticket-upload|risk-matrix|finance-table|draft-keeper|graph-editor|board|calendar|audio-recorder)|fields[\\/](array-table|code|condition-tree|upload|multilingual|tree-check|component-string|icon-choice))\b/;

/** Small widgets that nobody sees before signing in: one file of their own, which the login page does not wait for. */
const INSIDE =
  /[\\/]renderers[\\/](layouts[\\/](grid|hero|menu-|page-header|section|shell|watermark)|displays[\\/](avatar|badge|bar-chart|pie-chart|descriptions|divider|empty|image|frame|greeting|icon|progress|spinner|statistic|steps|sub-app|tag|theme-switch|tile-grid|user-info|version-label)|fields[\\/](number|radio|switch|tree-select[\\/]branches)|widgets[\\/](card-grid|dialog|drawer|dropdown|search-bar|toolbar)|shared[\\/](Portrait|TagLabel|draft-storage|drawer-context|edges|figure|format|lazy|pasted|series-tone|value-text)|shared[\\/]controls[\\/](useOverlay|OverlayFooter|KeptFocus|CodeWait|FileChooser|files|first-field|fitting-file|list-attributes|numbers|print|RecordMenu|row-action|smaller-picture|TypedInput|useDebounced|useIsPrinted|useNow))/;

type Chunking = { getModuleInfo(id: string): { importedIds: readonly string[] } | null };

/** Whether a module of renderers/, with those of renderers/ it imports at once, uses no library but those the start brings (React, observables) and shapes of icons. */
function isLight(id: string, context: Chunking): boolean {
  if (HEAVY.test(id)) return false;
  const found = new Set([id]);
  // A set may grow while it is walked: what is added is visited as well.
  for (const next of found) {
    for (const imported of context.getModuleInfo(next)?.importedIds ?? []) {
      if (/[\\/]node_modules[\\/](?!react(-dom)?[\\/]|@formily[\\/]reactive[\\/]|@ant-design[\\/]icons-svg[\\/])/.test(imported))
        return false;
      if (/[\\/]renderers[\\/]/.test(imported)) found.add(imported);
    }
  }
  return true;
}

/**
 * Links, forms and error pages of the router, which nobody here uses, would stay in the bundle only because they are given names for developers
 * and are made by calls, or of classes, nobody declared free of effects. Without the names, and with the declarations, they are left out: a good
 * third of the router.
 */
function lightRouter(): Plugin {
  return {
    name: 'targus:light-router',
    apply: 'build',
    transform: {
      filter: { id: /[\\/]node_modules[\\/]react-router[\\/]/ },
      handler: (code) => ({
        code: code
          .replace(/^\w+\.displayName = "\w+";$/gm, '')
          .replace(/= (React\d*\.(?:forwardRef|memo|createContext)\()/g, '= /*#__PURE__*/ $1')
          .replace(/= (class extends React\d*\.Component) (\{\n[\s\S]*?^\});((?:\s*^\w+\.contextType = \w+;$)?)/gm, pureClass),
        map: null,
      }),
    },
  };
}

/** A class as the result of a call without effects, with the context it reads as a field of its own. */
function pureClass(_whole: string, head: string, body: string, context: string): string {
  const field = context.replace(/\s*\w+\./, 'static ');
  return `= /*#__PURE__*/ (() => ${head} {${field}${body.slice(1)})();`;
}

/**
 * Of the form library only its forms are used: values, and who changed them. What it knows of fields, of checking them, of telling about them
 * and of components that are classes stays out of the bundle; whoever begins to use it is told where it went
 * (docs/decisions/270-left-out-of-the-build.md).
 */
function lightForms(): Plugin {
  const leftOut = (name: string) => `throw new Error('${name} is left out of the build: lightForms() in vite.config.ts');`;
  return {
    name: 'targus:light-forms',
    apply: 'build',
    transform: {
      filter: {
        id: [
          /[\\/]@formily[\\/]core[\\/]esm[\\/](models[\\/](Array|Object|Void)?Field|effects[\\/]\w+)\.js$/,
          /[\\/]@formily[\\/]validator[\\/]esm[\\/](validator|parser)\.js$/,
          /[\\/]hoist-non-react-statics[\\/]dist[\\/]/,
        ],
      },
      handler(code, id) {
        // Functions that nobody calls, made by calls nobody declared free of effects.
        if (/[\\/]effects[\\/]/.test(id)) return { code, map: null, moduleSideEffects: false };
        // Functions have nothing of their own to be copied to what observes them.
        if (/[\\/]hoist-non-react-statics[\\/]/.test(id)) return { code: 'export default (target) => target;', map: null };
        const exported = [...code.matchAll(/^export (?:var (\w+)|\{ (\w+) \})/gm)].map(([, one, other]) => one ?? other ?? '');
        if (exported.length === 0)
          this.error('The form library is written in another way than lightForms() knows: adapt it, or leave it out.');
        return { code: exported.map((name) => `export function ${name}() { ${leftOut(name)} }`).join('\n'), map: null };
      },
    },
  };
}

/** The twelve palettes of the component library are what it computes for every other colour: their tables stay out of the bundle. */
function lightColours(): Plugin {
  return {
    name: 'targus:light-colours',
    apply: 'build',
    transform: {
      filter: { id: /[\\/](@ant-design[\\/]colors[\\/]es[\\/]presets|antd[\\/]es[\\/]theme[\\/]themes[\\/]default[\\/]index)\.js$/ },
      handler(code, id) {
        const changes = /presets\.js$/.test(id) ? TABLES : LOOKUP;
        for (const [part] of changes)
          if (code.search(part) < 0)
            this.error('The palettes are written in another way than lightColours() knows: adapt it, or leave it out.');
        return { code: changes.reduce((left, [part, without]) => left.replace(part, without), code), map: null };
      },
    },
  };
}

type Change = readonly [part: RegExp, without: string];

/** Blue is the colour of the library's own links: it keeps what it says of itself. */
const TABLES: readonly Change[] = [
  [/^(?!blue\.)\w+\.primary = .*$/gm, ''],
  [/^export var presetPalettes = \{[^}]*\};/m, 'export var presetPalettes = {};'],
  [/^export var presetDarkPalettes = \{[^}]*\};/m, 'export var presetDarkPalettes = {};'],
];

const LOOKUP: readonly Change[] = [
  [
    /token\[colorKey\] === presetPrimaryColors\[colorKey\] \? presetPalettes\[colorKey\] : generate\(token\[colorKey\]\)/,
    'generate(token[colorKey])',
  ],
  [/^ *presetPalettes\.pink = presetPalettes\.magenta;$/m, ''],
];

/** `import()` in the bundle goes through src/engine/code-files.ts instead of the helper of the bundler, whose failures last. */
function retriableImports(): Plugin {
  return {
    name: 'targus:retriable-imports',
    apply: 'build',
    transform: {
      filter: { id: /vite\/preload-helper\.js$/ },
      handler: () => ({
        code: `export { importCode as __vitePreload } from ${JSON.stringify(resolve(root, 'src/engine/code-files.ts'))};`,
        map: null,
      }),
    },
  };
}

/** Development: a changed document reloads the page as soon as the server serves it. */
function documentReload(): Plugin {
  return {
    name: 'targus:document-reload',
    apply: 'serve',
    transformIndexHtml: (html) => html.replace('__CSP_NONCE__', ''),
    configureServer(server) {
      const api = process.env.DEV_API_ADDRESS;
      const folders = [resolve(root, 'schemas'), resolve(root, process.env.SCHEMAS_DIR ?? 'schemas.local')];
      server.watcher.add(folders);
      let isWaiting = false;
      const changed = (file: string) => {
        if (!api || !file.endsWith('.json') || !folders.some((folder) => file.startsWith(folder))) return;
        if (isWaiting) return;
        isWaiting = true;
        void newRevision(api).then(() => {
          isWaiting = false;
          server.ws.send({ type: 'full-reload' });
        });
      };
      for (const event of ['add', 'change', 'unlink'] as const) server.watcher.on(event, changed);
    },
  };
}

/** Settles when the manifest differs from what it is now, or after three seconds. */
async function newRevision(api: string): Promise<void> {
  const read = async () => {
    const response = await fetch(`${api}/schemas/manifest.json`).catch(() => undefined);
    return response?.ok ? await response.text() : undefined;
  };
  const before = await read();
  for (let attempt = 0; attempt < 20; attempt += 1) {
    await new Promise((done) => setTimeout(done, 150));
    const now = await read();
    if (now !== undefined && now !== before) return;
  }
}

/**
 * What the page asks for before the application runs: the script that sets the ground before the first paint, and the code of the small
 * widgets, which every page needs but which is known to be needed only after the documents have come.
 */
function earlyLoading(): Plugin {
  return {
    name: 'targus:early-loading',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        if (!bundle) return [{ tag: 'script', attrs: { src: groundAddress }, injectTo: 'head' as const }];
        const ofWidgets = Object.keys(bundle).filter((file) => /\/widgets-[\w-]+\.(js|css)$/.test(file));
        return [
          { tag: 'script', attrs: { src: groundAddress }, injectTo: 'head' as const },
          ...ofWidgets.map((file) => ({
            tag: 'link',
            attrs: file.endsWith('.js')
              ? { rel: 'modulepreload', crossorigin: true, href: `/${file}` }
              : { rel: 'preload', as: 'style', crossorigin: true, href: `/${file}` },
            injectTo: 'head' as const,
          })),
        ];
      },
    },
    configureServer(server) {
      server.middlewares.use(groundAddress, (_request, response) => {
        response.setHeader('content-type', 'text/javascript');
        response.end(groundScript());
      });
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: groundAddress.slice(1), source: groundScript() });
    },
  };
}

/** The script of src/early with the colours of the default theme, and the words for an application that does not come. */
function groundScript(): string {
  const read = (path: string) => JSON.parse(readFileSync(resolve(root, path), 'utf8'));
  const { defaultTheme } = read('schemas/app/targus.app.json');
  const theme = read(`schemas/themes/${defaultTheme}.theme.json`);
  const variables = { '--targus-page': theme.surfaces.page, '--targus-text': theme.tone === 'dark' ? '#e6ecea' : '#1b2422' };
  const source = readFileSync(resolve(root, 'src/early/ground.js'), 'utf8');
  const texts = Object.fromEntries(
    ['en', 'zh-Hans', 'zh-Hant'].map((code) => [code, read(`schemas/locales/${code}/start.locale.json`).texts]),
  );
  return source
    .replace('__DEFAULT_GROUND__', JSON.stringify({ tone: theme.tone, variables }))
    .replace('__START_TEXTS__', JSON.stringify(texts));
}

/** Compresses once at build time what the server would otherwise compress for every browser. */
function precompress(): Plugin {
  let folder = outDir;
  return {
    name: 'targus:precompress',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
    },
    closeBundle(error) {
      // A failed build leaves nothing to compress, and its own message must stay the one that is read.
      if (error) return;
      const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
      for (const entry of files) {
        if (!/\.(js|css|svg|json)$/.test(entry.name)) continue;
        const path = join(entry.parentPath, entry.name);
        const content = readFileSync(path);
        if (content.length < 1024) continue;
        const quality = {
          [constants.BROTLI_PARAM_QUALITY]: 11,
          [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
          // What made the code of the login page smallest of all combinations: 200 bytes less than the defaults.
          [constants.BROTLI_PARAM_NPOSTFIX]: 1,
          [constants.BROTLI_PARAM_NDIRECT]: 24,
          [constants.BROTLI_PARAM_LGBLOCK]: 20,
        };
        writeFileSync(`${path}.br`, brotliCompressSync(content, { params: quality }));
        writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
      }
    },
  };
}
