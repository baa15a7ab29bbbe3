/**
 * What can be told of something by itself, such as a document, found once for as long as it is the same: several checks ask for it, and a process that checks
 * again asks for that of the same documents.
 */
export function keptFor<Of extends object, Value>(find: (of: Of) => Value): (of: Of) => Value {
  const known = new WeakMap<Of, { value: Value }>();
  return (of) => {
    const before = known.get(of);
    if (before) return before.value;
    const value = find(of);
    known.set(of, { value });
    return value;
  };
}
