import { useCallback, useSyncExternalStore } from 'react';

/** Whether a media query holds now. False where the platform has no media queries. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const list = window.matchMedia?.(query);
      list?.addEventListener('change', changed);
      return () => list?.removeEventListener('change', changed);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia?.(query).matches ?? false);
}

/** A window in which the side becomes a drawer and columns become one. */
export const NARROW = '(max-width: 899.98px)';
export const REDUCED_MOTION = '(prefers-reduced-motion: reduce)';
