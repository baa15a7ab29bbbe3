import type { AppDocument } from '../core/types.ts';

/** An app shown in a frame at its entry (EMBED-01). */
export interface SubApp {
  id: string;
  /** Address of the frame, with what follows the app's own path. */
  src: string;
  /** Whether every address of the app is shown so, also where this window has a page of its own. */
  always: boolean;
}

interface Application {
  menuId: string;
  entry?: string | null;
}

/**
 * The app an address belongs to: `/{app}` and everything below (ROUTE-07). The apps of the configuration, and those the server lists with an
 * entry. One of this site gets the whole path, as the same build answers at its entry; one of another site gets what follows the app.
 */
export function subAppOf(path: string, apps: AppDocument['apps'], listed: readonly Application[]): SubApp | undefined {
  const id = path.split('/')[1] ?? '';
  const configured = apps.find((app) => app.id === id);
  const entry = configured?.entry ?? listed.find((app) => app.menuId === id)?.entry;
  if (id === '' || !entry || configured?.frame === false) return undefined;
  const isOwn = entry.startsWith('/') && !entry.startsWith('//');
  if (!isOwn && !/^https?:\/\//i.test(entry)) return undefined;
  return { id, src: addressOf(entry, isOwn ? path : path.slice(id.length + 1)), always: configured?.frame === true };
}

/** An entry with what follows in its path: before its query, and not behind the name of a file. Where nothing follows it is as it was given. */
function addressOf(entry: string, rest: string): string {
  if (rest === '' || rest === '/') return entry;
  const [, address = '', more = ''] = /^([^?#]*)(.*)$/s.exec(entry) ?? [];
  // An application that tells its pages by the fragment reads what follows there.
  if (more.includes('#')) return `${entry.replace(/\/+$/, '')}${rest}`;
  return /\/[^/]+\.html?$/i.test(address) ? entry : `${address.replace(/\/+$/, '')}${rest}${more}`;
}
