import { observer } from '@formily/reactive-react';
import { type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react';
import { Router, useLocation } from 'react-router-dom';
import { EngineProvider } from '../engine/index.ts';
import type { Feedback } from '../engine/types.ts';
import type { Application } from './application.ts';
import { RouteView, SignInAgain } from './RouteView.tsx';
import { themeOnPaper } from './theme.ts';

/** The whole application: engine, router, look, route. */
export const App = observer(function App({ application, nonce }: { application: Application; nonce: string | undefined }): ReactNode {
  const { state, engine, manifest, history } = application;
  const { Provider } = engine.registry.look;
  const theme = manifest.themes[state.theme];
  const connect = useRef((feedback: Feedback) => application.feedback.connect(feedback));
  if (!theme) throw new Error(`There is no theme "${state.theme}"`);
  return (
    <EngineProvider engine={engine}>
      <Router location={history.place} navigator={history}>
        <Provider
          theme={theme}
          onPaper={themeOnPaper(manifest, theme)}
          language={state.language}
          nonce={nonce}
          onFeedback={connect.current}
        >
          <RouteView key={state.person ?? 0} application={application} />
          <SignInAgain application={application} />
          <OverlayView application={application} />
          <WindowTitle application={application} />
        </Provider>
      </Router>
    </EngineProvider>
  );
});

/** STATE-07. */
function OverlayView({ application }: { application: Application }): ReactNode {
  const { overlay, engine } = application;
  const { Overlay } = engine.registry.look;
  return <Overlay shown={useSyncExternalStore(overlay.subscribe, overlay.shown)} />;
}

/** Title and language of the window; on navigation the focus goes to the page and the title is read out. */
const WindowTitle = observer(function WindowTitle({ application }: { application: Application }): ReactNode {
  const { state, routes, texts, manifest } = application;
  const title = routes.windowTitle;
  const system = texts.translate.localized(state.config.sysTitle as string) || texts.translate.localized(manifest.app.name as string);
  const { pathname } = useLocation();
  const { language } = state;
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  useEffect(() => {
    document.title = [title, system].filter((part, index, parts) => part && parts.indexOf(part) === index).join(' - ');
  }, [title, system]);

  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    const before = document.activeElement;
    // The page the application opens with needs none of it; any other may be there before this code is.
    const focusing = import('./focus-page.ts').then(({ focusPage }) => focusPage(before)).catch(console.warn);
    return () => void focusing.then((giveUp) => giveUp?.());
  }, [pathname]);
  return (
    <div aria-live="polite" role="status" className="tg-hidden">
      {title}
    </div>
  );
});
