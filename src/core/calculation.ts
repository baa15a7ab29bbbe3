import { compileTemplate, ExpressionError } from './expression/index.ts';

export interface Ordered {
  /** Names so that everything comes after what it reads. Members of cycles are left out. */
  order: string[];
  /** Names of the first cycle, in the order in which they read each other. */
  cycle?: string[];
}

/**
 * Orders names by what they read. `readsOf` gives the names a name needs; names it does not know are ignored.
 * Members of a cycle are left out, whatever merely reads them stays.
 */
export function orderByReads(names: readonly string[], readsOf: (name: string) => Iterable<string>): Ordered & { cycles: string[][] } {
  const waiting = new Map<string, Set<string>>();
  for (const name of names) waiting.set(name, new Set());
  for (const name of names) {
    for (const read of readsOf(name)) if (waiting.has(read)) waiting.get(name)?.add(read);
  }
  const order: string[] = [];
  const cycles: string[][] = [];
  while (waiting.size > 0) {
    const ready = [...waiting].filter(([, reads]) => reads.size === 0).map(([name]) => name);
    const done = ready.length > 0 ? ready : findCycle(waiting);
    if (ready.length > 0) order.push(...ready);
    else cycles.push(done);
    for (const name of done) waiting.delete(name);
    for (const reads of waiting.values()) for (const name of done) reads.delete(name);
  }
  const [cycle] = cycles;
  return { order, cycles, ...(cycle && { cycle }) };
}

/** Every waiting name reads another waiting one: following them must come back. */
function findCycle(waiting: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const path: string[] = [];
  let [name] = waiting.keys();
  while (name !== undefined && !path.includes(name)) {
    path.push(name);
    [name] = waiting.get(name) ?? [];
  }
  return name === undefined ? path : path.slice(path.indexOf(name));
}

/**
 * Order in which the calculations of a form run. Keys are field paths; expressions read `form.values.<path>`. A calculation comes after
 * every other whose path it reads, or a part or whole of which it reads. Expressions that do not compile count as reading nothing.
 */
export function orderCalculations(calculations: Readonly<Record<string, string>>): Ordered {
  const names = Object.keys(calculations);
  const { order, cycle } = orderByReads(names, (name) => {
    const read = fieldPathsOf(calculations[name] ?? '');
    return names.filter((other) => read.some((path) => touches(path, other)));
  });
  return { order, ...(cycle && { cycle }) };
}

const FORM_VALUES = 'form.values.';

function fieldPathsOf(source: string): string[] {
  try {
    return [...compileTemplate(source).findings.paths]
      .filter((path) => path.startsWith(FORM_VALUES))
      .map((path) => path.slice(FORM_VALUES.length));
  } catch (cause) {
    if (cause instanceof ExpressionError) return [];
    throw cause;
  }
}

function touches(path: string, other: string): boolean {
  return path === other || path.startsWith(`${other}.`) || other.startsWith(`${path}.`);
}
