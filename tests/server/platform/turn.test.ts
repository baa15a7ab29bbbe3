import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { inTurn, onceInTurn } from '../../../server/bin/lib/turn.mjs';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'targus-turn-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const turn = () => join(folder, 'dist', 'building');
const times = { sign: 20, silence: 1_000, look: 10 };

it('work that takes longer than silence may keeps its turn, and who waits comes after it', async () => {
  const order: string[] = [];
  const work = (name: string, milliseconds: number) => async () => {
    order.push(`${name} begins`);
    await sleep(milliseconds);
    order.push(`${name} ends`);
  };
  const long = inTurn(turn(), work('long', 2_000), times);
  await Promise.all([long, inTurn(turn(), work('second', 1), times), inTurn(turn(), work('third', 1), times)]);
  expect(order.slice(0, 2)).toEqual(['long begins', 'long ends']);
  for (let index = 0; index < order.length; index += 2) expect(order[index + 1]).toBe(order[index]?.replace('begins', 'ends'));
});

it('a turn that changed hands is left to who has it now', async () => {
  await inTurn(turn(), async () => writeFileSync(turn(), 'another one'), { ...times, sign: 10_000 });
  expect(readFileSync(turn(), 'utf8')).toBe('another one');
});

it('a holder that ended, or fell silent, holds up nobody', async () => {
  for (const holder of ['4194999 of a process that ended', `${process.pid} that says nothing`]) {
    await inTurn(turn(), async () => writeFileSync(turn(), holder), { ...times, sign: 10_000 });
    await expect(inTurn(turn(), async () => 'done', times)).resolves.toBe('done');
  }
});

it('what several starts need at one moment is done once', async () => {
  let done = 0;
  const work = async () => {
    await sleep(20);
    done += 1;
  };
  await Promise.all([1, 2, 3].map(() => onceInTurn(turn(), () => done > 0, work)));
  expect(done).toBe(1);
});
