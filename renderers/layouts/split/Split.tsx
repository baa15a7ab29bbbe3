import type { CSSProperties } from 'react';
import { Nodes, useApp, useTranslate, type WidgetProps } from '../../../src/engine/index.ts';
import type { SplitOptions } from '../../../src/generated/options.ts';
import { useStrength } from '../../shared/theme/strong.ts';
import { themeVariables } from '../../shared/theme/tokens.ts';
import { Waves } from '../../shared/Waves.tsx';
import './split.css';

/** A banner and the content beside it. The content is the main landmark of the window. */
export function Split({ options, scope }: WidgetProps<SplitOptions>) {
  const t = useTranslate();
  const { manifest } = useApp();
  const { banner, body, ratio = 0.52, pattern = 'waves', side = 'start', contentWidth = 400, picture, theme: code } = options;
  const theme = useStrength(code !== undefined && Object.hasOwn(manifest.themes, code) ? manifest.themes[code] : undefined);
  const colours = theme && { ...themeVariables(theme), colorScheme: theme.tone };
  const style = { ...colours, '--tg-banner': `${ratio}fr`, '--tg-content': `${1 - ratio}fr`, '--tg-content-width': `${contentWidth}px` };
  return (
    <div className="tg-split" data-side={side} style={style as CSSProperties}>
      <section className="tg-split-banner" data-pattern={picture ? 'picture' : pattern} aria-label={t('layout.banner')}>
        {picture ? <img src={picture} alt="" /> : pattern === 'waves' ? <Waves /> : null}
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
