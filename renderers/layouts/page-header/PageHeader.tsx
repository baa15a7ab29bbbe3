import { Nodes, useTranslate, type WidgetProps } from '../../../src/engine/index.ts';
import type { PageHeaderOptions } from '../../../src/generated/options.ts';
import { Anchor } from '../../shared/Anchor.tsx';
import { Glyph } from '../../shared/icon/Glyph.tsx';
import { Icon } from '../../shared/icon/Icon.tsx';
import './page-header.css';

/** Head of a page: where it stands, its title (h1), what it is for, and what one can do. */
export function PageHeader({ options, scope }: WidgetProps<PageHeaderOptions>) {
  const t = useTranslate();
  const { title, description, icon, breadcrumb, back, extra } = options;
  return (
    <div className="tg-page-header">
      {breadcrumb?.length ? (
        <nav aria-label={t('layout.breadcrumb')}>
          <ol className="tg-page-header-way">
            {breadcrumb.map(({ label, href }) => (
              <li key={label}>{href ? <Anchor href={href}>{label}</Anchor> : <span>{label}</span>}</li>
            ))}
          </ol>
        </nav>
      ) : null}
      <div className="tg-page-header-line">
        {back ? (
          <Anchor href={back} className="tg-icon-button" label={t('layout.back')} title={t('layout.back')}>
            <Glyph name="back" />
          </Anchor>
        ) : null}
        <div className="tg-page-header-texts">
          <h1 className="tg-page-header-title">
            {icon ? <Icon name={icon} /> : null}
            {title}
          </h1>
          {description ? <p className="tg-page-header-description">{description}</p> : null}
        </div>
        {extra?.length ? (
          <div className="tg-page-header-extra">
            <Nodes nodes={extra} scope={scope} />
          </div>
        ) : null}
      </div>
    </div>
  );
}
