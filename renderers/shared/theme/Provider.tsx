import { ConfigProvider } from 'antd';
import { type ComponentProps, type ComponentType, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { loadCode } from '../../../src/engine/index.ts';
import type { Look } from '../../../src/engine/types.ts';
import { browserFeedback } from '../feedback/fallback.ts';
import { createFeedback, type FeedbackHost } from '../feedback/feedback.ts';
import { useLibraryLocale } from './locale.ts';
import { applyTheme, themeConfig } from './tokens.ts';

type HolderComponent = ComponentType<{ attach: FeedbackHost['attach'] }>;

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
      {held ? <LoadedHolder attach={attach} /> : null}
      <div ref={popups} className="tg-popups" />
    </ConfigProvider>
  );
}

/** Should its code not arrive, the browser's own dialogs speak: what waits for an answer must not wait for ever. */
function LoadedHolder({ attach }: { attach: FeedbackHost['attach'] }) {
  const [Holder, setHolder] = useState<HolderComponent>();
  useEffect(() => {
    let current = true;
    loadCode(() => import('../feedback/Holder.tsx')).then(
      (module) => current && setHolder(() => module.default),
      (error: unknown) => {
        console.error('Messages and dialogs could not be loaded:', error);
        if (current) attach(browserFeedback(window));
      },
    );
    return () => {
      current = false;
    };
  }, [attach]);
  return Holder ? <Holder attach={attach} /> : null;
}
