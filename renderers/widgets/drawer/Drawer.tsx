import { lazy, Suspense, useRef } from 'react';
import { loadCode, type WidgetProps } from '../../../src/engine/index.ts';
import type { DrawerOptions } from '../../../src/generated/options.ts';
import { useOverlay } from '../../shared/controls/useOverlay.ts';

const Panel = lazy(() => loadCode(() => import('./Panel.tsx')));

/** A window that comes in from a side. The code of its panel loads when it is first opened: frames have drawers most visits never open. */
export function Drawer({ options, node, scope, expose }: WidgetProps<DrawerOptions>) {
  const overlay = useOverlay({ options, node, expose });
  const wasOpen = useRef(false);
  wasOpen.current ||= overlay.state.open;
  return wasOpen.current ? (
    <Suspense fallback={null}>
      <Panel options={options} scope={scope} overlay={overlay} />
    </Suspense>
  ) : null;
}
