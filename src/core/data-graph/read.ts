import { addTo } from '../lists.ts';
import { didYouMean } from '../suggest.ts';
import { clean } from './kinds/clean.ts';
import { group, pivot } from './kinds/groups.ts';
import { type Given, isTooWide, type Kind, type Made, mostColumns } from './kinds/kind.ts';
import { deduplicate, derive, filter, input, output, sample, select, sort } from './kinds/rows.ts';
import { join, merge } from './kinds/together.ts';
import { Parameters, quoted } from './sql.ts';
import { type Column, type DataGraph, type Fault, type GraphNode, type NodeKind, nodeKinds, type Query } from './types.ts';

const kinds: Readonly<Record<NodeKind, Kind>> = {
  input,
  filter,
  derive,
  clean,
  select,
  join,
  merge,
  sample,
  group,
  pivot,
  deduplicate,
  sort,
  output,
};

/** `faults`: of a node; nobody reads more, and looking for what was meant takes time. */
const limits = { nodes: 60, edges: 120, dimensions: 10, faults: 20 } as const;

/** A node of a graph that was read. */
export interface ReadNode {
  node: GraphNode;
  /** Ids of the nodes its inputs come from, in their order. */
  inputs: string[];
  columns: Column[];
  faults: Fault[];
  /** Whether everything up to it can run. */
  ready: boolean;
  made: Made;
}
export interface ReadGraph {
  nodes: ReadonlyMap<string, ReadNode>;
  /** Ids in an order in which each comes after its inputs. */
  order: string[];
  faults: Fault[];
  /** The output, once there is exactly one. */
  output: ReadNode | undefined;
}

/**
 * Reads a graph, finished or not: what every node gives and what is wrong with it. Tables are those whoever asks may use. Moments in UTC are read by the clock of the time
 * zone, which says nothing about columns.
 */
export function readGraph(graph: DataGraph, table: Given['table'], timeZone = 'UTC'): ReadGraph {
  const nodes = new Map<string, GraphNode>();
  const general: Fault[] = [];
  const fault = (nodeId: string, path: string, kind: string, values?: Record<string, string>, level: Fault['level'] = 'error') => {
    general.push({ nodeId, path, kind, level, ...(values && { values }) });
  };
  for (const node of graph.nodes.slice(0, limits.nodes)) {
    if (nodes.has(node.id)) fault(node.id, 'id', 'nodeTwice', { node: node.id });
    else nodes.set(node.id, node);
  }
  if (graph.nodes.length > limits.nodes) fault('', 'nodes', 'manyNodes', { most: String(limits.nodes) });
  const incoming = new Map<string, { from: string; slot: number; at: number }[]>();
  for (const [at, { from, to, slot = 0 }] of graph.edges.slice(0, limits.edges).entries()) {
    const missing = [from, to].find((id) => !nodes.has(id));
    if (missing !== undefined) {
      fault(nodes.has(to) ? to : nodes.has(from) ? from : '', 'edges', 'edgeLoose', {
        node: missing,
        hint: didYouMean(missing, nodes.keys()) ?? '',
      });
      continue;
    }
    addTo(incoming, to, { from, slot, at });
  }
  const inputsOf = (id: string) =>
    [...(incoming.get(id) ?? [])].sort((one, other) => one.slot - other.slot || one.at - other.at).map(({ from }) => from);
  const order = orderOf([...nodes.keys()], inputsOf);
  const inCircle = new Set([...nodes.keys()].filter((id) => !order.includes(id)));
  checkTables([...nodes.values()], fault);
  const read = new Map<string, ReadNode>();
  for (const id of [...order, ...inCircle]) {
    const node = nodes.get(id) as GraphNode;
    const found = readNode(node, inputsOf(id), read, { table, timeZone }, inCircle.has(id));
    found.faults.unshift(...general.filter(({ nodeId }) => nodeId === id));
    if (found.faults.some(({ level }) => level === 'error')) found.ready = false;
    read.set(id, found);
  }
  const used = new Set(graph.edges.map(({ from }) => from));
  const outputs = [...read.values()].filter(({ node }) => node.kind === 'output');
  for (const one of read.values())
    if (one.node.kind !== 'output' && !used.has(one.node.id) && read.size > 1)
      one.faults.push({ nodeId: one.node.id, path: '', kind: 'unused', level: 'warning' });
  const loose = general.filter(({ nodeId }) => !nodes.has(nodeId));
  if (outputs.length === 0) loose.push({ nodeId: '', path: 'nodes', kind: 'outputMissing', level: 'error' });
  for (const { node, faults } of outputs.slice(1)) faults.push({ nodeId: node.id, path: '', kind: 'outputTwice', level: 'error' });
  const faults = [...loose, ...[...read.values()].flatMap((one) => one.faults)];
  return { nodes: read, order, faults, output: outputs.length === 1 ? outputs[0] : undefined };
}

type Fall = (nodeId: string, path: string, kind: string, values?: Record<string, string>) => void;

/** One fact table, and at most 10 dimension tables (RULE-18). */
function checkTables(nodes: readonly GraphNode[], fault: Fall): void {
  const inputs = nodes.filter(({ kind }) => kind === 'input');
  const facts = inputs.filter(({ settings }) => settings.role !== 'dimension');
  if (inputs.length > 0 && facts.length === 0) fault(inputs[0]?.id ?? '', 'role', 'factMissing');
  for (const { id } of facts.slice(1)) fault(id, 'role', 'factTwice');
  const dimensions = inputs.filter(({ settings }) => settings.role === 'dimension');
  for (const { id } of dimensions.slice(limits.dimensions)) fault(id, 'role', 'manyDimensions', { most: String(limits.dimensions) });
}

/** Ids so that each comes after its inputs, those before it kept in their order. What stands in a circle, or behind one, is left out. */
function orderOf(ids: readonly string[], inputsOf: (id: string) => string[]): string[] {
  const done = new Set<string>();
  for (let before = -1; before < done.size; ) {
    before = done.size;
    for (const id of ids) if (!done.has(id) && inputsOf(id).every((one) => done.has(one))) done.add(id);
  }
  return [...done];
}

function readNode(
  node: GraphNode,
  inputs: string[],
  read: ReadonlyMap<string, ReadNode>,
  world: Pick<Given, 'table' | 'timeZone'>,
  inCircle: boolean,
): ReadNode {
  const faults: Fault[] = [];
  const tell: Given['tell'] = (path, kind, given, level = 'error') => {
    if (faults.length >= limits.faults) return undefined;
    const values = typeof given === 'function' ? given() : given;
    faults.push({ nodeId: node.id, path, kind, level, ...(values && { values }) });
    return undefined;
  };
  const none: Made = { columns: [] };
  if (!nodeKinds.includes(node.kind)) {
    tell('kind', 'kindUnknown', { node: node.kind, hint: didYouMean(node.kind, nodeKinds) ?? '' });
    return { node, inputs, columns: [], faults, ready: false, made: none };
  }
  if (inCircle) {
    tell('inputs', 'circle');
    return { node, inputs, columns: [], faults, ready: false, made: none };
  }
  const { least, most, mostOf = {}, read: readKind } = kinds[node.kind];
  if (inputs.length < least)
    tell('inputs', least === 1 ? 'inputMissing' : 'inputsMissing', { least: String(least), is: String(inputs.length) });
  if (inputs.length > most) tell('inputs', 'manyInputs', { most: String(most), is: String(inputs.length) });
  const before = inputs.slice(0, most).map((id) => read.get(id));
  const known = before.map((one) => one?.made.rows);
  const rows = known.length > 0 && known.every((one) => one !== undefined) ? Math.max(...(known as number[])) : undefined;
  // What comes before says itself what is wrong with it: without its columns nothing can be said here.
  const isBlind = inputs.length < least || before.some((one) => !one || (one.columns.length === 0 && one.faults.length > 0));
  if (isBlind) {
    const columns = before[0]?.columns ?? [];
    return { node, inputs, columns: [...columns], faults, ready: false, made: { columns: [...columns] } };
  }
  const mostIn = (name: string) => mostOf[name] ?? mostColumns;
  const long = Object.entries(node.settings).find(([name, value]) => Array.isArray(value) && value.length > mostIn(name));
  if (long) {
    tell(long[0], 'listLong', { most: String(mostIn(long[0])) });
    return { node, inputs, columns: [], faults, ready: false, made: none };
  }
  const made = readKind.call(kinds[node.kind], {
    settings: node.settings,
    inputs: before.map((one) => one?.columns ?? []),
    rows,
    tell,
    ...world,
  });
  if (isTooWide(made.columns.length, tell)) return { node, inputs, columns: [], faults, ready: false, made: none };
  const isAfter = before.every((one) => one?.ready);
  return {
    node,
    inputs,
    columns: made.columns,
    faults,
    ready: isAfter && made.sql !== undefined,
    made: { ...made, rows: made.rows ?? rows },
  };
}

/** Where the rows of an input stand: a name or a call that may follow FROM. */
export type Source = (node: GraphNode) => string;

/**
 * The query of one node: everything up to it as common table expressions, so that a preview asks once. `limit` rows at most.
 * @throws Error when something up to it is not ready
 */
export function queryOf({ nodes, order }: ReadGraph, id: string, source: Source, limit?: number): Query {
  const parameters = new Parameters();
  const needed = new Set<string>();
  const need = (one: string): void => {
    if (needed.has(one)) return;
    needed.add(one);
    for (const before of nodes.get(one)?.inputs ?? []) need(before);
  };
  need(id);
  const parts = order
    .filter((one) => needed.has(one))
    .map((one) => `${relationOf(one)} AS (${sqlOf(nodes.get(one) as ReadNode, source, parameters)})`);
  const sql = `WITH ${parts.join(', ')} SELECT * FROM ${relationOf(id)}${limit === undefined ? '' : ` LIMIT ${Math.trunc(limit)}`}`;
  return { sql, parameters: parameters.values };
}

/** What a run does for one node: its query over the tables of the nodes before, and the one that counts what it left out. */
export interface NodeStep {
  id: string;
  kind: NodeKind;
  relation: string;
  query: Query;
  rejected?: Query | undefined;
}

/** The steps of a run up to a node, in their order. @throws Error when something is not ready */
export function stepsOf({ nodes, order }: ReadGraph, id: string, source: Source): NodeStep[] {
  const needed = new Set<string>([id]);
  for (const one of [...order].reverse()) if (needed.has(one)) for (const before of nodes.get(one)?.inputs ?? []) needed.add(before);
  return order
    .filter((one) => needed.has(one))
    .map((one) => {
      const read = nodes.get(one) as ReadNode;
      const [parameters, counting] = [new Parameters(), new Parameters()];
      const query = { sql: sqlOf(read, source, parameters), parameters: parameters.values };
      const rejected = read.made.rejected?.(relationsOf(read, source), counting);
      return {
        id: one,
        kind: read.node.kind,
        relation: relationOf(one),
        query,
        ...(rejected !== undefined && { rejected: { sql: rejected, parameters: counting.values } }),
      };
    });
}

const relationOf = (id: string): string => quoted(`node ${id}`);

function relationsOf({ node, inputs }: ReadNode, source: Source): string[] {
  return node.kind === 'input' ? [source(node)] : inputs.map(relationOf);
}

function sqlOf(read: ReadNode, source: Source, parameters: Parameters): string {
  if (!read.ready || !read.made.sql) throw new Error(`The node ${read.node.id} cannot run yet`);
  return read.made.sql(relationsOf(read, source), parameters);
}
