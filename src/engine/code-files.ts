import { CodeMemory } from './code-memory.ts';

/** A file of the bundle that did not come. */
export class FileMissing extends Error {
  constructor(
    readonly file: string,
    options?: ErrorOptions,
  ) {
    super(`${file} did not load`, options);
  }

  get isStyle(): boolean {
    return isStyle(this.file);
  }
}

/**
 * An import that the browser itself tried, and that failed: it keeps the failure as long as the page is open (whatwg/html#6768). No other try
 * helps, the page loaded anew does.
 */
export class ImportFailed extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

const isStyle = (file: string): boolean => file.endsWith('.css');

/** Files that are here or on their way, by address. Those that fail are taken out again. */
const files = new Map<string, Promise<void>>();
/** Scripts this browser has had before: its cache most likely holds them, and to fetch them first would only take time. */
const had = new CodeMemory();

/**
 * What the bundle calls in the place of every `import()` (vite.config.ts): files -> all of them arrived -> the code runs.
 *
 * Browsers keep a failed import, also one of a module it needs: what failed once would fail as long as the page is open. A fetch that fails can be
 * tried again, so scripts are fetched into the cache of the browser first (ERR-05, ERR-06). Scripts it has had before are not: its cache may have
 * lost one, and should the network fail at that moment, only the page loaded anew brings it.
 * Rejects with FileMissing, which can be tried again, or with ImportFailed, which cannot.
 */
export async function importCode<Module>(run: () => Promise<Module>, needed: readonly string[] = []): Promise<Module> {
  const own = ownFile(run);
  const addresses = new Set(needed.map((file) => `/${file}`).concat(own ?? []));
  await Promise.all([...addresses].map(arrived));
  try {
    const module = await run();
    had.keep(addresses);
    return module;
  } catch (error) {
    // Perhaps it was not in the cache any more: the next page fetches it first.
    had.drop(addresses);
    throw new ImportFailed(error);
  }
}

/** The file of the import itself, which the bundle leaves out where it needs no others. */
function ownFile(run: () => unknown): string | undefined {
  const file = /import\(\s*["'`]\.\/([\w.-]+\.js)["'`]\s*\)/.exec(String(run))?.[1];
  return file === undefined ? undefined : `/assets/${file}`;
}

function arrived(address: string): Promise<void> {
  const known = files.get(address);
  if (known) return known;
  const coming = isInPage(address) || isCached(address) ? Promise.resolve() : (isStyle(address) ? addStyle : fetchScript)(address);
  files.set(address, coming);
  coming.catch(() => files.delete(address));
  return coming;
}

/** Without a network nothing is taken on trust: what the cache still has, a fetch brings as well. */
function isCached(address: string): boolean {
  return navigator.onLine && had.has(address);
}

function isInPage(address: string): boolean {
  return [...document.querySelectorAll('script[src], link[rel="modulepreload"], link[rel="stylesheet"]')].some(
    (element) => (element.getAttribute('src') ?? element.getAttribute('href')) === address,
  );
}

async function fetchScript(address: string): Promise<void> {
  try {
    const response = await fetch(address);
    if (!response.ok) throw new Error(`status ${response.status}`);
    // To its end: only then it is in the cache.
    await response.arrayBuffer();
  } catch (cause) {
    throw new FileMissing(address, { cause });
  }
}

function addStyle(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.crossOrigin = '';
    link.href = address;
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      reject(new FileMissing(address));
    };
    document.head.append(link);
  });
}
