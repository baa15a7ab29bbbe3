import { parentPort } from 'node:worker_threads';

// Answers what it is told, or takes so many megabytes of the process and keeps them for good.
parentPort?.on('message', (job) => {
  if (typeof job !== 'number') return job === 'wait' ? undefined : parentPort?.postMessage(job);
  const taken = [];
  for (let megabytes = 0; megabytes < job; megabytes += 1) taken.push(new Uint8Array(1_048_576).fill(1));
  for (;;) taken[0]?.fill(2);
});
