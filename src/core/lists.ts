/** Adds to the list a key has in `lists`; without one it gets its first. */
export function addTo<Key, Value>(lists: Map<Key, Value[]>, key: Key, ...values: readonly Value[]): void {
  const known = lists.get(key);
  if (known) known.push(...values);
  else lists.set(key, [...values]);
}
