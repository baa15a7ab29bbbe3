import { useEffect, useLayoutEffect, useState } from 'react';
import type { PlanNode } from '../core/types.ts';
import { useEngine } from './context.ts';
import { widgetCode } from './widgets.ts';

/** Milliseconds a page stands before code that may be needed is loaded: its data and their drawing come first. */
const AHEAD_AFTER = 500;
const NONE: string[] = [];

/** True once the code of all widgets was loaded or failed to. */
export function useCode(widgets: readonly string[]): boolean {
  const code = widgetCode(useEngine().registry);
  // Once true it stays so: a widget that is tried again takes nothing else off the page.
  const [ready, setReady] = useState(() => code.isSettled(widgets));
  const now = ready || code.isSettled(widgets);
  useLayoutEffect(() => {
    if (now) return;
    let shown = true;
    void code.loadAll(widgets).then(() => {
      if (shown) setReady(true);
    });
    return () => {
      shown = false;
    };
  }, [code, widgets, now]);
  return now;
}

/**
 * The code of the widgets inside a node that shows them only once it is opened: whether it is here, and what loads it, once more
 * where it did not come before. That never rejects: a widget without its code explains itself in its place.
 */
export function useDeferredCode({ deferred = NONE }: PlanNode): { isHere: boolean; load: () => Promise<unknown> } {
  const code = widgetCode(useEngine().registry);
  return { isHere: code.isReady(deferred), load: () => code.tryAll(deferred) };
}

/** Loads code of what is not opened yet, such as a dialog, once the page stands: it is there then when somebody opens it. */
export function useCodeAhead(widgets: readonly string[], stands: boolean): void {
  const code = widgetCode(useEngine().registry);
  useEffect(() => {
    if (!stands || widgets.length === 0) return;
    const timer = setTimeout(() => void code.loadAll(widgets), AHEAD_AFTER);
    return () => clearTimeout(timer);
  }, [code, widgets, stands]);
}
