import { expect, it } from 'vitest';
import { inTime } from '../../../server/in-time.ts';

const never = new Promise<void>(() => undefined);

it('what does not end keeps no server that stops', async () => {
  await expect(inTime(never, 5)).resolves.toBeUndefined();
});

it('what ends is waited for, and what goes wrong with it is told', async () => {
  let isDone = false;
  await inTime(
    new Promise<void>((resolve) =>
      setImmediate(() => {
        isDone = true;
        resolve();
      }),
    ),
  );
  expect(isDone).toBe(true);
  await expect(inTime(Promise.reject(new Error('broken')))).rejects.toThrow('broken');
});
