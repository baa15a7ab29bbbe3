import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartError } from '../../settings.ts';

/**
 * Cleans up after a start that was killed: stops PostgreSQL processes that still work on our data folder and removes the
 * files that would make a new one believe somebody else is there. Call it only while holding the lock of the data folder.
 * A postmaster.pid of a dead process is left alone: PostgreSQL itself checks more of it than we could.
 */
export async function removeLeftovers(data: string, socketDir: string, say: (line: string) => void): Promise<void> {
  if (!existsSync(data)) return;
  const folder = realpathSync(data);
  const main = postmaster(folder);
  const left = processesIn(folder);
  if (left.length > 0) {
    say(`stopping the database of an earlier start (${left.length} processes)`);
    // Fast shutdown through the postmaster; its children follow it.
    if (main !== undefined && left.includes(main)) await end(folder, [main], 'SIGINT', 15_000);
    await end(folder, processesIn(folder), 'SIGQUIT', 5_000);
    await end(folder, processesIn(folder), 'SIGKILL', 5_000);
    const still = processesIn(folder);
    if (still.length > 0) throw new StartError(`Processes ${still.join(', ')} still use ${data} and cannot be stopped.`);
  }
  // The number in the file may belong to a stranger meanwhile, or to one that has ended and was not collected: PostgreSQL takes both for the old one.
  if (main !== undefined && isTaken(main)) rmSync(join(folder, 'postmaster.pid'), { force: true });
  for (const name of existsSync(socketDir) ? readdirSync(socketDir) : []) {
    if (name.startsWith('.s.PGSQL.')) rmSync(join(socketDir, name), { force: true });
  }
}

function postmaster(data: string): number | undefined {
  const file = join(data, 'postmaster.pid');
  if (!existsSync(file)) return undefined;
  const pid = Number.parseInt(readFileSync(file, 'utf8'), 10);
  return Number.isInteger(pid) && pid > 1 ? pid : undefined;
}

/** Every PostgreSQL process stands in its data folder, so the working directory tells whose it is. */
function processesIn(folder: string): number[] {
  if (process.platform !== 'linux') {
    const pid = postmaster(folder);
    return pid !== undefined && isAlive(pid) ? [pid] : [];
  }
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((name) => workingDirectory(name) === folder && /postgres/.test(commandLine(name)))
    .map(Number);
}

function workingDirectory(pid: string): string | undefined {
  return ignoreGone(() => readlinkSync(`/proc/${pid}/cwd`).replace(/ \(deleted\)$/, ''));
}

function commandLine(pid: string): string {
  return ignoreGone(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8')) ?? '';
}

/** A process may end, or belong to somebody else, between listing and reading it. */
function ignoreGone<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (['ENOENT', 'ESRCH', 'EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}

async function end(folder: string, pids: number[], signal: NodeJS.Signals, patience: number): Promise<void> {
  for (const pid of pids) ignoreGone(() => process.kill(pid, signal));
  const until = Date.now() + patience;
  while (Date.now() < until && processesIn(folder).length > 0) await sleep(25);
}

/** Whether a process with this number runs, ours or not. One that has ended and was not collected by its parent yet does not. */
export function isAlive(pid: number): boolean {
  return isTaken(pid) && !['Z', 'X'].includes(processFields(pid)[0] ?? '');
}

/** Whether the system still counts a process with this number. */
function isTaken(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** What the system tells of a process, from its state on (proc(5), /proc/PID/stat, field 3 and later). Empty where it does not tell. */
export function processFields(pid: number): string[] {
  const text = ignoreGone(() => readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? '';
  // The name in brackets may itself hold brackets and blanks: count from the last one.
  return text.replace(/^.*\)/s, '').trim().split(' ');
}
