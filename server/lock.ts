import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { isAlive, processFields } from './database/postgres/leftovers.ts';
import { StartError } from './settings.ts';

/** Looks at the holder of a lock, and milliseconds between them. */
const LOOKS = 10;
const PAUSE = 50;

interface Holder {
  pid: number;
  /** Distinguishes the process from a later one with the same number. */
  born: string;
  host: string;
  since: string;
  address: string;
  /** Which folder it holds: a lock in a copy of that folder holds nothing. */
  folder: string;
}

export interface DataLock {
  /** Tells those who come later where this server is reached. */
  announce(address: string): void;
  release(): void;
}

/**
 * Takes the data folder for this process, so that two servers never work on the same embedded database. The lock of a
 * process that was killed is taken over.
 * @throws StartError that says who holds the folder, or why it cannot be written to.
 */
export function lockData(dataDir: string): DataLock {
  const file = join(dataDir, 'server.lock');
  const own = `${file}.${process.pid}`;
  const me: Holder = {
    pid: process.pid,
    born: birth(process.pid),
    host: hostname(),
    since: new Date().toISOString(),
    address: '',
    folder: '',
  };
  try {
    mkdirSync(dataDir, { recursive: true });
    me.folder = identity(dataDir);
    writeFileSync(own, JSON.stringify(me));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(`The data folder cannot be used (${reason}): set DATA_DIR to a folder this user may write to.`, { cause: error });
  }
  try {
    for (let attempt = 0; attempt < 5; attempt += 1) {
      if (tryLink(own, file)) return { announce: (address) => announce(file, { ...me, address }), release: () => release(file) };
      const text = existsSync(file) ? readFileSync(file, 'utf8') : undefined;
      if (text === undefined) continue;
      const holder = parse(text);
      if (holder && !isCopied(holder, me) && staysRunning(holder)) throw new StartError(refusal(dataDir, holder));
      removeStale(file, text);
    }
  } finally {
    rmSync(own, { force: true });
  }
  throw new StartError(`The lock ${file} cannot be taken: several servers start on the same data at the same moment.`);
}

/** A hard link exists completely or not at all, unlike a file that is created and then written. */
function tryLink(own: string, file: string): boolean {
  try {
    linkSync(own, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Moves the stale lock aside; should a faster process have put its own there meanwhile, it gets it back. */
function removeStale(file: string, expected: string): void {
  const aside = `${file}.stale.${process.pid}`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  if (readFileSync(aside, 'utf8') !== expected) tryLink(aside, file);
  rmSync(aside, { force: true });
}

function parse(text: string): Holder | undefined {
  try {
    const holder: Partial<Holder> = JSON.parse(text);
    const unknown = { born: '', host: '', since: '', address: '', folder: '' };
    return typeof holder.pid === 'number' ? { ...unknown, ...holder, pid: holder.pid } : undefined;
  } catch {
    // Cut off by a crash of the machine: nobody is behind it.
    return undefined;
  }
}

/** The same folder under every path and mount, and never a copy of it. */
function identity(folder: string): string {
  const { dev, ino } = statSync(folder, { bigint: true });
  return `${dev}:${ino}`;
}

/** A folder copied while its server ran came with the lock of the other one. */
function isCopied(holder: Holder, me: Holder): boolean {
  return holder.folder !== '' && holder.folder !== me.folder;
}

/** A process that was killed a moment ago may still be leaving: it is looked at again before anybody is refused because of it. */
function staysRunning(holder: Holder): boolean {
  for (let look = 0; look < LOOKS; look += 1) {
    if (!isRunning(holder)) return false;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE);
  }
  return true;
}

function isRunning(holder: Holder): boolean {
  if (holder.pid === process.pid || !isAlive(holder.pid)) return false;
  const born = birth(holder.pid);
  return born === '' || holder.born === '' || born === holder.born;
}

/** When a process started, in a form that only has to be compared. Empty where the system does not tell. */
const birth = (pid: number): string => processFields(pid)[19] ?? '';

function announce(file: string, holder: Holder): void {
  const next = `${file}.next`;
  writeFileSync(next, JSON.stringify(holder));
  renameSync(next, file);
}

function release(file: string): void {
  const holder = existsSync(file) ? parse(readFileSync(file, 'utf8')) : undefined;
  if (holder?.pid === process.pid) rmSync(file, { force: true });
}

function refusal(dataDir: string, holder: Holder): string {
  const where = holder.address === '' ? '' : ` at ${holder.address}`;
  return [
    `Another Targus already works on ${dataDir}: process ${holder.pid} on ${holder.host}${where}, since ${holder.since}.`,
    `Stop it (kill ${holder.pid}), or start this one with another DATA_DIR and PORT.`,
  ].join('\n');
}
