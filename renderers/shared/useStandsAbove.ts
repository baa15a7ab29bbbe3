import { type RefObject, useLayoutEffect } from 'react';

const heights = new Map<Element, number>();

function publish(): void {
  const sum = [...heights.values()].reduce((all, height) => all + height, 0);
  document.documentElement.style.setProperty('--tg-above', `${sum}px`);
}

/**
 * Tells the frames how much stands above them: the style sheets read the height as `--tg-above` and make a frame that much lower, so that an
 * empty page does not scroll. What stands inside the content of a frame does not count.
 */
export function useStandsAbove(place: RefObject<HTMLElement>, isWide: boolean): void {
  useLayoutEffect(() => {
    const element = place.current;
    if (!isWide || !element || element.closest('main')) return;
    const measure = (): void => {
      heights.set(element, element.offsetHeight);
      publish();
    };
    const sizes = new ResizeObserver(measure);
    sizes.observe(element);
    measure();
    return () => {
      sizes.disconnect();
      heights.delete(element);
      publish();
    };
  }, [place, isWide]);
}
