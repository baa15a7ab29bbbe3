import type { WidgetProps } from '../../../src/engine/index.ts';
import type { DividerOptions } from '../../../src/generated/options.ts';
import './divider.css';

/** A line between parts. With a text the line is decoration. */
export function Divider({ options }: WidgetProps<DividerOptions>) {
  const { text, vertical } = options;
  if (vertical) return <span className="tg-divider-vertical" aria-hidden="true" />;
  if (!text) return <hr className="tg-divider" />;
  return <div className="tg-divider-text">{text}</div>;
}
