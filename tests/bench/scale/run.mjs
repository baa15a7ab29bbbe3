#!/usr/bin/env node
import { register } from 'tsx/esm/api';

// npm run bench:scale [-- --data FOLDER] [--share 0.1]: see main.ts.
register();
const { main } = await import('./main.ts');
process.exitCode = await main(process.argv.slice(2));
