import { Nodes, type WidgetProps } from '../../../src/engine/index.ts';
import type { HeroOptions } from '../../../src/generated/options.ts';
import { Waves } from '../../shared/Waves.tsx';
import './hero.css';

/** The head of a home page, in the colours of the banner (LAYOUT-07). */
export function Hero({ options, scope }: WidgetProps<HeroOptions>) {
  const { start, tools, body, pattern = 'waves' } = options;
  return (
    <header className="tg-hero" data-pattern={pattern}>
      {pattern === 'waves' ? <Waves /> : null}
      <div className="tg-hero-line">
        <div className="tg-hero-start">
          <Nodes nodes={start} scope={scope} />
        </div>
        <div className="tg-hero-tools">
          <Nodes nodes={tools} scope={scope} />
        </div>
      </div>
      <div className="tg-hero-body">
        <Nodes nodes={body} scope={scope} />
      </div>
    </header>
  );
}
