import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** True while the page is put on paper: what is drawn only in sight must be there whole before the browser looks. */
export function useIsPrinted(isAsked: boolean): boolean {
  const [isPrinted, setPrinted] = useState(false);
  useEffect(() => {
    if (!isAsked) return;
    const set = (isNow: boolean): void => flushSync(() => setPrinted(isNow));
    const media = window.matchMedia?.('print');
    const onMedia = ({ matches }: MediaQueryListEvent): void => set(matches);
    const before = (): void => set(true);
    const after = (): void => set(false);
    window.addEventListener('beforeprint', before);
    window.addEventListener('afterprint', after);
    media?.addEventListener?.('change', onMedia);
    return () => {
      window.removeEventListener('beforeprint', before);
      window.removeEventListener('afterprint', after);
      media?.removeEventListener?.('change', onMedia);
      setPrinted(false);
    };
  }, [isAsked]);
  return isPrinted;
}
