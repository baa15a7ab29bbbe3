/** DATA-07. */
export type FieldType = 'integer' | 'float' | 'boolean' | 'string' | 'date' | 'timestamp' | 'time' | 'number';

export const nodeKinds = [
  'input',
  'filter',
  'derive',
  'clean',
  'select',
  'join',
  'merge',
  'sample',
  'group',
  'pivot',
  'deduplicate',
  'sort',
  'output',
] as const;
export type NodeKind = (typeof nodeKinds)[number];

export interface Column {
  name: string;
  title?: string | undefined;
  type: FieldType;
}
export interface GraphNode {
  id: string;
  kind: NodeKind;
  title?: string | undefined;
  /** Place in the drawing, in pixels. Without it the node is placed by what it is made of. */
  x?: number | undefined;
  y?: number | undefined;
  settings: Record<string, unknown>;
}
/** A line of the drawing: what a node gives goes into another one. Slot 0 is the left or first input. */
export interface GraphEdge {
  from: string;
  to: string;
  slot?: number | undefined;
}
export interface DataGraph {
  nodes: GraphNode[];
  edges: GraphEdge[];
}

/** What is wrong at a node: a text `dataprocess.fault.<kind>` with values, and the setting it is about. */
export interface Fault {
  nodeId: string;
  path: string;
  kind: string;
  values?: Record<string, string>;
  /** A warning keeps nothing from running. */
  level: 'error' | 'warning';
}

/** A data table as the graph needs it. */
export interface InputTable {
  columns: Column[];
  /** Rows of its current revision, where known. */
  rows?: number | undefined;
}

/** A query: values are parameters $1, $2 ... given as texts, which the SQL casts. */
export interface Query {
  sql: string;
  parameters: string[];
}
