import type { CSSProperties } from 'react';
import { Nodes, useTranslate, type WidgetProps } from '../../../src/engine/index.ts';
import type { SplitOptions } from '../../../src/generated/options.ts';
import './split.css';

/** A banner and the content beside it. The content is the main landmark of the window. */
export function Split({ options, scope }: WidgetProps<SplitOptions>) {
  const t = useTranslate();
  const { banner, body, ratio = 0.52, pattern = 'waves', side = 'start', contentWidth = 400 } = options;
  const style = { '--tg-banner': `${ratio}fr`, '--tg-content': `${1 - ratio}fr`, '--tg-content-width': `${contentWidth}px` };
  return (
    <div className="tg-split" data-side={side} style={style as CSSProperties}>
      <section className="tg-split-banner" data-pattern={pattern} aria-label={t('layout.banner')}>
        {pattern === 'waves' ? <Waves /> : null}
        <div className="tg-split-banner-inner">
          <Nodes nodes={banner} scope={scope} />
        </div>
      </section>
      <main className="tg-split-content">
        <div className="tg-split-content-inner">
          <Nodes nodes={body} scope={scope} />
        </div>
      </main>
    </div>
  );
}

/** Lines like a map of heights, in the colour of the banner's text. Decoration. */
function Waves() {
  const rings = [120, 190, 260, 330, 400, 470, 540, 610];
  return (
    <svg className="tg-split-waves" viewBox="0 0 800 800" preserveAspectRatio="xMaxYMax slice" aria-hidden="true" focusable="false">
      {rings.map((radius, index) => (
        <ellipse
          key={radius}
          cx={690}
          cy={700}
          rx={radius}
          ry={radius * 0.86}
          transform={`rotate(${index * 7} 690 700)`}
          fill="none"
          stroke="currentColor"
          strokeWidth="1.2"
          opacity={0.3 - index * 0.028}
        />
      ))}
    </svg>
  );
}
