import { register } from 'tsx/esm/api';

// Threads do not take over the loader that runs the sources.
register();
await import('./worker.ts');
