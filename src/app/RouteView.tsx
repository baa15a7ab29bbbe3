import { batch, observable } from '@formily/reactive';
import { observer } from '@formily/reactive-react';
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import type { Bundle } from '../core/types.ts';
import { PageView } from '../engine/index.ts';
import type { RouteState } from '../engine/types.ts';
import type { Application } from './application.ts';
import type { DocumentKind } from './documents.ts';
import { routeScope } from './route-store.ts';
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
  if (decision?.kind === 'redirect') return <Navigate key={key} to={decision.to} replace />;
  return decision?.kind === 'page' ? <Chain application={application} decision={decision} /> : <Loading />;
});

type PageDecision = Extract<Decision, { kind: 'page' }>;

function Chain({ application, decision }: { application: Application; decision: PageDecision }): ReactNode {
  const { pathname } = useLocation();
  const { documents } = application;
  useEffect(() => documents.expect(decision), [documents, decision]);
  const page = <PageHost key={`${decision.page} ${pathname}`} application={application} decision={decision} />;
  return decision.layouts.reduceRight<ReactNode>(
    (inner, id) => <LayoutHost key={`layout ${id}`} application={application} id={id} outlet={inner} />,
    page,
  );
}

function LayoutHost({ application, id, outlet }: { application: Application; id: string; outlet: ReactNode }): ReactNode {
  const { routes } = application;
  return (
    <BundleGate application={application} kind="layout" id={id}>
      {(bundle) => <PageView bundle={bundle} route={routes.state} scope={routes.scope} outlet={outlet} />}
    </BundleGate>
  );
}

/** A page has a route state of its own: while the next page comes, the one that goes must not see the new address. */
function PageHost({ application, decision }: { application: Application; decision: PageDecision }): ReactNode {
  const { routes, engine } = application;
  const [state] = useState(() => observable.shallow<RouteState>({ ...routes.state, params: decision.params }));
  const scope = useMemo(() => routeScope(state, engine.root), [state, engine]);
  return (
    <>
      <FollowRoute application={application} state={state} />
      <BundleGate application={application} kind="page" id={decision.page}>
        {(bundle) => <PageView bundle={bundle} route={state} scope={scope} onTitle={routes.named} />}
      </BundleGate>
    </>
  );
}

/** Takes over what changes while the page stays: query, menus, language. */
const FollowRoute = observer(function FollowRoute({ application, state }: { application: Application; state: RouteState }): ReactNode {
  const { path, query, params, title, menu, navigation, problem } = application.routes.state;
  useLayoutEffect(() => {
    if (path !== state.path) return;
    batch(() => {
      Object.assign(state, { query, params, title, menu, navigation, problem });
    });
  }, [state, path, query, params, title, menu, navigation, problem]);
  return null;
});

type Loaded = { bundle: Bundle } | { failure: unknown } | undefined;

/** Loads a document; a failure explains itself and offers another try. */
function BundleGate(props: {
  application: Application;
  kind: DocumentKind;
  id: string;
  children: (bundle: Bundle) => ReactNode;
}): ReactNode {
  const { application, kind, id } = props;
  const [attempt, setAttempt] = useState(0);
  const [loaded, setLoaded] = useState<Loaded>(() => {
    const bundle = application.documents.ready(kind, id);
    return bundle && { bundle };
  });
  useEffect(() => {
    let shown = true;
    if (attempt > 0) setLoaded(undefined);
    application.documents.load(kind, id).then(
      (bundle) => shown && setLoaded({ bundle }),
      (failure: unknown) => shown && setLoaded({ failure }),
    );
    return () => {
      shown = false;
    };
  }, [application, kind, id, attempt]);
  const { Loading, Explanation } = application.engine.registry.look;
  if (loaded === undefined) return <Loading />;
  if ('bundle' in loaded) return props.children(loaded.bundle);
  const { code, message } = loaded.failure as { code?: unknown; message?: unknown };
  return (
    <Explanation
      code={typeof code === 'string' ? code : 'DOCUMENT_NOT_LOADED'}
      sentence={application.texts.translate('engine.documentNotLoaded')}
      message={String(message ?? loaded.failure)}
      document={`${kind}s/${id}`}
      pointer=""
      retry={() => setAttempt((value) => value + 1)}
    />
  );
}
