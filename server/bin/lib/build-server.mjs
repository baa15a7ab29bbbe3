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
    rolldownOptions: { output: { entryFileNames: 'main.js', chunkFileNames: 'parts/[name]-[hash].js' } },
  },
});
