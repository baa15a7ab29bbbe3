// The built server without the steps before it: what npm start ends with.
import { resolve } from 'node:path';
import { main } from '../../dist/server/main.js';

await main(resolve(import.meta.dirname, '../..'));
