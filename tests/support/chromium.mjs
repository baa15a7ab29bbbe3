import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The shell without a window of its own first: it is the same engine, and takes half of the processor time. */
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/**
 * The browser of this machine: CHROMIUM when set, otherwise the first of the usual names on the path.
 * @returns {string | undefined}
 */
export function findChromium() {
  const folders = ['/usr/bin', ...(process.env.PATH ?? '').split(delimiter)];
  const candidates = [process.env.CHROMIUM ?? '', ...names.flatMap((name) => folders.map((folder) => join(folder, name)))];
  return candidates.find((path) => path !== '' && isProgram(path));
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** No graphics card, no calls to its maker; its sandbox needs rights that root does not have inside containers. */
export const chromiumArguments = [
  '--headless',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];
