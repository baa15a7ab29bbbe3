import type { Scope } from '../../../src/core/types.ts';
import { Nodes, useTranslate } from '../../../src/engine/index.ts';
import type { DialogOptions } from '../../../src/generated/options.ts';
import { PlainButton } from './PlainButton.tsx';
import './overlay.css';

export interface OverlayFooterProps {
  options: Pick<DialogOptions, 'footer' | 'footerStart' | 'okText' | 'cancelText' | 'okDanger' | 'okDisabled'>;
  scope: Scope;
  busy: boolean;
  onOk: () => void;
  onCancel: () => void;
}

/** Buttons of a dialog or drawer: its own nodes, or cancel and OK. */
export function OverlayFooter({ options, scope, busy, onOk, onCancel }: OverlayFooterProps) {
  const t = useTranslate();
  return (
    <div className="tg-overlay-footer">
      {options.footer ? (
        <Nodes nodes={options.footer} scope={scope} />
      ) : (
        <>
          {options.footerStart ? (
            <div className="tg-overlay-footer-start">
              <Nodes nodes={options.footerStart} scope={scope} />
            </div>
          ) : null}
          <PlainButton text={options.cancelText ?? t('table.cancel')} disabled={busy} onClick={onCancel} />
          <PlainButton
            text={options.okText ?? t('table.ok')}
            look="primary"
            danger={options.okDanger}
            busy={busy}
            disabled={options.okDisabled}
            onClick={onOk}
          />
        </>
      )}
    </div>
  );
}
