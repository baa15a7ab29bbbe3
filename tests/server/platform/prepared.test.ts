import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { loadDocuments } from '../../../server/documents.ts';
import { readSettings } from '../../../server/settings.ts';
import { createDatabase } from '../../support/database.ts';
import { projectRoot } from '../../support/project.ts';
import { startServer } from '../../support/server-process.ts';

interface Prepared {
  faults: string[];
  files: { address: string; content: string }[];
}
const prepared: Prepared = JSON.parse(readFileSync(join(projectRoot, 'dist/server/documents.json'), 'utf8'));

it('what the build prepared of the documents is what comes of them at a start', () => {
  const log = { warn: () => undefined, info: () => undefined };
  const documents = loadDocuments(readSettings({}, projectRoot), log);
  onTestFinished(() => documents.close());
  expect(prepared.files.length).toBeGreaterThan(40);
  for (const { address, content } of prepared.files) expect(documents.file(address)?.content.toString('utf8'), address).toBe(content);
  expect(prepared.faults).toEqual([]);
});

it('a shipped document changed since the build is served as it is now', async () => {
  const root = mkdtempSync(join(tmpdir(), 'targus-changed-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const folder of ['dist/server', 'schemas']) cpSync(join(projectRoot, folder), join(root, folder), { recursive: true });
  // The few packages that stay beside the program.
  symlinkSync(join(projectRoot, 'node_modules'), join(root, 'node_modules'));
  const texts = join(root, 'schemas/locales/en/login.locale.json');
  writeFileSync(texts, readFileSync(texts, 'utf8').replace('"Log in"', '"Come in"'));
  const program = join(root, 'start.mjs');
  writeFileSync(program, "import { main } from './dist/server/main.js';\nawait main(import.meta.dirname);\n");
  const database = await createDatabase();
  const server = await startServer({
    env: { DATABASE_URL: database.url, DATA_DIR: join(root, 'data') },
    script: relative(projectRoot, program),
  });
  onTestFinished(async () => {
    await server.stop();
    await database.close();
  });
  const manifest = await (await fetch(`${server.address}/schemas/manifest.json`)).text();
  const isNamed = (path: string) => {
    const { address = '' } = prepared.files.find((file) => file.address.startsWith(`/schemas/${path}.`)) ?? {};
    return manifest.includes(/\.([0-9a-f]{16})\.json$/.exec(address)?.[1] ?? 'no such file');
  };
  expect(isNamed('locales/zh-Hans')).toBe(true);
  expect(isNamed('locales/en')).toBe(false);
});
