import { parentPort, threadId } from 'node:worker_threads';

// A thread whose jobs say what it does with them: it does as programs of the server do (server/threads/answering.ts).
const say = (said) => parentPort?.postMessage(said);
const jobs = {
  echo: ({ answer }) => say({ done: answer }),
  number: () => say({ done: threadId }),
  wait: () => undefined,
  throw: () => say({ broke: new TypeError('what the job threw') }),
  exit: () => process.exit(3),
  /** So many megabytes of the process, kept for good. */
  grow({ megabytes }) {
    const taken = [];
    for (let at = 0; at < megabytes; at += 1) taken.push(new Uint8Array(1_048_576).fill(1));
    for (;;) taken[0]?.fill(2);
  },
  /** Texts and objects without end. */
  heap() {
    const taken = [];
    for (;;) taken.push({ at: taken.length });
  },
  /** Says that it has begun, and is done once it may be. */
  until({ flag }) {
    say({ count: 1 });
    Atomics.wait(flag, 0, 0);
    say({ done: 'done' });
  },
  /** A page of a file with so many. */
  page({ from, pages }) {
    say({ done: { page: { number: from }, next: from < pages ? from + 1 : null, isCut: false } });
  },
};
parentPort?.on('message', (job) => jobs[job.kind](job));
