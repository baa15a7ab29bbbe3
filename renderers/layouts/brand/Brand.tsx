import { useLanguage, type WidgetProps } from '../../../src/engine/index.ts';
import type { BrandOptions } from '../../../src/generated/options.ts';
import { Anchor } from '../../shared/Anchor.tsx';
import { classes } from '../../shared/classes.ts';
import { Mark } from '../../shared/Mark.tsx';
import './brand.css';

/** Logo and system title; a click goes to the site root (LAYOUT-03). */
export function Brand({ options }: WidgetProps<BrandOptions>) {
  const language = useLanguage();
  const { title, subtitle, logo, href = '/', size = 'small', onDark, heading } = options;
  const Title = heading ? 'h1' : 'span';
  return (
    <Anchor href={href} className={classes('tg-brand', `tg-brand-${size}`, onDark && 'tg-brand-on-banner')}>
      {logo ? <img className="tg-brand-logo" src={logo} alt="" /> : <Mark size={size === 'large' ? 64 : 32} />}
      <span className="tg-brand-texts">
        <Title className="tg-brand-title" data-language={language}>
          {title}
        </Title>
        {subtitle ? <span className="tg-brand-subtitle">{subtitle}</span> : null}
      </span>
    </Anchor>
  );
}
