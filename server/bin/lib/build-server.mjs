import { build } from 'vite';
import { root } from './prepare.mjs';

await build({
  configFile: false,
  root,
  logLevel: 'warn',
  build: {
    ssr: 'server/main.ts',
    outDir: 'dist/server',
    emptyOutDir: true,
    target: 'node20',
    minify: false,
    sourcemap: true,
    // One file: a server that runs while the next one is built must not miss a part of itself.
    rolldownOptions: { output: { entryFileNames: 'main.js', codeSplitting: false } },
  },
});
