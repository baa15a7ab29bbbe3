import { perform } from './perform.ts';
import type { Said, Task } from './types.ts';

// A process for one script: it is ended from outside, and by itself once the server is gone.

/** Milliseconds between two words about how far it is. */
const beat = 250;

function say(said: Said): void {
  process.send?.(said);
}

process.on('disconnect', () => process.exit());
process.once('message', async (task: Task) => {
  let last = 0;
  try {
    const done = await perform(task, (rows) => {
      const now = performance.now();
      if (now - last < beat) return;
      last = now;
      say({ rows });
    });
    say({ done });
  } catch (error) {
    say({ broke: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
});
