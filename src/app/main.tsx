import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { registry } from '../../renderers/index.ts';
import { browserStorage, type CodeFailure, loadCode } from '../engine/index.ts';
import { ownCalls } from '../generated/own-calls.ts';
import { responseValidators } from '../generated/validators/responses/index.ts';
import { contractCheck } from '../services/contract-check.ts';
import { App } from './App.tsx';
import type { Application } from './application.ts';
import { RootBoundary } from './RootBoundary.tsx';
import { StartFailure } from './StartFailure.tsx';
import { startApplication } from './start.ts';

/** Between a helper that did not load and the next try, in milliseconds. */
const AGAIN = 2_000;

const element = document.getElementById('root');
if (!element) throw new Error('The page has no element "root"');
const root = createRoot(element);
/** What the server wrote into the page. */
const told = (name: string) => document.querySelector(`meta[name="${name}"]`)?.getAttribute('content') || '';
const nonce = told('csp-nonce') || undefined;

function start(): void {
  startApplication({
    registry,
    contracts: ownCalls,
    check: contractCheck(responseValidators),
    credentials: told('client'),
    window,
    fetch: (...args) => window.fetch(...args),
  }).then(
    (application) => {
      if (new URLSearchParams(window.location.search).has('inspect')) inspect(application);
      else show(application);
    },
    (error: unknown) => {
      console.error('The application could not start:', error);
      root.render(<StartFailure language={browserStorage.local.getItem('language') ?? navigator.language} error={error} retry={start} />);
    },
  );
}

function show(application: Application): void {
  root.render(
    <StrictMode>
      <RootBoundary language={() => application.state.language} retry={() => window.location.reload()}>
        <App application={application} nonce={nonce} />
      </RootBoundary>
    </StrictMode>,
  );
  later(application);
}

/** Where it is asked for, the inspector is there before the page: it tells of the calls of the page from the first one on. */
function inspect(application: Application): void {
  void help(
    () => import('./inspector/index.ts'),
    ({ startInspector }) => startInspector(application.engine, window),
  ).then(() => show(application));
}

/** What nobody waits for: a place for the focus that is lost, texts without signs nobody sees, and news about the documents. Without their code the pages still work. */
function later(application: Application): void {
  const updates = (): void => {
    void help(
      () => import('./updates.ts'),
      ({ watchUpdates }) => watchUpdates(application, { window }),
    );
  };
  window.setTimeout(updates, 5_000);
  whenActive(() => {
    let { activeElement: held } = document;
    const note = (): void => {
      held = document.activeElement;
    };
    document.addEventListener('focusin', note);
    void help(
      () => import('./at-work.ts'),
      ({ cleanTyping, keepFocus }) => {
        const { feedback, texts } = application;
        cleanTyping(window, (most, lost) => feedback.message('warning', texts.translate('engine.pasteCut', { most, lost })));
        document.removeEventListener('focusin', note);
        keepFocus(held);
      },
    );
  });
}

/**
 * Loads a helper and starts it; resolves when it was tried. What did not arrive is asked for again by whoever is active later: a connection may
 * have been away.
 */
function help<Module>(load: () => Promise<Module>, begin: (module: Module) => void): Promise<void> {
  return loadCode(load).then(begin, ({ canRetry }: CodeFailure) => {
    if (canRetry) window.setTimeout(whenActive, AGAIN, () => void help(load, begin));
  });
}

/** Runs once, with the first key or movement of the pointer: before that nobody has a focus to lose. */
function whenActive(run: () => void): void {
  const first = new AbortController();
  const begin = (): void => {
    first.abort();
    run();
  };
  for (const act of ['keydown', 'pointermove', 'pointerdown'])
    document.addEventListener(act, begin, { capture: true, signal: first.signal });
}

start();
