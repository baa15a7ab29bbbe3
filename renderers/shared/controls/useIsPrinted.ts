import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { aroundPrint } from './print.ts';

/** True while the page is put on paper: what is drawn only in sight must be there whole before the browser looks. */
export function useIsPrinted(isAsked: boolean): boolean {
  const [isPrinted, setPrinted] = useState(false);
  useEffect(() => {
    if (!isAsked) return;
    const set = (isNow: boolean): void => flushSync(() => setPrinted(isNow));
    const end = aroundPrint(
      () => set(true),
      () => set(false),
    );
    return () => {
      end();
      setPrinted(false);
    };
  }, [isAsked]);
  return isPrinted;
}
