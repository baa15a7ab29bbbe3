import { type DayRange, daysOf, type RelativePeriod, readPeriod } from '../calendar/index.ts';
import { groupKindOf, within } from '../condition-words.ts';
import { isObject } from '../json-object.ts';
import type { DataGraph } from './types.ts';

/** Deeper than any condition that can be compiled. */
const deepest = 20;

/** A relative period of a condition, and the days it means. */
export interface DatedPeriod extends DayRange {
  column: string;
  period: RelativePeriod;
  /** Whether every row that is meant is of these days: it stands in no choice and no negation. */
  isSure: boolean;
}

/**
 * A condition as it is on a day: each `within` holds `{from, to}` in place of its relative period. What is no period stays, for who compiles it to refuse.
 * `found` hears of every period, in the order they stand.
 */
export function datedCondition(condition: unknown, today: string, found?: (period: DatedPeriod) => void): unknown {
  const read = (part: unknown, depth: number, isSure: boolean): unknown => {
    if (!isObject(part) || depth > deepest) return part;
    const kind = groupKindOf(part);
    if (kind) {
      const parts = part[kind];
      if (!Array.isArray(parts)) return part;
      const sure = isSure && (kind === 'all' || (kind === 'any' && parts.length === 1));
      return { ...part, [kind]: parts.map((one: unknown) => read(one, depth + 1, sure)) };
    }
    const period = part.operator === within ? readPeriod(part.value) : undefined;
    if (!period) return part;
    const days = daysOf(period, today);
    found?.({ column: String(part.field ?? ''), period, ...days, isSure });
    return { ...part, value: days };
  };
  return read(condition, 1, true);
}

/** A graph as it is on a day: the relative periods of its filters are days. */
export function datedGraph(graph: DataGraph, today: string): DataGraph {
  const nodes = graph.nodes.map((node) =>
    node.kind === 'filter' && isObject(node.settings)
      ? { ...node, settings: { ...node.settings, condition: datedCondition(node.settings.condition, today) } }
      : node,
  );
  return { ...graph, nodes };
}
