import { useEffect, useRef, useState } from 'react';
import { useFrameLinks, useTranslate, type WidgetProps } from '../../../src/engine/index.ts';
import type { FrameLink } from '../../../src/engine/types.ts';
import type { SubAppOptions } from '../../../src/generated/options.ts';
import { PlainButton } from '../../shared/controls/PlainButton.tsx';
import { framed, sandbox } from '../frame/address.ts';
import '../../shared/loading.css';
import './sub-app.css';

/** After the app said that it has loaded (STATE-07), in milliseconds. */
const REMOVAL = 500;
/** For apps that never say so: after their page arrived. */
const PATIENCE = 8_000;
/** Until somebody is told that nothing comes. */
const SILENCE = 30_000;

type State = 'loading' | 'arrived' | 'told' | 'shown' | 'silent';
const WAITS: Partial<Record<State, number>> = { loading: SILENCE, arrived: PATIENCE, told: REMOVAL };

/**
 * The app says that it has loaded, with each of its pages. What is shown stays: a state left and come back to between two drawings would not have its
 * wait run again, and the cover would stay for good.
 */
const told = (now: State): State => (now === 'shown' ? now : 'told');

/** An app in a frame at its entry. One of this site is this very build and keeps its origin; one of another site is sandboxed. */
export function SubApp({ options }: WidgetProps<SubAppOptions>) {
  const t = useTranslate();
  const [attempt, setAttempt] = useState(0);
  const { src, title, height } = options;
  const target = framed(src.startsWith('/') ? new URL(src, window.location.origin).href : src, window.location.origin);
  if ('refused' in target) {
    return (
      <p className="tg-sub-app-note" role="alert">
        {t(`layout.frame.${target.refused}`)}
      </p>
    );
  }
  return (
    <div className="tg-sub-app" style={height === undefined ? undefined : { height }} data-fill={height === undefined}>
      <Attempt key={`${attempt} ${target.address}`} target={target} title={title} retry={() => setAttempt(attempt + 1)} />
    </div>
  );
}

function Attempt({ target, title, retry }: { target: { address: string; isOwn: boolean }; title: string; retry: () => void }) {
  const t = useTranslate();
  const links = useFrameLinks();
  const frame = useRef<HTMLIFrameElement>(null);
  const [state, setState] = useState<State>('loading');
  const { address, isOwn } = target;
  const link = useRef<FrameLink | undefined>(undefined);
  useEffect(() => {
    const view = frame.current?.contentWindow;
    const registered = view ? links?.register(view, address, () => setState(told)) : undefined;
    link.current = registered;
    return () => registered?.end();
  }, [links, address]);
  useEffect(() => {
    const wait = WAITS[state];
    if (wait === undefined) return;
    const timer = setTimeout(() => setState(state === 'loading' ? 'silent' : 'shown'), wait);
    return () => clearTimeout(timer);
  }, [state]);
  return (
    <>
      {state === 'silent' ? (
        <div className="tg-sub-app-cover" role="alert">
          <p>{t('layout.frame.silent')}</p>
          <PlainButton text={t('layout.retry')} onClick={retry} />
        </div>
      ) : state === 'shown' ? null : (
        <div className="tg-sub-app-cover" role="status">
          <span className="tg-hidden">{t('layout.loading')}</span>
          <span className="tg-bone tg-bone-title" />
          <span className="tg-bone" />
          <span className="tg-bone" />
          <span className="tg-bone tg-bone-short" />
        </div>
      )}
      <iframe
        ref={frame}
        src={address}
        title={title}
        {...(isOwn ? {} : { sandbox: sandbox(false, true) })}
        referrerPolicy="strict-origin"
        aria-busy={state !== 'shown'}
        onLoad={() => {
          link.current?.loaded();
          setState((now) => (now === 'loading' || now === 'silent' ? 'arrived' : now));
        }}
      />
    </>
  );
}
