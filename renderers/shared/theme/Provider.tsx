import { ConfigProvider } from 'antd';
import { type ComponentProps, lazy, Suspense, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Look } from '../../../src/engine/types.ts';
import { createFeedback, type FeedbackHost } from '../feedback/feedback.ts';
import { useLibraryLocale } from './locale.ts';
import { applyTheme, themeConfig } from './tokens.ts';

const Holder = lazy(() => import('../feedback/Holder.tsx'));

/**
 * Theme, language and style nonce for everything below it. Messages and dialogs are held here too, so that they share all three; their code
 * is loaded with the first of them, or when the browser has nothing else to do.
 */
export function Provider({ theme, language, nonce, onFeedback, children }: ComponentProps<Look['Provider']>) {
  const config = useMemo(() => themeConfig(theme), [theme]);
  const locale = useLibraryLocale(language);
  const popups = useRef<HTMLDivElement>(null);
  const [held, setHeld] = useState(false);
  const host = useRef<FeedbackHost | undefined>(undefined);
  host.current ??= createFeedback(() => setHeld(true));
  const { feedback, attach } = host.current;

  useLayoutEffect(() => applyTheme(theme, document.documentElement), [theme]);
  useLayoutEffect(() => onFeedback(feedback), [feedback, onFeedback]);
  useLayoutEffect(() => {
    const later = setTimeout(() => setHeld(true), 4000);
    return () => clearTimeout(later);
  }, []);

  return (
    <ConfigProvider
      theme={config}
      {...(locale ? { locale } : {})}
      {...(nonce ? { csp: { nonce } } : {})}
      // Not the body: the component library locks its scrolling with a style element that carries no nonce.
      getPopupContainer={() => popups.current ?? document.body}
    >
      {children}
      {held ? (
        <Suspense fallback={null}>
          <Holder attach={attach} />
        </Suspense>
      ) : null}
      <div ref={popups} className="tg-popups" />
    </ConfigProvider>
  );
}
