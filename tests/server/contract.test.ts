import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { runContract } from '../../generator/contract/run.ts';
import { contractSchemas } from '../../src/generated/contract-schemas.ts';
import { type CallId, contracts } from '../../src/generated/contracts.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { projectRoot } from '../support/project.ts';

let app: TestApp;
let base: string;
beforeAll(async () => {
  app = await startApp();
  base = await app.http.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => await app.close());

let printed: string[];
beforeEach(() => {
  printed = [];
  vi.spyOn(console, 'log').mockImplementation((text: string) => void printed.push(text));
  vi.spyOn(console, 'error').mockImplementation((text: string) => void printed.push(text));
});
afterEach(() => vi.restoreAllMocks());

const administrator = ['--user', 'admin', '--password', 'targus-demo'];

it('finds every contract honoured by our own server', async () => {
  const status = await runContract(projectRoot, ['--base', base, ...administrator]);
  const table = printed.join('\n');
  expect(table).toMatch(/\n\d+ honoured, 0 differ, 0 missing/);
  expect(status).toBe(0);
  const reading = Object.values(contracts).filter(({ method, id }) => method === 'GET' && !contractSchemas[id as CallId].changes);
  for (const { id } of reading) expect(table).toMatch(new RegExp(`^${id.replace('.', '\\.')} .* honoured`, 'm'));
  // The calls that write were left alone.
  expect(table).not.toContain('dictionary.create');
});

it('finds every contract honoured when the calls that write are made, too', async () => {
  const status = await runContract(projectRoot, ['--base', base, ...administrator, '--all']);
  expect(printed.join('\n')).toMatch(/\n\d+ honoured, 0 differ, 0 missing$/);
  expect(status).toBe(0);
});

it('says that a token is needed, and that a sign-in was refused', async () => {
  expect(await runContract(projectRoot, ['--base', base])).toBe(1);
  expect(printed.join('\n')).toMatch(/user\.menus .* differs .*expected an answer, got 401 UNAUTHENTICATED: sign in with --token/);
  expect(await runContract(projectRoot, ['--base', base, '--user', 'admin', '--password', 'wrong'])).toBe(2);
  expect(printed.join('\n')).toContain('Signing in as admin was refused: 400 LOGIN_FAILED');
});
