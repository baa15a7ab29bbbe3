import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { processFields } from '../../../server/database/postgres/leftovers.ts';
import { lockData } from '../../../server/lock.ts';
import { StartError } from '../../../server/settings.ts';

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'targus-lock-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
const hold = (folder: string, pid: number, more: { folder?: string } = {}) => {
  const holder = { pid, born: processFields(pid)[19], host: 'here', since: '2026-01-01', address: 'http://127.0.0.1:3000', ...more };
  writeFileSync(join(folder, 'server.lock'), JSON.stringify(holder));
};

it('takes over from a process that was killed and that its parent has not collected', async () => {
  // The shell becomes a program that never asks after its child.
  const parent = spawn('sh', ['-c', 'sleep 0.1 & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'ignore'] });
  onTestFinished(() => void parent.kill('SIGKILL'));
  const [output] = await once(parent.stdout, 'data');
  const pid = Number(String(output));
  for (let attempt = 0; attempt < 200 && processFields(pid)[0] !== 'Z'; attempt += 1) await sleep(10);
  expect(processFields(pid)[0]).toBe('Z');
  const folder = newFolder();
  hold(folder, pid);
  expect(() => lockData(folder)).not.toThrow();
});

it('waits for a process that is just leaving, and refuses because of one that stays', async () => {
  const leaving = spawn('sleep', ['0.05'], { stdio: 'ignore' });
  const staying = spawn('sleep', ['60'], { stdio: 'ignore' });
  onTestFinished(() => void staying.kill('SIGKILL'));
  const [first, second] = [newFolder(), newFolder()];
  hold(first, leaving.pid ?? 0);
  expect(() => lockData(first)).not.toThrow();
  hold(second, staying.pid ?? 0);
  expect(() => lockData(second)).toThrow(`process ${staying.pid} on here at http://127.0.0.1:3000`);
});

it('is not held by a server whose folder was copied while it ran', () => {
  const running = spawn('sleep', ['60'], { stdio: 'ignore' });
  onTestFinished(() => void running.kill('SIGKILL'));
  const [original, copy] = [newFolder(), newFolder()];
  const { dev, ino } = statSync(original, { bigint: true });
  hold(original, running.pid ?? 0, { folder: `${dev}:${ino}` });
  copyFileSync(join(original, 'server.lock'), join(copy, 'server.lock'));
  expect(() => lockData(copy)).not.toThrow();
  expect(() => lockData(original)).toThrow(`process ${running.pid} on here`);
});

it('says which folder to name when the data folder cannot be written to', () => {
  const taken = join(newFolder(), 'a-file');
  writeFileSync(taken, '');
  expect(() => lockData(taken)).toThrow(StartError);
  expect(() => lockData(join(taken, 'below'))).toThrow(/data folder cannot be used \(ENOTDIR.*set DATA_DIR/);
});
