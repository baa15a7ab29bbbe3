import { useLanguage, useTranslate, type WidgetProps } from '../../../src/engine/index.ts';
import type { StatisticOptions } from '../../../src/generated/options.ts';
import { figureText } from '../../shared/figure-text.ts';
import { formatNumber } from '../../shared/format.ts';
import { Glyph } from '../../shared/icon/Glyph.tsx';
import { Icon } from '../../shared/icon/Icon.tsx';
import './statistic.css';

/** Characters from which on a figure is set smaller, so that amounts of millions fit in a tile of five. */
const LONG = 9;

/** One figure with a label. An empty value is a dash, never a zero. */
export function Statistic({ options }: WidgetProps<StatisticOptions>) {
  const t = useTranslate();
  const language = useLanguage();
  const { label, value, digits, prefix, suffix, icon, tone = 'neutral', trend, description, loading, wideOnly, onClick } = options;
  const isEmpty = value === undefined || value === null || value === '';
  const figure = isEmpty ? '–' : figureText(value, language, digits);
  const content = (
    <>
      <span className="tg-statistic-label">
        {icon ? <Icon name={icon} size={16} /> : null}
        {label}
      </span>
      {loading ? (
        <span className="tg-statistic-bone" role="status">
          <span className="tg-hidden">{t('layout.loading')}</span>
        </span>
      ) : (
        <span className="tg-statistic-value" data-long={figure.length > LONG || undefined}>
          {prefix && !isEmpty ? <small>{prefix}</small> : null}
          {figure}
          {suffix && !isEmpty ? <small>{suffix}</small> : null}
        </span>
      )}
      {typeof trend === 'number' && trend !== 0 ? (
        <span className="tg-statistic-trend">
          <Glyph name={trend > 0 ? 'trendUp' : 'trendDown'} size={14} />
          <span className="tg-hidden">{t(trend > 0 ? 'layout.rising' : 'layout.falling')}</span>
          {formatNumber(Math.abs(trend), language)}%
        </span>
      ) : null}
      {description ? <span className="tg-statistic-description">{description}</span> : null}
    </>
  );
  const look = { className: 'tg-statistic', 'data-tone': tone, 'data-wide-only': wideOnly || undefined };
  return onClick ? (
    <button type="button" {...look} onClick={() => void onClick()}>
      {content}
    </button>
  ) : (
    <div {...look}>{content}</div>
  );
}
