import { type RefObject, useEffect } from 'react';

/**
 * Marks the scrolled part of a table with `data-fits` while the table is no wider: then nothing is scrolled there, and its head can stay in
 * sight while the page is. `isOn`: not for tables with a height of their own.
 */
export function useFits(scroller: RefObject<HTMLElement | null>, isOn: boolean): void {
  useEffect(() => {
    const element = scroller.current;
    const table = element?.querySelector(':scope > table');
    if (!isOn || !element || !table) return;
    const widths = new Map<Element, number>();
    const sizes = new ResizeObserver((entries) => {
      for (const { target, borderBoxSize, contentRect } of entries)
        widths.set(target, target === table ? (borderBoxSize[0]?.inlineSize ?? 0) : contentRect.width);
      // Sizes come with fractions that do not always add up.
      element.toggleAttribute('data-fits', (widths.get(table) ?? 0) <= (widths.get(element) ?? 0) + 0.5);
    });
    sizes.observe(element);
    sizes.observe(table);
    return () => {
      sizes.disconnect();
      element.removeAttribute('data-fits');
    };
  }, [scroller, isOn]);
}
