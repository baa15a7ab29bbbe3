function storage(persist: 'local' | 'session'): Storage {
  return persist === 'local' ? localStorage : sessionStorage;
}

/** Texts are kept as they are (`menu-collapsed` holds 1 or 0), everything else as JSON. */
export function readStored(persist: 'local' | 'session', key: string, isText: boolean): unknown {
  const text = storage(persist).getItem(key);
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
export function store(persist: 'local' | 'session', key: string, value: unknown): void {
  try {
    if (value === undefined) storage(persist).removeItem(key);
    else storage(persist).setItem(key, typeof value === 'string' ? value : JSON.stringify(value));
  } catch (error) {
    console.warn(`The value of "${key}" could not be kept:`, error);
  }
}
