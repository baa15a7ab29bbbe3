import type { WidgetProps } from '../../../src/engine/index.ts';
import type { DrawerOptions } from '../../../src/generated/options.ts';
import { CodeWait } from '../../shared/controls/CodeWait.tsx';
import { useOverlay } from '../../shared/controls/useOverlay.ts';
import { lateComponent, useOverlayCode } from '../../shared/controls/useOverlayCode.ts';

const latePanel = lateComponent(() => import('./Panel.tsx').then(({ Panel }) => Panel));

/** A window that comes in from a side. The code of its panel loads when it is first opened: frames have drawers most visits never open. */
export function Drawer({ options, node, scope, expose }: WidgetProps<DrawerOptions>) {
  const overlay = useOverlay({ options, node, expose });
  const { Window, isMissing } = useOverlayCode(latePanel, overlay, node);
  if (Window) return <Window options={options} scope={scope} overlay={overlay} />;
  return isMissing ? <CodeWait onLeave={() => void overlay.leave()} /> : null;
}
