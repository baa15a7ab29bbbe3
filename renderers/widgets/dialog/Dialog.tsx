import { lazy, Suspense, useRef } from 'react';
import { loadCode, type WidgetProps } from '../../../src/engine/index.ts';
import type { DialogOptions } from '../../../src/generated/options.ts';
import { useOverlay } from '../../shared/controls/useOverlay.ts';

const DialogWindow = lazy(() => loadCode(() => import('./DialogWindow.tsx')).then(({ DialogWindow: shown }) => ({ default: shown })));

/** A window over the page. Its code is loaded when it is first opened: a layout may hold dialogs that most visits never see. */
export function Dialog({ options, node, scope, expose }: WidgetProps<DialogOptions>) {
  const overlay = useOverlay({ options, node, expose });
  const wasOpened = useRef(false);
  if (overlay.state.open) wasOpened.current = true;
  return wasOpened.current ? (
    <Suspense fallback={null}>
      <DialogWindow options={options} scope={scope} overlay={overlay} />
    </Suspense>
  ) : null;
}
