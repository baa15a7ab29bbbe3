import { type GroupKind, groupKindOf } from '../../../src/core/condition-words.ts';

/** A comparison, as far as it is filled in. */
export interface Leaf {
  field?: string;
  operator?: string;
  value?: unknown;
}
export type Group = { all: Part[] } | { any: Part[] } | { not: Part[] };
export type Part = Group | Leaf;
/** Places from the outermost group down; [] is that group. */
export type Path = readonly number[];

/** The group a part is: its kind and its parts. Undefined for a comparison. */
export function groupIn(part: unknown): { kind: GroupKind; parts: Part[] } | undefined {
  if (typeof part !== 'object' || part === null) return undefined;
  const kind = groupKindOf(part);
  const parts: unknown = kind && Reflect.get(part, kind);
  return kind && Array.isArray(parts) ? { kind, parts: parts as Part[] } : undefined;
}

export function groupOf(kind: GroupKind, parts: Part[]): Group {
  return { [kind]: parts } as unknown as Group;
}

/** The value of the field as a group: a single comparison becomes one in a group, nothing an empty group. */
export function readTree(value: unknown): Group {
  const group = groupIn(value);
  if (group) return groupOf(group.kind, group.parts);
  return { all: typeof value === 'object' && value !== null && Object.keys(value).length > 0 ? [value as Leaf] : [] };
}

/** The tree with the parts of the group at a path made others. */
function withParts(tree: Part, path: Path, change: (parts: readonly Part[]) => Part[]): Part {
  const group = groupIn(tree);
  if (!group) return tree;
  const [at, ...rest] = path;
  if (at === undefined) return groupOf(group.kind, change(group.parts));
  return groupOf(
    group.kind,
    group.parts.map((part, index) => (index === at ? withParts(part, rest, change) : part)),
  );
}

const splitPath = (path: Path): { group: Path; at: number } => ({ group: path.slice(0, -1), at: path.at(-1) ?? 0 });

export function replaced(tree: Group, path: Path, part: Part): Group {
  if (path.length === 0) return groupIn(part) ? (part as Group) : tree;
  const { group, at } = splitPath(path);
  return withParts(tree, group, (parts) => parts.map((one, index) => (index === at ? part : one))) as Group;
}

/** Puts a part into the group at a path, at its end or at a place. */
export function inserted(tree: Group, group: Path, part: Part, at?: number): Group {
  return withParts(tree, group, (parts) => {
    const place = Math.min(at ?? parts.length, parts.length);
    return [...parts.slice(0, place), part, ...parts.slice(place)];
  }) as Group;
}

export function removed(tree: Group, path: Path): Group {
  const { group, at } = splitPath(path);
  return withParts(tree, group, (parts) => parts.filter((_, index) => index !== at)) as Group;
}

/** Moves a part among its neighbours; beyond the ends nothing changes. */
export function moved(tree: Group, path: Path, by: number): Group {
  const { group, at } = splitPath(path);
  return withParts(tree, group, (parts) => {
    const one = parts[at];
    if (one === undefined || at + by < 0 || at + by >= parts.length) return [...parts];
    const others = parts.filter((_, index) => index !== at);
    return [...others.slice(0, at + by), one, ...others.slice(at + by)];
  }) as Group;
}

/** Comparisons and groups below a part. */
export function countBelow(part: Part): number {
  return (groupIn(part)?.parts ?? []).reduce((sum, one) => sum + 1 + countBelow(one), 0);
}

/** Whether a value is there at all. */
export function isFilled(value: unknown): boolean {
  if (value === undefined || value === null) return false;
  if (Array.isArray(value)) return value.length > 0 && value.every(isFilled);
  return typeof value !== 'string' || value.trim() !== '';
}
