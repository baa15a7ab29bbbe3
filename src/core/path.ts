import { isForbiddenName } from './expression/index.ts';

/** Most parts of a path. */
const MAX_PARTS = 32;
/** Highest position a list grows to by writing. */
const MAX_INDEX = 10_000;

/** `rows.0.name` as parts; undefined when a part is empty or forbidden. */
export function splitPath(path: string): string[] | undefined {
  const parts = path.split('.');
  if (parts.length > MAX_PARTS || parts.some((part) => part === '' || isForbiddenName(part))) return undefined;
  return parts;
}

/** Own value at a dotted path; undefined when a part is missing or the path is refused. */
export function getPath(owner: unknown, path: string): unknown {
  const parts = splitPath(path);
  if (!parts) return undefined;
  let value = owner;
  for (const part of parts) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined;
    value = Reflect.get(value, part);
  }
  return value;
}

/**
 * Copy of the owner with the value at the path; shares what did not change. Missing parts become objects, or lists before a number.
 * Throws RangeError for a refused path and for a place inside a text or number.
 */
export function setPath<Owner>(owner: Owner, path: string, value: unknown): Owner {
  const parts = splitPath(path);
  if (!parts) throw new RangeError(`the path ${JSON.stringify(path.slice(0, 120))} cannot be written`);
  return write(owner, parts, 0, value) as Owner;
}

function write(owner: unknown, parts: readonly string[], index: number, value: unknown): unknown {
  const part = parts[index];
  if (part === undefined) return value;
  const isIndex = /^(0|[1-9]\d*)$/.test(part);
  if (owner !== undefined && owner !== null && typeof owner !== 'object') {
    throw new RangeError(`${parts.slice(0, index).join('.')} holds a plain value and has no part "${part}"`);
  }
  if (Array.isArray(owner) || ((owner === undefined || owner === null) && isIndex)) {
    if (!isIndex || Number(part) > MAX_INDEX) throw new RangeError(`"${part}" is no position of a list`);
    const list: unknown[] = Array.isArray(owner) ? [...owner] : [];
    list[Number(part)] = write(list[Number(part)], parts, index + 1, value);
    return list;
  }
  const object = owner as Record<string, unknown> | undefined | null;
  const current = object && Object.hasOwn(object, part) ? object[part] : undefined;
  return { ...object, [part]: write(current, parts, index + 1, value) };
}
