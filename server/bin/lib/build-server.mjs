import { copyFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build } from 'vite';
import { root } from './prepare.mjs';
import { replaceFolder } from './replace-folder.mjs';

// One file each: a server that runs while the next one is built must not miss a part of itself.
const programs = [
  { source: 'server/main.ts', name: 'main.js' },
  // The checker of overlays, which the server loads when it needs it (server/documents/checker.ts).
  { source: 'generator/check/overlay-worker.ts', name: 'check.js' },
  // The thread that reads ticket files (server/modules/evidence/recognition/pool.ts).
  { source: 'server/modules/evidence/recognition/worker.ts', name: 'recognise.js' },
  // The thread that reads print (server/modules/recognition/ocr/pool.ts).
  { source: 'server/modules/recognition/ocr/worker.ts', name: 'ocr.js' },
  // The threads for what modules do besides answering (server/modules/work/threads.ts).
  { source: 'server/modules/work/worker.ts', name: 'work.js' },
  // The process a script of people runs in (server/modules/scripts/work/process.ts).
  { source: 'server/modules/scripts/work/worker.ts', name: 'sandbox.js' },
  // The process that computes over data tables (server/data-engine/child.ts).
  { source: 'server/data-engine/worker.ts', name: 'data-engine.js' },
];

/** What the server gives out as it is, read from beside the file that does (server/plugins/docs.ts). */
const assets = ['server/plugins/api-docs.js'];

await replaceFolder(`${root}/dist/server`, async (outDir) => {
  for (const { source, name } of programs) {
    await build({
      configFile: false,
      root,
      logLevel: 'warn',
      // With its packages inside: hundreds of files to find and read are most of the time of a start.
      // The writer of workbooks is as large as a third of the server, and loaded by the first export; readers of codes, PDFs and print have files of their own beside them, and so have the native data engine and the interpreter of scripts.
      ssr: {
        noExternal: true,
        external: [
          'pg-native',
          'exceljs',
          'zxing-wasm',
          'pdfjs-dist',
          'onnxruntime-web',
          '@duckdb/node-api',
          '@jitl/quickjs-wasmfile-release-sync',
        ],
      },
      build: {
        ssr: source,
        outDir,
        emptyOutDir: false,
        target: 'node20',
        minify: false,
        sourcemap: true,
        rolldownOptions: { output: { entryFileNames: name, codeSplitting: false } },
      },
    });
  }
  for (const asset of assets) copyFileSync(join(root, asset), join(outDir, basename(asset)));
});
