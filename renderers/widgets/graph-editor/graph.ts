import { listOf } from '../../shared/list.ts';
import type { Place } from '../../shared/plane/view.ts';

/** A graph as it is drawn. Everything else a node has is kept as it is. */
export interface DrawnNode {
  id: string;
  kind: string;
  title?: string;
  x?: number;
  y?: number;
  settings?: Record<string, unknown>;
}
export interface DrawnEdge {
  from: string;
  to: string;
  slot?: number;
}
export interface Graph {
  nodes: readonly DrawnNode[];
  edges: readonly DrawnEdge[];
}
/** What else is known of a node. */
export interface Told {
  id: string;
  name?: string;
  x?: number;
  y?: number;
  problems?: readonly { text?: string; level?: string }[];
}
export interface KindRule {
  inputs?: number | undefined;
  outputs?: boolean | undefined;
}

/** Pixels of a node; places are those of its middle. */
export const size = { width: 176, height: 56 };

export function readGraph(value: unknown): Graph {
  const { nodes, edges } = (value ?? {}) as { nodes?: unknown; edges?: unknown };
  return { nodes: listOf<DrawnNode>(nodes), edges: listOf<DrawnEdge>(edges) };
}

export function withNode(graph: Graph, id: string, values: Partial<DrawnNode>): Graph {
  return { ...graph, nodes: graph.nodes.map((node) => (node.id === id ? { ...node, ...values } : node)) };
}

export function without(graph: Graph, id: string): Graph {
  return {
    nodes: graph.nodes.filter((node) => node.id !== id),
    edges: graph.edges.filter(({ from, to }) => from !== id && to !== id),
  };
}

export function withoutEdge(graph: Graph, { from, to }: DrawnEdge): Graph {
  return { ...graph, edges: graph.edges.filter((edge) => edge.from !== from || edge.to !== to) };
}

/** The lines into a node, by the number of its input. */
export function inputsOf({ edges }: Graph, id: string): DrawnEdge[] {
  return edges.filter((edge) => edge.to === id).sort((one, other) => (one.slot ?? 0) - (other.slot ?? 0));
}

/** An id nobody has: the kind with a number. */
export function newId(graph: Graph, kind: string): string {
  for (let number = 1; ; number += 1) {
    const id = `${kind}-${number}`;
    if (!graph.nodes.some((node) => node.id === id)) return id;
  }
}

/** Why two nodes cannot be connected, as the key of a text; undefined where they can. */
export function refusal(graph: Graph, from: string, to: string, rules: ReadonlyMap<string, KindRule>): string | undefined {
  const kindOf = (id: string) => rules.get(graph.nodes.find((node) => node.id === id)?.kind ?? '') ?? {};
  if (from === to) return 'editor.itself';
  if (graph.edges.some((edge) => edge.from === from && edge.to === to)) return 'editor.connectedAlready';
  if (kindOf(from).outputs === false) return 'editor.noOutput';
  const most = kindOf(to).inputs ?? 1;
  if (most === 0) return 'editor.noInput';
  // A node with one input takes the new one in the place of it.
  if (most > 1 && graph.edges.filter((edge) => edge.to === to).length >= most) return 'editor.inputsFull';
  return leads(graph, to, from) ? 'editor.circle' : undefined;
}

/** Whether lines lead from one node to another. */
function leads(graph: Graph, from: string, to: string): boolean {
  const seen = new Set<string>();
  const open = [from];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (id === to) return true;
    if (seen.has(id)) continue;
    seen.add(id);
    for (const edge of graph.edges) if (edge.from === id) open.push(edge.to);
  }
  return false;
}

/** Connects two nodes by the first input that is free. */
export function connected(graph: Graph, from: string, to: string, rules: ReadonlyMap<string, KindRule>): Graph {
  const most = rules.get(graph.nodes.find((node) => node.id === to)?.kind ?? '')?.inputs ?? 1;
  const kept = most === 1 ? graph.edges.filter((edge) => edge.to !== to) : graph.edges;
  const taken = new Set(kept.filter((edge) => edge.to === to).map(({ slot = 0 }) => slot));
  let slot = 0;
  while (taken.has(slot)) slot += 1;
  return { ...graph, edges: [...kept, { from, to, slot }] };
}

/** The first two inputs of a node in each other's place. */
export function swapped(graph: Graph, id: string): Graph {
  const other = (slot: number) => (slot === 0 ? 1 : slot === 1 ? 0 : slot);
  return { ...graph, edges: graph.edges.map((edge) => (edge.to === id ? { ...edge, slot: other(edge.slot ?? 0) } : edge)) };
}

/** Pixels from one node to the next, below and beside it. */
const apart = { x: 230, y: 34 };

/** Where every node stands: as it is kept, else as somebody told, else one behind the other. */
export function placesOf(graph: Graph, told: ReadonlyMap<string, Told>): Map<string, Place> {
  const placeOf = ({ id, x, y }: DrawnNode, index: number): Place => ({
    x: x ?? told.get(id)?.x ?? index * apart.x,
    y: y ?? told.get(id)?.y ?? 0,
  });
  return new Map(graph.nodes.map((node, index) => [node.id, placeOf(node, index)]));
}

/** A place for a new node that lies on none: behind the chosen one, else behind all. */
export function freePlace(places: ReadonlyMap<string, Place>, beside: Place | undefined): Place {
  const all = [...places.values()];
  const x = beside ? beside.x + apart.x : all.length === 0 ? 0 : Math.max(0, ...all.map((place) => place.x)) + apart.x;
  let y = beside?.y ?? 0;
  while (all.some((place) => Math.abs(place.x - x) < size.width && Math.abs(place.y - y) < size.height + 12)) y += size.height + apart.y;
  return { x, y };
}

/** Both ends of every node, so that fitting in leaves none cut. */
export function ends(places: ReadonlyMap<string, Place>): Map<string, Place> {
  const half = size.width / 2 - 40;
  return new Map(
    [...places].flatMap(([id, { x, y }]) => [[`${id}<`, { x: x - half, y }] as const, [`${id}>`, { x: x + half, y }] as const]),
  );
}

/** The line from the right side of a node to the left side of another. */
export function lineBetween(from: Place, to: Place): string {
  const [x, y, ex, ey] = [from.x + size.width / 2, from.y, to.x - size.width / 2 - 6, to.y].map(Math.round) as [
    number,
    number,
    number,
    number,
  ];
  const bend = Math.max(36, Math.abs(ex - x) / 2);
  return `M${x} ${y}C${x + bend} ${y} ${ex - bend} ${ey} ${ex} ${ey}`;
}
