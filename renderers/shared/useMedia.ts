import { useCallback, useMemo, useSyncExternalStore } from 'react';

/** Whether a media query holds now. False where the platform has no media queries. */
export function useMedia(query: string): boolean {
  // One list for all that is asked: making one costs more than asking it.
  const list = useMemo<MediaQueryList | undefined>(() => window.matchMedia?.(query), [query]);
  const subscribe = useCallback(
    (changed: () => void) => {
      list?.addEventListener('change', changed);
      return () => list?.removeEventListener('change', changed);
    },
    [list],
  );
  return useSyncExternalStore(subscribe, () => list?.matches ?? false);
}

/** A window in which the side becomes a drawer and columns become one. */
export const NARROW = '(max-width: 899.98px)';
export const REDUCED_MOTION = '(prefers-reduced-motion: reduce)';
export const MORE_CONTRAST = '(prefers-contrast: more)';
