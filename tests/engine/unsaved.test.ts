import { expect, it } from 'vitest';
import type { Engine } from '../../src/engine/index.ts';
import { LeaveGuard } from '../../src/engine/unsaved.ts';

const answering = (agreed: boolean) => ({ feedback: { dialog: async () => agreed }, translate: (key: string) => key }) as unknown as Engine;

it('[WS-12] asks for what is dirty when somebody leaves, and forgets that alone', async () => {
  const guard = new LeaveGuard();
  const place = { dirty: true };
  guard.add(place);
  guard.note();
  expect(await guard.confirm(answering(false))).toBe(false);
  expect([guard.blocked, guard.edited]).toEqual([true, true]);
  place.dirty = false;
  expect(guard.blocked).toBe(false);
  expect(await guard.confirm(answering(false))).toBe(true);
  place.dirty = true;
  expect(await guard.confirm(answering(true))).toBe(true);
  expect([guard.blocked, guard.edited]).toEqual([false, true]);
});
