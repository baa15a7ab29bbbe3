import { register } from 'tsx/esm/api';

// Libraries need no loader, which would take seconds to look through them.
await Promise.all([import('pdfjs-dist/legacy/build/pdf.mjs'), import('pdfjs-dist/legacy/build/pdf.worker.mjs'), import('onnxruntime-web')]);
// Threads do not take over the loader that runs the sources.
register();
await import('./worker.ts');
