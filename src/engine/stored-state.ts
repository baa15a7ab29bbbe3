import { browserStorage } from './browser-storage.ts';

type Persist = keyof typeof browserStorage;

/** Texts are kept as they are (`menu-collapsed` holds 1 or 0), everything else as JSON. */
export function readStored(persist: Persist, key: string, isText: boolean): unknown {
  const text = browserStorage[persist].getItem(key);
  if (text === null) return undefined;
  if (isText) return text;
  try {
    return JSON.parse(text);
  } catch {
    // Text of a value that was something else before.
    return text;
  }
}

/** Values that cannot be kept (full or forbidden storage) stay usable in this window. */
export function store(persist: Persist, key: string, value: unknown): void {
  if (value === undefined) browserStorage[persist].removeItem(key);
  else browserStorage[persist].setItem(key, typeof value === 'string' ? value : JSON.stringify(value));
}
