import type { ComponentProps, CSSProperties } from 'react';
import type { Look } from '../../src/engine/types.ts';
import './field-group.css';

/** The columns of a form, again inside a layout of it. */
export function FieldGroup({ children }: ComponentProps<Look['FieldGroup']>) {
  return <div className="tg-field-group">{children}</div>;
}

/** The place of a widget between fields. A widget that shows nothing takes none. */
export function FieldSpace({ span, children }: ComponentProps<Look['FieldSpace']>) {
  return (
    <div className="tg-field-space" style={{ '--tg-span': span } as CSSProperties}>
      {children}
    </div>
  );
}
