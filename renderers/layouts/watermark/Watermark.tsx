import { Watermark as Marked } from 'antd';
import { Nodes, type WidgetProps } from '../../../src/engine/index.ts';
import type { WatermarkOptions } from '../../../src/generated/options.ts';
import { Library } from '../../shared/theme/Library.tsx';
import './watermark.css';

/** A text repeated across the content (HOME-12); without a text only the content. */
export function Watermark({ options, scope }: WidgetProps<WatermarkOptions>) {
  const content = <Nodes nodes={options.body} scope={scope} />;
  if (!options.text) return content;
  return (
    <Library>
      <Marked content={options.text} className="tg-watermark" gap={[140, 120]} zIndex={900} inherit={false}>
        {content}
      </Marked>
    </Library>
  );
}
