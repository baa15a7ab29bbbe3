import { useSyncExternalStore } from 'react';
import { useMedia } from '../useMedia.ts';

let isPrinting = false;

/** Whether the page is being printed: asked for by the window, or shown as it would be. */
export function usePrinting(): boolean {
  const isPrint = useMedia('print');
  return useSyncExternalStore(subscribe, () => isPrinting) || isPrint;
}

/** Told before the media change, which browsers report late, or not at all while they print. */
function subscribe(changed: () => void): () => void {
  const tell = ({ type }: Event): void => {
    isPrinting = type === 'beforeprint';
    changed();
  };
  window.addEventListener('beforeprint', tell);
  window.addEventListener('afterprint', tell);
  return () => {
    window.removeEventListener('beforeprint', tell);
    window.removeEventListener('afterprint', tell);
  };
}
