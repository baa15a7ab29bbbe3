import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { tryPort } from '../../../server/listening.ts';

it('a port somebody else has is told with what to do, and one that is free stays free', async () => {
  const other = createServer().listen({ port: 0, host: '127.0.0.1' });
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  await expect(tryPort({ host: '127.0.0.1', port })).rejects.toThrow(`Port ${port} is taken by another program`);
  other.close();
  await once(other, 'close');
  await tryPort({ host: '127.0.0.1', port });
  await tryPort({ host: '127.0.0.1', port });
  await expect(tryPort({ host: '203.0.113.7', port: 0 })).rejects.toThrow('no address of this machine');
});

it('npm start tells it before it installs or builds anything; what is no port is left to the server', async () => {
  const other = createServer().listen({ port: 0, host: '127.0.0.1' });
  await once(other, 'listening');
  const folder = mkdtempSync(join(tmpdir(), 'targus-clone-'));
  onTestFinished(() => {
    other.close();
    rmSync(folder, { recursive: true });
  });
  // A clone in which nothing could be installed, since it has no list of packages.
  cpSync(new URL('../../../server/bin', import.meta.url), join(folder, 'server/bin'), { recursive: true });
  const start = (port: string) =>
    spawnSync(process.execPath, [join(folder, 'server/bin/start.mjs')], {
      env: { PATH: process.env.PATH, PORT: port, HOST: '127.0.0.1' },
      encoding: 'utf8',
      timeout: 60_000,
    });
  const { port } = other.address() as AddressInfo;
  const told = start(String(port));
  expect([told.status, told.stderr]).toEqual([1, `\nPort ${port} is taken by another program: set PORT to another one.\n`]);
  expect(readdirSync(folder)).toEqual(['server']);
  expect(start('http').stderr).toContain('package-lock.json');
});
