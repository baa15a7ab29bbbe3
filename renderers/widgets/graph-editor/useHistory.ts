import { useEffect, useRef, useState } from 'react';
import type { Graph } from './graph.ts';

const most = 50;

interface Step {
  graph: Graph;
  text: string;
}
export interface History {
  canUndo: boolean;
  canRedo: boolean;
  /** The graph before the last change; undefined where there is none. */
  undo: () => Graph | undefined;
  /** The graph that was taken back last; undefined where there is none. */
  redo: () => Graph | undefined;
}

/** Graphs of before, whoever changed them, and those that were taken back, until the next change. A graph that equals the one of now changes nothing. */
export function useHistory(graph: Graph): History {
  const past = useRef<Step[]>([]);
  const undone = useRef<Step[]>([]);
  const now = useRef<Step>();
  const [counts, setCounts] = useState({ past: 0, undone: 0 });
  useEffect(() => {
    const text = JSON.stringify(graph);
    if (now.current?.text === text) return;
    // What comes first, and what undoing brought back, is nothing to take back.
    if (now.current && now.current.graph.nodes.length > 0) past.current = [...past.current, now.current].slice(-most);
    undone.current = [];
    now.current = { graph, text };
    setCounts({ past: past.current.length, undone: 0 });
  }, [graph]);
  /** Goes to the last one of a list; the one of now becomes the last of the other. */
  const go = (from: typeof past, to: typeof past): Graph | undefined => {
    const next = from.current.at(-1);
    if (!next) return undefined;
    from.current = from.current.slice(0, -1);
    if (now.current) to.current = [...to.current, now.current];
    now.current = next;
    setCounts({ past: past.current.length, undone: undone.current.length });
    return next.graph;
  };
  return {
    canUndo: counts.past > 0,
    canRedo: counts.undone > 0,
    undo: () => go(past, undone),
    redo: () => go(undone, past),
  };
}
