import { build } from 'vite';
import { root } from './prepare.mjs';

await build({ configFile: `${root}/vite.config.ts`, logLevel: 'warn' });
