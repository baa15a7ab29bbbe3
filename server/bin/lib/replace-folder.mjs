import { existsSync, renameSync, rmSync } from 'node:fs';

/** Fills a folder aside and puts it in the place of the old one at once: nobody ever finds it empty or half full. */
export async function replaceFolder(folder, fill) {
  const next = `${folder}.next`;
  const old = `${folder}.old`;
  rmSync(next, { recursive: true, force: true });
  rmSync(old, { recursive: true, force: true });
  await fill(next);
  if (existsSync(folder)) renameSync(folder, old);
  renameSync(next, folder);
  rmSync(old, { recursive: true, force: true });
}
