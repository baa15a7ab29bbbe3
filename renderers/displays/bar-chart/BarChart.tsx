import { useLanguage, useTranslate, type WidgetProps } from '../../../src/engine/index.ts';
import type { BarChartOptions } from '../../../src/generated/options.ts';
import { formatNumber } from '../../shared/format.ts';
import { Loading } from '../../shared/Loading.tsx';
import { listOf } from '../../shared/list.ts';
import { barsOf } from './bars.ts';
import '../../shared/row-name.css';
import '../../shared/series-tone.css';
import './bar-chart.css';

type Row = Record<string, unknown>;

/** Figures of rows as lying bars. A bar never speaks alone: every figure stands in a column whose head names it and bears its colour. */
export function BarChart({ options }: WidgetProps<BarChartOptions>) {
  const t = useTranslate();
  const language = useLanguage();
  const { title, nameTitle, rowName = 'name', scale = 'common', digits, emptyName = '–', emptyText, loading, onRow } = options;
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
            {series.map(({ name: key, label, tone = 'primary' }) => (
              <th key={key} scope="col" data-series-tone={tone}>
                <span className="tg-bars-series">{label}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {barsOf(rows, { rowName, names, scale, language }).map(({ row, key: rowKey, name, figures, parts }, index) => {
            const text = name || emptyName;
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
                    {series.map(({ name: key, tone = 'primary' }, part) =>
                      parts[part] ? <span key={key} data-series-tone={tone} style={{ inlineSize: `${parts[part]}%` }} /> : null,
                    )}
                  </span>
                </th>
                {series.map(({ name: key }, part) => (
                  <td key={key}>{figures[part] === undefined ? '–' : formatNumber(figures[part], language, digits)}</td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
