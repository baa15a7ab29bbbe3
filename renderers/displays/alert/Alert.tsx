import { useRef, useState } from 'react';
import { Nodes, useTranslate, type WidgetProps } from '../../../src/engine/index.ts';
import type { AlertOptions } from '../../../src/generated/options.ts';
import { classes } from '../../shared/classes.ts';
import { Glyph } from '../../shared/icon/Glyph.tsx';
import { useStandsAbove } from '../../shared/useStandsAbove.ts';
import './alert.css';

/** A message in the page. A new text opens a closed one again. */
export function Alert({ options, scope }: WidgetProps<AlertOptions>) {
  const t = useTranslate();
  const { level = 'info', title, text, closable, onClose, actions, banner } = options;
  const [closed, setClosed] = useState<string>();
  const place = useRef<HTMLDivElement>(null);
  const isShown = Boolean(text) && closed !== text;
  useStandsAbove(place, isShown && banner === true);
  if (!text || !isShown) return null;
  return (
    <div
      ref={place}
      className={classes('tg-alert', banner && 'tg-alert-banner')}
      data-level={level}
      role={level === 'warning' || level === 'error' ? 'alert' : 'status'}
    >
      <Glyph name={level} size={18} />
      <div className="tg-alert-texts">
        {title ? <p className="tg-alert-title">{title}</p> : null}
        <p>{text}</p>
      </div>
      {actions?.length ? (
        <div className="tg-alert-actions">
          <Nodes nodes={actions} scope={scope} />
        </div>
      ) : null}
      {closable ? (
        <button
          type="button"
          className="tg-alert-close"
          aria-label={t('layout.close')}
          onClick={() => {
            setClosed(text);
            void onClose?.();
          }}
        >
          <Glyph name="close" size={14} />
        </button>
      ) : null}
    </div>
  );
}
