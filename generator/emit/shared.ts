import { isObject } from '../json.ts';

/** Whether a property of this name is no schema. */
type IsPlain = (name: string, value: unknown) => boolean;

/** A character no document begins a text with: it marks the place of a constant. */
const MARK = '\u0000';

/**
 * Writes a value as code. A schema with a title that stands in several places is written once, as a constant named after its title, and
 * referred to by its name: `{ code, constants }`. What `isPlain` says so of is no schema, though a field in it be called title. Same input, same text.
 */
export function codeOf(value: unknown, type: string, isPlain: IsPlain = () => false): { code: string; constants: string[] } {
  const places = countTitled(value, isPlain);
  const names = new Map<string, string>();
  const constants: string[] = [];
  const taken = new Set<string>();

  const replace = (part: unknown, isTop = false): unknown => {
    if (Array.isArray(part)) return part.map((item) => replace(item));
    if (!isObject(part)) return part;
    const key = JSON.stringify(part);
    if (!isTop && (places.get(key) ?? 0) > 1) return `${MARK}${nameOf(key, part)}`;
    return Object.fromEntries(Object.entries(part).map(([name, inner]) => [name, isPlain(name, inner) ? inner : replace(inner)]));
  };
  const nameOf = (key: string, part: Record<string, unknown>): string => {
    const known = names.get(key);
    if (known !== undefined) return known;
    const name = free(camelCase(String(part.title)), taken);
    names.set(key, name);
    // What it refers to itself is written before it.
    const text = write(replace(part, true));
    constants.push(`const ${name}: ${type} = ${text};`);
    return name;
  };
  return { code: write(replace(value)), constants };
}

/** How often each schema with a title stands somewhere. */
function countTitled(value: unknown, isPlain: IsPlain, counts = new Map<string, number>()): Map<string, number> {
  if (Array.isArray(value)) for (const item of value) countTitled(item, isPlain, counts);
  else if (isObject(value)) {
    if (typeof value.title === 'string') {
      const key = JSON.stringify(value);
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    for (const [name, inner] of Object.entries(value)) if (!isPlain(name, inner)) countTitled(inner, isPlain, counts);
  }
  return counts;
}

const write = (value: unknown): string => JSON.stringify(value, null, 2).replace(/"\\u0000(\w+)"/g, '$1');

function camelCase(title: string): string {
  const [first = '', ...rest] = title.split(/\W+/).filter((word) => word !== '');
  return `${first.charAt(0).toLowerCase()}${first.slice(1)}${rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')}`;
}

function free(name: string, taken: Set<string>): string {
  let candidate = /^[a-z]/.test(name) ? name : `schema${name}`;
  for (let number = 2; taken.has(candidate); number += 1) candidate = `${name}${number}`;
  taken.add(candidate);
  return candidate;
}
