#!/usr/bin/env node
import { register } from 'tsx/esm/api';

// npm run bench [-- NAME ...]: measures the product beside hand-written baselines, prints a table, writes reports/bench.json.
register();
const { main } = await import('./main.ts');
process.exitCode = await main(process.argv.slice(2));
