import { useEffect, useRef, useState } from 'react';
import type { Graph } from './graph.ts';

const most = 50;

/** Graphs of before, whoever changed them: `undo` gives the last one. A graph that equals the one of now changes nothing. */
export function useHistory(graph: Graph): { canUndo: boolean; undo: () => Graph | undefined } {
  const past = useRef<{ graph: Graph; text: string }[]>([]);
  const now = useRef<{ graph: Graph; text: string }>();
  const [count, setCount] = useState(0);
  useEffect(() => {
    const text = JSON.stringify(graph);
    if (now.current?.text === text) return;
    // What comes first, and what undoing brought back, is nothing to take back.
    if (now.current && now.current.graph.nodes.length > 0) past.current = [...past.current, now.current].slice(-most);
    now.current = { graph, text };
    setCount(past.current.length);
  }, [graph]);
  return {
    canUndo: count > 0,
    undo: () => {
      const before = past.current.at(-1);
      if (!before) return undefined;
      past.current = past.current.slice(0, -1);
      now.current = before;
      setCount(past.current.length);
      return before.graph;
    },
  };
}
