import { batch, observable } from '@formily/reactive';
import { observer } from '@formily/reactive-react';
import { type ReactNode, useCallback, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { BundleGate, PageView } from '../engine/index.ts';
import type { PageTitle, RouteState } from '../engine/types.ts';
import type { Application } from './application.ts';
import { pageKey, routeScope } from './route-store.ts';
import type { Decision } from './routes.ts';

/** The page of the address inside its layouts. A layout both pages share stays as it is. */
export const RouteView = observer(function RouteView({ application }: { application: Application }): ReactNode {
  const { routes, engine, session } = application;
  // Two redirects in a row may have the same target: each is one of its own.
  const { key } = useLocation();
  const { Loading } = engine.registry.look;
  const { decision } = routes;
  useEffect(() => {
    if (decision?.kind === 'logout') void session.signOutTo();
  }, [decision, session]);
  const { unreachable } = application.state;
  const { pages } = application.manifest.app;
  if (unreachable !== undefined && pages.unreachable) return <PageAlone application={application} id={pages.unreachable} />;
  if (decision?.kind === 'redirect') return <Navigate key={key} to={decision.to} replace />;
  return decision?.kind === 'page' ? <Chain application={application} decision={decision} /> : <Loading />;
});

type PageDecision = Extract<Decision, { kind: 'page' }>;

function Chain({ application, decision }: { application: Application; decision: PageDecision }): ReactNode {
  const { pathname } = useLocation();
  const { documents } = application;
  useEffect(() => documents.expect(decision), [documents, decision]);
  const page = <PageHost key={pageKey(decision.page, pathname)} application={application} decision={decision} />;
  return decision.layouts.reduceRight<ReactNode>(
    (inner, id) => <LayoutHost key={`layout ${id}`} application={application} id={id} outlet={inner} />,
    page,
  );
}

function LayoutHost({ application, id, outlet }: { application: Application; id: string; outlet: ReactNode }): ReactNode {
  const { routes, documents } = application;
  const source = useMemo(() => documents.source('layout', id), [documents, id]);
  return (
    <BundleGate key={id} source={source}>
      {(bundle) => <PageView bundle={bundle} route={routes.state} scope={routes.scope} outlet={outlet} />}
    </BundleGate>
  );
}

/** A page has a route state of its own: while the next page comes, the one that goes must not see the new address. */
function PageHost({ application, decision }: { application: Application; decision: PageDecision }): ReactNode {
  const { routes, engine, documents } = application;
  const source = useMemo(() => documents.source('page', decision.page), [documents, decision.page]);
  const [state] = useState(() => observable.shallow<RouteState>({ ...routes.state, params: decision.params }));
  const scope = useMemo(() => routeScope(state, engine.root), [state, engine]);
  const named = useCallback((title: PageTitle) => routes.named(pageKey(decision.page, state.path), title), [routes, decision.page, state]);
  return (
    <>
      <FollowRoute application={application} state={state} />
      <BundleGate key={decision.page} source={source}>
        {(bundle) => <PageView bundle={bundle} route={state} scope={scope} onTitle={named} />}
      </BundleGate>
    </>
  );
}

/** Takes over what changes while the page stays: query, menus, language. */
const FollowRoute = observer(function FollowRoute({ application, state }: { application: Application; state: RouteState }): ReactNode {
  const { path, query, hash, params, title, menu, navigation, problem, asked } = application.routes.state;
  useLayoutEffect(() => {
    if (path !== state.path) return;
    batch(() => {
      Object.assign(state, { query, hash, params, title, menu, navigation, problem, asked });
    });
  }, [state, path, query, hash, params, title, menu, navigation, problem, asked]);
  return null;
});

/** A page of the application outside of routes and layouts. */
function PageAlone({ application, id }: { application: Application; id: string }): ReactNode {
  const { routes, documents } = application;
  const source = useMemo(() => documents.source('page', id), [documents, id]);
  return <BundleGate source={source}>{(bundle) => <PageView bundle={bundle} route={routes.state} scope={routes.scope} />}</BundleGate>;
}

/** The sign-in over a page whose session ended while something typed is on it. */
export const SignInAgain = observer(function SignInAgain({ application }: { application: Application }): ReactNode {
  const { signInAgain } = application.manifest.app.pages;
  return application.state.lapsed === 'asking' && signInAgain ? <PageAlone application={application} id={signInAgain} /> : null;
});
