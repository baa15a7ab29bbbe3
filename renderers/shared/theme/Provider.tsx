import { type ComponentProps, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { LateFeedback } from '../../../src/engine/index.ts';
import type { Look } from '../../../src/engine/types.ts';
import { fetchHolder, LateHolder } from '../feedback/LateHolder.tsx';
import { LookContext } from './look-context.ts';
import { useStrength } from './strong.ts';
import { applyTheme } from './tokens.ts';
import { usePrinting } from './usePrinting.ts';

/** Milliseconds of work in peace before the code of messages is fetched. */
const peace = 6_000;

/**
 * Theme, language and style nonce for everything below it. Messages and dialogs are held here too, so that they share all three; their code
 * is loaded with the first of them, and in any case soon: what says that the network is gone must not need it (ERR-04).
 */
export function Provider({ theme: ofWindow, onPaper = ofWindow, language, nonce, onFeedback, children }: ComponentProps<Look['Provider']>) {
  const isPrinting = usePrinting();
  const theme = useStrength(isPrinting ? onPaper : ofWindow);
  const popups = useRef<HTMLDivElement>(null);
  const look = useMemo(() => ({ theme, language, nonce, popups: () => popups.current ?? document.body }), [theme, language, nonce]);
  const [held, setHeld] = useState(false);
  const [feedback] = useState(() => new LateFeedback(() => setHeld(true)));

  useLayoutEffect(() => applyTheme(theme, document.documentElement, !isPrinting), [theme, isPrinting]);
  useLayoutEffect(() => onFeedback(feedback), [feedback, onFeedback]);

  useEffect(() => {
    const timer = setTimeout(() => {
      fetchHolder().catch((error: unknown) => console.warn('The code of messages is not here yet', error));
    }, peace);
    return () => clearTimeout(timer);
  }, []);

  return (
    <LookContext.Provider value={look}>
      {children}
      {held ? <LateHolder attach={feedback.connect} /> : null}
      <div ref={popups} className="tg-popups" />
    </LookContext.Provider>
  );
}
