import { parentPort } from 'node:worker_threads';
import { type PagesJob, readPagesHere } from './read-pages.ts';

// A thread of its own, with bounds of its own, and the models it has loaded. One message is one file.
parentPort?.on('message', (job: PagesJob) => {
  void readPagesHere(job).then((read) => parentPort?.postMessage(read));
});
