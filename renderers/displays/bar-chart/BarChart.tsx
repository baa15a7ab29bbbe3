import { useLanguage, useTranslate, type WidgetProps } from '../../../src/engine/index.ts';
import type { BarChartOptions } from '../../../src/generated/options.ts';
import { figureText } from '../../shared/figure-text.ts';
import { Loading } from '../../shared/Loading.tsx';
import { listOf } from '../../shared/list.ts';
import { seriesTone } from '../../shared/series-tone.ts';
import { barsOf } from './bars.ts';
import '../../shared/figure-button.css';
import '../../shared/row-name.css';
import '../../shared/series-tone.css';
import './bar-chart.css';

type Row = Record<string, unknown>;

/** Figures of rows as lying bars. A bar never speaks alone: every figure stands in a column whose head names it and bears its colour. */
export function BarChart({ options }: WidgetProps<BarChartOptions>) {
  const t = useTranslate();
  const language = useLanguage();
  const {
    title,
    nameTitle,
    rowName = 'name',
    scale = 'common',
    max,
    digits,
    emptyName = '–',
    emptyText,
    loading,
    onRow,
    onSelect,
  } = options;
  const rows = listOf<Row>(options.rows);
  const { series } = options;
  if (loading && rows.length === 0) return <Loading />;
  if (rows.length === 0) return <p className="tg-bars-empty">{emptyText ?? t('layout.empty')}</p>;
  const names = series.map((one) => one.name);
  return (
    <div className="tg-bars-place">
      <table className="tg-bars">
        <caption className="tg-hidden">{title}</caption>
        <thead>
          <tr>
            <th scope="col">{nameTitle}</th>
            {series.map(({ name: key, label, tone }, place) => (
              <th key={key} scope="col" data-series-tone={seriesTone(tone, place)}>
                <span className="tg-bars-series">{label}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {barsOf(rows, { rowName, names, scale, language, max }).map(({ row, key: rowKey, name, figures, parts }, index) => {
            const text = name || emptyName;
            const select = (key: string, part: number) => void onSelect?.({ row, index, series: key, value: figures[part] });
            return (
              <tr key={rowKey}>
                <th scope="row">
                  {onRow ? (
                    <button type="button" className="tg-row-name" onClick={() => void onRow({ row, index })}>
                      {text}
                    </button>
                  ) : (
                    <span>{text}</span>
                  )}
                  <span className="tg-bars-bar" aria-hidden="true">
                    {series.map(({ name: key, tone }, part) => {
                      const look = { 'data-series-tone': seriesTone(tone, part), style: { inlineSize: `${parts[part]}%` } };
                      if (!parts[part]) return null;
                      return onSelect ? (
                        // biome-ignore lint/a11y/noStaticElementInteractions: for the pointer alone, the figure beside it is the button of everybody
                        <span key={key} role="presentation" data-pressed onClick={() => select(key, part)} {...look} />
                      ) : (
                        <span key={key} {...look} />
                      );
                    })}
                  </span>
                </th>
                {series.map(({ name: key, label }, part) => {
                  const figure = figures[part] === undefined ? undefined : figureText(figures[part], language, digits);
                  return (
                    <td key={key}>
                      {onSelect && figure !== undefined ? (
                        <button
                          type="button"
                          className="tg-figure"
                          aria-label={`${text}, ${label}: ${figure}`}
                          onClick={() => select(key, part)}
                        >
                          {figure}
                        </button>
                      ) : (
                        (figure ?? '–')
                      )}
                    </td>
                  );
                })}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
