import { build } from 'vite';
import { root } from './prepare.mjs';
import { replaceFolder } from './replace-folder.mjs';

await replaceFolder(`${root}/dist/server`, (outDir) =>
  build({
    configFile: false,
    root,
    logLevel: 'warn',
    build: {
      ssr: 'server/main.ts',
      outDir,
      emptyOutDir: true,
      target: 'node20',
      minify: false,
      sourcemap: true,
      // One file: a server that runs while the next one is built must not miss a part of itself.
      rolldownOptions: { output: { entryFileNames: 'main.js', codeSplitting: false } },
    },
  }),
);
