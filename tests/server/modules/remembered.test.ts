import { describe, expect, it } from 'vitest';
import { Remembered } from '../../../server/modules/identity/remembered.ts';

describe('what is remembered', () => {
  function counted(most: number) {
    const read: string[] = [];
    const remembered = new Remembered<string>(most);
    const get = (key: string, revision: number) =>
      remembered.get(key, revision, async () => {
        read.push(`${key}${revision}`);
        return key;
      });
    return { read, get };
  }

  it('[PERM-02] is of one revision: what was read for an older one does not stay in memory, whoever asks next', async () => {
    const { read, get } = counted(10);
    await Promise.all([get('a', 1), get('a', 1), get('b', 1)]);
    await get('a', 1);
    expect(read).toEqual(['a1', 'b1']);
    await get('a', 2);
    await get('b', 1);
    await get('a', 2);
    expect(read).toEqual(['a1', 'b1', 'a2', 'b1', 'a2']);
  });

  it('is no more than it may be, and nothing that failed', async () => {
    const { read, get } = counted(2);
    for (const key of ['a', 'b', 'a', 'c', 'c', 'a']) await get(key, 1);
    expect(read).toEqual(['a1', 'b1', 'c1', 'a1']);
    const remembered = new Remembered<string>(2);
    const failing = remembered.get('a', 1, async () => {
      throw new Error('no connection');
    });
    await expect(failing).rejects.toThrow('no connection');
    expect(await remembered.get('a', 1, async () => 'found')).toBe('found');
  });
});
