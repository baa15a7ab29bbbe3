// npm run build: what npm start builds, without starting.
import { checkNode } from './lib/node-version.mjs';
import { build, generate, install } from './lib/prepare.mjs';
import { StepError } from './lib/steps.mjs';

try {
  checkNode();
  await install();
  await generate();
  await build();
} catch (error) {
  console.error(error instanceof StepError ? `\n${error.message}` : error);
  process.exit(1);
}
