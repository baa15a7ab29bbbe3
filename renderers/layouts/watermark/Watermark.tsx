import { useLayoutEffect, useRef } from 'react';
import { Nodes, useApp, useObserved, type WidgetProps } from '../../../src/engine/index.ts';
import type { WatermarkOptions } from '../../../src/generated/options.ts';
import { drawMark } from './draw.ts';
import './watermark.css';

/** A text repeated across the content (HOME-12); without a text only the content. */
export function Watermark({ options, scope }: WidgetProps<WatermarkOptions>) {
  const app = useApp();
  const theme = useObserved(() => app.theme);
  const content = <Nodes nodes={options.body} scope={scope} />;
  if (!options.text) return content;
  return (
    <div className="tg-watermark">
      {content}
      <Mark key={theme} text={options.text} />
    </div>
  );
}

/** The pattern above the content, in the text colour of the theme. Its styles are set on the element: the content policy refuses style attributes in markup. */
function Mark({ text }: { text: string }) {
  const layer = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current } = layer;
    if (!current) return;
    const mark = drawMark(text, getComputedStyle(current).color);
    if (mark === undefined) return;
    current.style.backgroundImage = `url("${mark.address}")`;
    current.style.backgroundSize = `${mark.width}px ${mark.height}px`;
  }, [text]);
  return <div ref={layer} className="tg-watermark-layer" aria-hidden="true" data-text={text} />;
}
