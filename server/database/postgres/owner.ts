import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, chownSync, existsSync, lchownSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { StartError } from '../../settings.ts';

/** The user PostgreSQL runs as when this process is root: PostgreSQL refuses to run as root. */
export interface Owner {
  name: string;
  uid: number;
  gid: number;
}

/**
 * The unprivileged user for the database, or undefined when this process is no root and simply runs it itself.
 * An existing database keeps the owner it has.
 */
export function databaseOwner(home: string): Owner | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const users = readUsers();
  if (existsSync(home)) {
    const { uid, gid } = statSync(home);
    if (uid !== 0) return { name: users.find((user) => user.uid === uid)?.name ?? String(uid), uid, gid };
  }
  const owner = ['postgres', 'nobody'].map((name) => users.find((user) => user.name === name)).find((user) => user !== undefined);
  if (!owner) throw new StartError('This process is root, PostgreSQL refuses root, and neither the user postgres nor nobody exists here.');
  return owner;
}

function readUsers(): Owner[] {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .filter((parts) => parts.length >= 4)
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }));
}

/** Whether the owner can enter a folder: asked of the system itself, so that access lists and mounts count too. */
export function canEnter(owner: Owner | undefined, folder: string): boolean {
  if (!owner) return true;
  const result = spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { uid: owner.uid, gid: owner.gid, cwd: '/', stdio: 'ignore' });
  return result.status === 0;
}

/**
 * Where the database of a data folder lives: `<data>/postgres`, or, when a parent of it is closed to the owner, a folder
 * outside with a name made from the path, so that the next start finds it again.
 */
export function databaseHome(dataDir: string): { home: string; moved: boolean } {
  const inside = join(dataDir, 'postgres');
  const owner = databaseOwner(inside);
  mkdirSync(dataDir, { recursive: true });
  if (canEnter(owner, dataDir)) return { home: inside, moved: false };
  const name = `targus-${basename(dirname(dataDir)).replace(/[^A-Za-z0-9_-]/g, '')}-${pathHash(dataDir)}`;
  for (const parent of ['/var/lib', tmpdir()]) {
    if (canEnter(owner, parent)) return { home: join(parent, name), moved: true };
  }
  throw new StartError(
    `The user ${owner?.name} can enter neither ${dataDir} nor /var/lib nor ${tmpdir()}: set DATA_DIR to a folder it can enter.`,
  );
}

export function pathHash(path: string): string {
  return createHash('sha256').update(path).digest('hex').slice(0, 10);
}

/** A folder that was copied or unpacked by root belongs to root afterwards: gives it, with everything in it, to the owner. */
export function handOver(folder: string, owner: Owner | undefined): void {
  if (!owner || !existsSync(folder) || statSync(folder).uid === owner.uid) return;
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) lchownSync(join(folder, name), owner.uid, owner.gid);
  chownSync(folder, owner.uid, owner.gid);
  chmodSync(folder, 0o700);
}

/** Makes a folder only the owner can look into. */
export function privateFolder(path: string, owner: Owner | undefined): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  if (owner) chownSync(path, owner.uid, owner.gid);
  const expected = owner?.uid ?? process.getuid?.();
  if (expected !== undefined && statSync(path).uid !== expected) {
    throw new StartError(`The folder ${path} belongs to somebody else: remove it or set DATA_DIR.`);
  }
}
