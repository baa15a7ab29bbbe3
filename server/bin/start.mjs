// npm start: from a fresh clone to a running Targus. Plain Node until the packages are there.

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkNode } from './lib/node-version.mjs';
import { tryAddress } from './lib/port.mjs';
import { build, generate, install, root } from './lib/prepare.mjs';
import { StepError } from './lib/steps.mjs';

process.on('SIGINT', stopEarly);
process.on('SIGTERM', stopEarly);
function stopEarly() {
  process.exit(130);
}

try {
  checkNode();
  console.log('Starting Targus');
  await tryAddress(process.env);
  await install();
  await generate();
  await build();
} catch (error) {
  console.error(error instanceof StepError ? `\n${error.message}` : error);
  process.exit(1);
}
process.off('SIGINT', stopEarly);
process.off('SIGTERM', stopEarly);
process.env.NODE_ENV ??= 'production';
const { main } = await import(pathToFileURL(join(root, 'dist/server/main.js')).href);
await main(root);
