import { select } from 'd3-selection';
import { type D3ZoomEvent, zoom, zoomIdentity, zoomTransform } from 'd3-zoom';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { type Framing, fit, type Place, type Size, type View } from './view.ts';

/** What one press enlarges by. */
export const step = 1.3;
const smallest = 0.1;
const largest = 3;
/** Pixels from the edge of the window at which a place counts as outside. */
const edge = 24;
const nowhere: Size = { width: 0, height: 0 };

export interface Viewing {
  view: View;
  /** Enlarges by this factor. */
  enlarge(factor: number): void;
  showAll(): void;
  /** Moves a place into the window that is outside. */
  bringIn(place: Place): void;
}

/**
 * The part of the plane that is shown. The pointer moves it, with Ctrl the wheel enlarges it, two fingers do both; a wheel alone and one finger
 * scroll the page. Another set of places is shown whole, or as much of it as `framing` allows; `focus` is the key of a place.
 */
export function useView(
  stage: RefObject<HTMLDivElement>,
  places: ReadonlyMap<string, Place>,
  { least, focus, room }: Omit<Framing, 'focus'> & { focus?: string | undefined } = {},
): Viewing {
  const [view, setView] = useState<View>({ k: 1, x: 0, y: 0 });
  const [size, setSize] = useState<Size>(nowhere);
  const behaviour = useRef(
    zoom<HTMLDivElement, unknown>()
      .scaleExtent([smallest, largest])
      .filter((event: MouseEvent | WheelEvent | TouchEvent) => {
        if (event.type === 'wheel') return (event as WheelEvent).ctrlKey || (event as WheelEvent).metaKey;
        if (event.type.startsWith('touch')) return (event as TouchEvent).touches.length > 1;
        // What is moved by itself does not move the plane.
        if (event.target instanceof Element && event.target.closest('[data-still]')) return false;
        return event.type !== 'dblclick' && (event as MouseEvent).button === 0;
      }),
  );

  useEffect(() => {
    const element = stage.current;
    if (!element) return;
    const zooming = behaviour.current;
    zooming.on('zoom', ({ transform: { k, x, y } }: D3ZoomEvent<HTMLDivElement, unknown>) => setView({ k, x, y }));
    select(element).call(zooming);
    const measure = () =>
      setSize((before) => {
        const now = { width: element.clientWidth, height: element.clientHeight };
        return now.width === before.width && now.height === before.height ? before : now;
      });
    measure();
    const sizes = typeof ResizeObserver === 'undefined' ? undefined : new ResizeObserver(measure);
    sizes?.observe(element);
    return () => {
      sizes?.disconnect();
      select(element).on('.zoom', null);
    };
  }, [stage]);

  const viewing = useMemo(() => {
    const zooming = behaviour.current;
    const withStage = (act: (element: HTMLDivElement) => void) => () => stage.current && act(stage.current);
    const whole = fit(places.values(), size, {
      ...(least !== undefined && { least }),
      focus: focus === undefined ? undefined : places.get(focus),
      room,
    });
    return {
      enlarge: (factor: number) => withStage((element) => zooming.scaleBy(select(element), factor))(),
      showAll: withStage((element) => zooming.transform(select(element), zoomIdentity.translate(whole.x, whole.y).scale(whole.k))),
      bringIn: (place: Place) =>
        withStage((element) => {
          const { k, x, y } = zoomTransform(element);
          const [left, top] = [x + k * place.x, y + k * place.y];
          const isInside = left > edge && top > edge && left < size.width - edge && top < size.height - edge;
          if (!isInside) zooming.translateTo(select(element), place.x, place.y);
        })(),
    };
  }, [stage, places, size, least, focus, room]);

  useEffect(() => void viewing.showAll(), [viewing]);
  return { view, ...viewing };
}
