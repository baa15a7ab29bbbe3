import type { WidgetProps } from '../../../src/engine/index.ts';
import type { DrawerOptions } from '../../../src/generated/options.ts';
import { useOverlay } from '../../shared/controls/useOverlay.ts';
import { lateComponent, useOverlayCode } from '../../shared/controls/useOverlayCode.ts';

const latePanel = lateComponent(() => import('./Panel.tsx').then(({ Panel }) => Panel));

/** A window that comes in from a side. The code of its panel loads when it is first opened: frames have drawers most visits never open. */
export function Drawer({ options, node, scope, expose }: WidgetProps<DrawerOptions>) {
  const overlay = useOverlay({ options, node, expose });
  const Panel = useOverlayCode(latePanel, overlay);
  return Panel ? <Panel options={options} scope={scope} overlay={overlay} /> : null;
}
