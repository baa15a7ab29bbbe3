import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Page } from '@playwright/test';
import { test as base, expect } from '../support/browser.ts';
import { withServer } from '../support/server-database.ts';
import type { ServerProcess } from '../support/server-process.ts';

export interface Overlay {
  /** Writes a document of the overlay: `write('pages/people/list.page.json', {...})`. */
  write(path: string, document: unknown): void;
  remove(path: string): void;
}

/** `test` on a server with an overlay folder that the tests of the worker fill while it runs. */
export const test = base.extend<object, { overlayFolder: string; overlay: string; screens: Overlay; server: ServerProcess }>({
  overlayFolder: [
    async ({ serverEnv }, use) => {
      const folder = mkdtempSync(join(tmpdir(), `targus-screens-${serverEnv.CAPTCHA ?? ''}-`));
      chmodSync(folder, 0o755);
      await use(folder);
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
  screens: [
    async ({ overlayFolder }, use) =>
      use({
        write(path, document) {
          const $schema = `../../schemas/meta/${/\.([a-z]+)\.json$/.exec(path)?.[1]}.schema.json`;
          const text = typeof document === 'string' ? document : JSON.stringify({ $schema, ...(document as object) });
          claim(path, text);
          write(join(overlayFolder, path), text);
        },
        remove: (path) => rmSync(join(overlayFolder, path), { force: true }),
      }),
    { scope: 'worker' },
  ],
  server: [
    async ({ serverEnv, overlayFolder }, use) => await withServer({ SCHEMAS_DIR: overlayFolder, ...serverEnv }, use),
    { scope: 'worker', timeout: 60_000 },
  ],
});

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/**
 * Keeps for the whole run which file of tests wrote a document. The tests of a worker share their server, so a second document of one name would
 * be taken for published while the first is still served, but only in the runs where one worker happens to get both.
 *
 * @throws Error when tests of another file have written something else under this path
 */
function claim(path: string, text: string): void {
  const { file, project } = base.info();
  const claims = join(project.outputDir, 'written', path);
  if (!existsSync(claims)) {
    write(claims, `${file}\n${text}`);
    return;
  }
  const [owner, first] = readFileSync(claims, 'utf8').split(/\n(.*)/s);
  if (owner !== file && first !== text) throw new Error(`${path} is also written by ${owner}: choose another name`);
}

/**
 * Waits for what the page tells after its next look at the documents. It looks every ten seconds, and whenever its window is shown again: that
 * is said to it here.
 */
export async function afterLooking(page: Page, check: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await check();
  }).toPass({ timeout: 60_000 });
}

/** Resolves when the running server publishes a page. */
export async function published(
  server: ServerProcess,
  page: string,
  isThere = (manifest: Manifest) => page in manifest.pages,
): Promise<void> {
  for (let attempt = 0; attempt < 400; attempt += 1) {
    const response = await fetch(`${server.address}/schemas/manifest.json`);
    const manifest: Manifest = await response.json();
    if (isThere(manifest)) return;
    await new Promise((done) => setTimeout(done, 150));
  }
  throw new Error(`the server does not publish ${page}`);
}
interface Manifest {
  pages: Record<string, unknown>;
  menus: { menuId: string }[];
}

/** A row of the application's menu, as docs/first-screen.md tells. */
export const menuOf = (id: string, nameEn: string, component: string) => ({
  $schema: '../../schemas/meta/menu.schema.json',
  version: 1,
  use: 'application',
  items: [
    { menuId: id, parentId: '0', type: '1', name: nameEn, nameHans: nameEn, nameEn, url: `/${id}`, component, icon: 'team', visible: '0' },
  ],
});
