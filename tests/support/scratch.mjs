import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';

const GIGABYTE = 2 ** 30;

/**
 * A folder in memory for what tests write and throw away again, databases above all: on a disk they wait for it more than they compute.
 * @param {string} [memory] where memory is mounted as files
 * @returns {{ folder: string, remove: () => void } | undefined} none where there is no such place, it is small, or programs cannot run from it
 */
export function memoryFolder(memory = '/dev/shm') {
  if (!isRunnable(memory) || freemem() < 4 * GIGABYTE) return undefined;
  const { bavail, bsize } = statfsSync(memory);
  if (bavail * bsize < 3 * GIGABYTE) return undefined;
  const folder = mkdtempSync(join(memory, 'targus-tests-'));
  // A database that root starts runs as another user.
  chmodSync(folder, 0o1777);
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** @param {string} memory */
function isRunnable(memory) {
  try {
    const mounts = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .map((line) => line.split(' '));
    const [, , , options = 'noexec'] = mounts.find(([, place]) => place === memory) ?? [];
    return !options.split(',').some((option) => option === 'noexec' || option === 'ro');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
    throw error;
  }
}
