import { build } from 'vite';
import { root } from './prepare.mjs';
import { replaceFolder } from './replace-folder.mjs';

await replaceFolder(`${root}/dist/web`, (outDir) => build({ configFile: `${root}/vite.config.ts`, logLevel: 'warn', build: { outDir } }));
