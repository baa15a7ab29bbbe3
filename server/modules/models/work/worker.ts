import { parentPort, workerData } from 'node:worker_threads';
import { type Job, perform } from './jobs.ts';

// A thread of its own for one job: it takes as long as it takes, and is ended from outside.
parentPort?.postMessage(await perform(workerData as Job));
