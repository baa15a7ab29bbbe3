import { type RefObject, useEffect } from 'react';
import { watchEdges } from '../../shared/edges.ts';

/**
 * Marks the scrolled part of a table with `data-wide` while the table is wider: columns that stay then stand over others. While it is not, and has
 * no height of its own, nothing is scrolled there, and its head can stay in sight while the page is: `data-fits`. One that is wider and has no rows, which
 * the keyboard would stop at, is a stop itself: so its head can be scrolled.
 */
export function useFits(scroller: RefObject<HTMLElement | null>, { hasHeight, hasRows }: { hasHeight: boolean; hasRows: boolean }): void {
  useEffect(() => {
    const element = scroller.current;
    const table = element?.querySelector(':scope > table');
    if (!element || !table) return;
    const widths = new Map<Element, number>();
    const sizes = new ResizeObserver((entries) => {
      for (const { target, borderBoxSize, contentRect } of entries)
        widths.set(target, target === table ? (borderBoxSize[0]?.inlineSize ?? 0) : contentRect.width);
      // Sizes come with fractions that do not always add up.
      const isWide = (widths.get(table) ?? 0) > (widths.get(element) ?? 0) + 0.5;
      element.toggleAttribute('data-wide', isWide);
      element.toggleAttribute('data-fits', !isWide && !hasHeight);
      if (isWide && !hasRows) element.tabIndex = 0;
      else element.removeAttribute('tabindex');
    });
    sizes.observe(element);
    sizes.observe(table);
    const unwatch = watchEdges(element);
    return () => {
      sizes.disconnect();
      unwatch();
      element.removeAttribute('data-wide');
      element.removeAttribute('data-fits');
      element.removeAttribute('tabindex');
    };
  }, [scroller, hasHeight, hasRows]);
}
