import { observer } from '@formily/reactive-react';
import { type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react';
import { Router, useLocation } from 'react-router-dom';
import { EngineProvider } from '../engine/index.ts';
import type { Feedback } from '../engine/types.ts';
import type { Application } from './application.ts';
import { RouteView, SignInAgain } from './RouteView.tsx';

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
        <Provider theme={theme} language={state.language} nonce={nonce} onFeedback={connect.current}>
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
  const { title } = routes.state;
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
    return focusPage();
  }, [pathname]);
  return (
    <div aria-live="polite" role="status" className="tg-hidden">
      {title}
    </div>
  );
});

/** Moves the focus to the heading (or main part) of the page as soon as it is there, unless the page took it itself. */
function focusPage(): () => void {
  const before = document.activeElement;
  const move = (): boolean => {
    const main = document.querySelector('main');
    if (!main || main.querySelector('[aria-busy="true"]')) return false;
    const active = document.activeElement;
    if (active && active !== before && main.contains(active)) return true;
    const target = main.querySelector('h1') ?? main;
    if (!target.hasAttribute('tabindex')) target.setAttribute('tabindex', '-1');
    (target as HTMLElement).focus({ preventScroll: true });
    return true;
  };
  const observerOfPage = new MutationObserver(() => {
    if (move()) stop();
  });
  const stop = (): void => {
    observerOfPage.disconnect();
    clearTimeout(timer);
  };
  // A page that never settles keeps the focus where it is.
  const timer = setTimeout(stop, 5000);
  observerOfPage.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['aria-busy'] });
  return stop;
}
