import { type Dirent, readdirSync, realpathSync, type Stats, statSync } from 'node:fs';
import { join, sep } from 'node:path';

interface Going {
  /** Folders that are not gone into. */
  skips?: (folder: string) => boolean;
  /** Hears of a folder that may not be listed, or a link that may not be followed; without it that is thrown. */
  onUnreadable?: (folder: string, error: unknown) => void;
}

/**
 * Every file of a folder, those of folders below and of links included, sorted; none where there is no such folder. What begins with a dot is left out: a mounted volume
 * or an editor keeps it for itself.
 */
export function filesBelow(folder: string, going: Going = {}): string[] {
  return listed(folder, going).sort();
}

function listed(folder: string, going: Going): string[] {
  try {
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return [];
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      if (entry.name.startsWith('.')) return [];
      const path = join(folder, entry.name);
      const found = entry.isSymbolicLink() ? linked(path, folder) : entry;
      if (found?.isDirectory()) return going.skips?.(path) ? [] : listed(path, going);
      return found?.isFile() ? [path] : [];
    });
  } catch (error) {
    if (!going.onUnreadable) throw error;
    going.onUnreadable(folder, error);
    return [];
  }
}

/** What a link leads to; nothing where that is gone, or a folder it lies in, which would be gone through without end. */
function linked(path: string, folder: string): Dirent | Stats | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found?.isDirectory()) return found;
  const [real, own] = [realpathSync(path), realpathSync(folder)];
  return own === real || own.startsWith(`${real}${sep}`) ? undefined : found;
}
