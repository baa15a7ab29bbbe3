import { Modal } from 'antd';
import { Nodes, useTranslate, type WidgetProps } from '../../../src/engine/index.ts';
import type { DialogOptions } from '../../../src/generated/options.ts';
import { afterOpenChange, KeptFocus } from '../../shared/controls/KeptFocus.tsx';
import { OverlayFooter } from '../../shared/controls/OverlayFooter.tsx';
import { OverlayContext } from '../../shared/controls/overlay.ts';
import { TabRound } from '../../shared/controls/TabRound.tsx';
import type { useOverlay } from '../../shared/controls/useOverlay.ts';
import { Library } from '../../shared/theme/Library.tsx';
import './dialog.css';

export type DialogWindowProps = Pick<WidgetProps<DialogOptions>, 'options' | 'scope'> & { overlay: ReturnType<typeof useOverlay> };

/** The window itself. Theme, language and style nonce come from the provider around it; the library keeps and returns the focus. */
export function DialogWindow({ options, scope, overlay }: DialogWindowProps) {
  const t = useTranslate();
  const { state, busy, forms, leave, accept } = overlay;
  return (
    <Library>
      <Modal
        open={state.open}
        title={options.title}
        width={options.width ?? 520}
        onCancel={() => void leave()}
        maskClosable={options.maskClosable === true}
        closable={{ 'aria-label': t('table.close') }}
        destroyOnHidden={options.keepContent !== true}
        afterOpenChange={afterOpenChange}
        rootClassName={state.open ? 'tg-overlay-open' : ''}
        className="tg-dialog"
        centered
        footer={
          options.hideFooter ? null : (
            <OverlayFooter options={options} scope={scope} busy={busy} onOk={() => void accept()} onCancel={() => void leave()} />
          )
        }
      >
        <OverlayContext.Provider value={forms}>
          <Nodes key={options.keepContent ? undefined : state.turn} nodes={options.body} scope={scope} />
        </OverlayContext.Provider>
        <KeptFocus isOpen={state.open} />
        <TabRound />
      </Modal>
    </Library>
  );
}
