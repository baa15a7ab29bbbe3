import type { WidgetProps } from '../../../src/engine/index.ts';
import type { DialogOptions } from '../../../src/generated/options.ts';
import { CodeWait } from '../../shared/controls/CodeWait.tsx';
import { useOverlay } from '../../shared/controls/useOverlay.ts';
import { lateComponent, useOverlayCode } from '../../shared/controls/useOverlayCode.ts';

const lateWindow = lateComponent(() => import('./DialogWindow.tsx').then(({ DialogWindow }) => DialogWindow));

/** A window over the page. Its code is loaded when it is first opened: a layout may hold dialogs that most visits never see. */
export function Dialog({ options, node, scope, expose }: WidgetProps<DialogOptions>) {
  const overlay = useOverlay({ options, node, expose });
  const { Window, isMissing } = useOverlayCode(lateWindow, overlay, node);
  if (Window) return <Window options={options} scope={scope} overlay={overlay} />;
  return isMissing ? <CodeWait onLeave={() => void overlay.leave()} /> : null;
}
