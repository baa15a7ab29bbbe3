import { useEffect, useState } from 'react';
import './edges.css';

/**
 * Marks a part that is scrolled sideways: `data-before` and `data-after` while there is more of what it shows on that side, `data-before` at its start. Needs no
 * size but those it is told, so that scrolling reads nothing else.
 * @returns what ends it, and takes the marks away.
 */
export function watchEdges(scroller: HTMLElement, marked: HTMLElement = scroller): () => void {
  let beyond = 0;
  const mark = () => {
    // Where lines run from right to left it counts down from 0.
    const from = Math.abs(scroller.scrollLeft);
    // Sizes come with fractions that do not always add up.
    marked.toggleAttribute('data-before', beyond > 1 && from > 1);
    marked.toggleAttribute('data-after', beyond > 1 && from < beyond - 1);
  };
  const sizes = new ResizeObserver(() => {
    beyond = scroller.scrollWidth - scroller.clientWidth;
    mark();
  });
  sizes.observe(scroller);
  for (const part of scroller.children) sizes.observe(part);
  scroller.addEventListener('scroll', mark, { passive: true });
  return () => {
    sizes.disconnect();
    scroller.removeEventListener('scroll', mark);
    marked.removeAttribute('data-before');
    marked.removeAttribute('data-after');
  };
}

/** The same for an element of React: what to give it as `ref`. With the class `tg-edges` it has an edge where there is more. */
export function useEdges(): (element: HTMLElement | null) => void {
  const [element, setElement] = useState<HTMLElement | null>(null);
  useEffect(() => (element ? watchEdges(element) : undefined), [element]);
  return setElement;
}
