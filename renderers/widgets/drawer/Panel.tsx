import { Drawer } from 'antd';
import type { Scope } from '../../../src/core/types.ts';
import { Nodes, useTranslate } from '../../../src/engine/index.ts';
import type { DrawerOptions } from '../../../src/generated/options.ts';
import { afterOpenChange, KeptFocus } from '../../shared/controls/KeptFocus.tsx';
import { OverlayFooter } from '../../shared/controls/OverlayFooter.tsx';
import { OverlayContext } from '../../shared/controls/overlay.ts';
import { TabRound } from '../../shared/controls/TabRound.tsx';
import type { useOverlay } from '../../shared/controls/useOverlay.ts';
import { Library } from '../../shared/theme/Library.tsx';

interface PanelProps {
  options: DrawerOptions;
  scope: Scope;
  overlay: ReturnType<typeof useOverlay>;
}

/** The panel of a drawer, made of the component library. */
export function Panel({ options, scope, overlay: { state, busy, forms, leave, accept } }: PanelProps) {
  const t = useTranslate();
  const side = options.side ?? 'right';
  const size = options.width ?? 520;
  return (
    <Library>
      <Drawer
        open={state.open}
        title={options.title}
        placement={side}
        {...(side === 'bottom' ? { height: size } : { width: size })}
        onClose={() => void leave()}
        maskClosable={options.maskClosable !== false}
        closable={{ 'aria-label': t('table.close') }}
        destroyOnHidden={options.keepContent !== true}
        afterOpenChange={afterOpenChange}
        rootClassName={state.open ? 'tg-overlay-open' : ''}
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
      </Drawer>
    </Library>
  );
}
