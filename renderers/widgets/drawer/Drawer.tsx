import { Drawer as Panel } from 'antd';
import { Nodes, useTranslate, type WidgetProps } from '../../../src/engine/index.ts';
import type { DrawerOptions } from '../../../src/generated/options.ts';
import { OverlayFooter } from '../../shared/controls/OverlayFooter.tsx';
import { OverlayContext } from '../../shared/controls/overlay.ts';
import { useOverlay } from '../../shared/controls/useOverlay.ts';
import { Library } from '../../shared/theme/Library.tsx';

/** A window that comes in from a side. */
export function Drawer({ options, node, scope, expose }: WidgetProps<DrawerOptions>) {
  const t = useTranslate();
  const { state, busy, forms, leave, accept } = useOverlay({ options, node, expose });
  const side = options.side ?? 'right';
  const size = options.width ?? 520;
  return (
    <Library>
      <Panel
        open={state.open}
        title={options.title}
        placement={side}
        {...(side === 'bottom' ? { height: size } : { width: size })}
        onClose={() => void leave()}
        maskClosable={options.maskClosable !== false}
        closable={{ 'aria-label': t('table.close') }}
        destroyOnHidden={options.keepContent !== true}
        rootClassName={state.open ? 'tg-overlay-open' : ''}
        footer={
          options.hideFooter ? null : (
            <OverlayFooter options={options} scope={scope} busy={busy} onOk={() => void accept()} onCancel={() => void leave()} />
          )
        }
      >
        <OverlayContext.Provider value={forms}>
          <Nodes nodes={options.body} scope={scope} />
        </OverlayContext.Provider>
      </Panel>
    </Library>
  );
}
