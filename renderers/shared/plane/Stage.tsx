import type { ReactNode, RefObject } from 'react';
import type { View } from './view.ts';
import './plane.css';

interface StageProps {
  /** The window: what useView looks at. */
  stage: RefObject<HTMLDivElement>;
  view: View;
  /** What lies on the plane. */
  children: ReactNode;
}

/** A window on a plane: what lies on it is placed in pixels of the plane. Fills the nearest positioned element. */
export function Stage({ stage, view, children }: StageProps) {
  return (
    <div ref={stage} className="tg-plane-stage">
      <div className="tg-plane" style={{ transform: `translate(${view.x}px, ${view.y}px) scale(${view.k})` }}>
        {children}
      </div>
    </div>
  );
}
