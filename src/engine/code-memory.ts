import { browserStorage } from './browser-storage.ts';

/** Where the browser keeps it. */
const KEY = 'targus-code';
/** A build has about a hundred scripts. */
const MOST = 300;
/** Milliseconds after which what came is written: a page asks for many files at once. */
const PAUSE = 200;

/** Names of the scripts this browser has loaded, which its cache holds unless it ran out of room or was emptied: names of the bundle change with their content. */
export class CodeMemory {
  private readonly known = read();
  private timer: ReturnType<typeof setTimeout> | undefined;

  has(address: string): boolean {
    return this.known.has(address);
  }

  keep(addresses: Iterable<string>): void {
    for (const address of addresses) {
      if (this.known.has(address) || !address.endsWith('.js')) continue;
      this.known.add(address);
      this.timer ??= setTimeout(() => this.write(), PAUSE);
    }
  }

  drop(addresses: Iterable<string>): void {
    const gone = new Set(addresses);
    for (const address of gone) this.known.delete(address);
    this.write(gone);
  }

  /** Another window may have loaded others meanwhile: they stay, but for those that are gone. */
  private write(gone: ReadonlySet<string> = new Set()): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const all = new Set([...read(), ...this.known]);
    for (const address of gone) all.delete(address);
    // No storage, or a full one: scripts are fetched first at the next visit.
    browserStorage.local.setItem(KEY, [...all].slice(-MOST).join(' '));
  }
}

function read(): Set<string> {
  return new Set(browserStorage.local.getItem(KEY)?.split(' '));
}
