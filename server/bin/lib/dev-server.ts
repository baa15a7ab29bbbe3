import { resolve } from 'node:path';
import { main } from '../../main.ts';

await main(resolve(import.meta.dirname, '../../..'));
