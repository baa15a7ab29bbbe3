import { type ComponentProps, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Look } from '../../../src/engine/types.ts';
import { createFeedback, type FeedbackHost } from '../feedback/feedback.ts';
import { LateHolder } from '../feedback/LateHolder.tsx';
import { LookContext } from './look-context.ts';
import { applyTheme } from './tokens.ts';

/**
 * Theme, language and style nonce for everything below it. Messages and dialogs are held here too, so that they share all three; their code
 * is loaded with the first of them.
 */
export function Provider({ theme, language, nonce, onFeedback, children }: ComponentProps<Look['Provider']>) {
  const popups = useRef<HTMLDivElement>(null);
  const look = useMemo(() => ({ theme, language, nonce, popups: () => popups.current ?? document.body }), [theme, language, nonce]);
  const [held, setHeld] = useState(false);
  const host = useRef<FeedbackHost | undefined>(undefined);
  host.current ??= createFeedback(() => setHeld(true));
  const { feedback, attach } = host.current;

  useLayoutEffect(() => applyTheme(theme, document.documentElement), [theme]);
  useLayoutEffect(() => onFeedback(feedback), [feedback, onFeedback]);

  return (
    <LookContext.Provider value={look}>
      {children}
      {held ? <LateHolder attach={attach} /> : null}
      <div ref={popups} className="tg-popups" />
    </LookContext.Provider>
  );
}
