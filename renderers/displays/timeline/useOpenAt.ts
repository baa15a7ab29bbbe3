import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { Bar } from './bars.ts';
import { type Axis, middleOf } from './days.ts';

/** Where today stands in what is seen: what comes next is wanted more than what was. */
const PART = 1 / 3;

interface Plan {
  bars: readonly Bar[];
  axis: Axis;
  now: number | undefined;
}

/** Scrolls a timeline once, when it opens: sideways to today, and down to the first bar that is not over. Afterwards people have it where they want it. */
export function useOpenAt(section: RefObject<HTMLElement | null>, { bars, axis, now }: Plan): void {
  const isOpen = useRef(false);
  useLayoutEffect(() => {
    if (isOpen.current) return;
    isOpen.current = true;
    const element = section.current;
    const list = element?.querySelector('ul');
    if (!element || !list || now === undefined) return;
    const name = list.querySelector<HTMLElement>('.tg-timeline-name')?.offsetWidth ?? 0;
    const today = ((list.offsetWidth - name) * middleOf(now, axis)) / axis.columns.length;
    element.scrollLeft = today - (element.clientWidth - name) * PART;
    const first = bars.findIndex(({ to, progress = 100 }) => to >= now || progress < 100);
    const line = list.children[first];
    if (line instanceof HTMLElement) element.scrollTop = line.offsetTop;
  }, [section, bars, axis, now]);
}
