import { parentPort } from 'node:worker_threads';
import { readTicket } from './read.ts';

// A thread of its own, with bounds of its own: what a file makes of it costs no answer of the server. One message is one file.
parentPort?.on('message', ({ content, type }: { content: Uint8Array; type: string }) => {
  void readTicket(content, type).then((result) => parentPort?.postMessage(result));
});
