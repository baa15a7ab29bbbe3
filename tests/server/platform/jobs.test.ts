import { expect, it, vi } from 'vitest';
import { startJobs } from '../../../server/jobs.ts';

const silent = { onFailure: vi.fn() };

it('a job hears that the server stops, and is waited for', async () => {
  const ended = vi.fn();
  const run = (stopped?: AbortSignal) =>
    new Promise<void>((resolve) => stopped?.addEventListener('abort', () => setImmediate(() => resolve(ended()))));
  await startJobs([{ name: 'long', everySeconds: 1, run }], silent).stop();
  expect(ended).toHaveBeenCalledOnce();
});
