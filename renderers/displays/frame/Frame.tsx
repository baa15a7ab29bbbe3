import { useState } from 'react';
import { useTranslate, type WidgetProps } from '../../../src/engine/index.ts';
import type { FrameOptions } from '../../../src/generated/options.ts';
import { Anchor } from '../../shared/Anchor.tsx';
import { Glyph } from '../../shared/icon/Glyph.tsx';
import { framed, sandbox } from './address.ts';
import { FormFrame } from './FormFrame.tsx';
import './frame.css';

/** Shows another site in a sandboxed frame (ROUTE-13), with a way to open it in a window of its own when it refuses frames. */
export function Frame({ options }: WidgetProps<FrameOptions>) {
  const t = useTranslate();
  const { src, title, height, fields, allowSameOrigin = true } = options;
  const [loaded, setLoaded] = useState<string>();
  const target = framed(src, window.location.origin);
  if ('refused' in target) {
    return (
      <div className="tg-frame-refused" role="alert">
        <p className="tg-frame-refused-title">{t('layout.frame.refused')}</p>
        <p>{t(`layout.frame.${target.refused}`)}</p>
        {src ? <code>{src.slice(0, 200)}</code> : null}
      </div>
    );
  }
  if (fields) {
    return (
      <div className="tg-frame" style={height === undefined ? undefined : { height }} data-fill={height === undefined}>
        <FormFrame address={target.address} title={title} fields={fields} sandbox={sandbox(target.isOwn, allowSameOrigin)} />
      </div>
    );
  }
  return (
    <div className="tg-frame" style={height === undefined ? undefined : { height }} data-fill={height === undefined}>
      <div className="tg-frame-bar">
        <span className="tg-frame-address">{target.address}</span>
        <Anchor href={target.address} className="tg-link" window="new">
          {t('layout.frame.open')}
          <Glyph name="external" />
        </Anchor>
      </div>
      <iframe
        src={target.address}
        title={title}
        sandbox={sandbox(target.isOwn, allowSameOrigin)}
        referrerPolicy="no-referrer"
        aria-busy={loaded !== target.address}
        onLoad={() => setLoaded(target.address)}
      />
    </div>
  );
}
