import { register } from 'tsx/esm/api';

// Libraries need no loader, which would take long to look through them.
await import('@duckdb/node-api');
register();
await import('./worker.ts');
