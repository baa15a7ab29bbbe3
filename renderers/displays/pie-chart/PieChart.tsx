import { getPath } from '../../../src/core/index.ts';
import { useLanguage, useTranslate, type WidgetProps } from '../../../src/engine/index.ts';
import type { PieChartOptions } from '../../../src/generated/options.ts';
import { figureText } from '../../shared/figure-text.ts';
import { formatPercent } from '../../shared/format.ts';
import { Loading } from '../../shared/Loading.tsx';
import { listOf } from '../../shared/list.ts';
import { type Slice, slicesOf } from './slices.ts';
import '../../shared/figure-button.css';
import '../../shared/series-tone.css';
import './pie-chart.css';

type Row = Record<string, unknown>;

/** Shares of a whole as parts of a ring. The ring never speaks alone: beside it stands a table with the name, the figure and the share of each part. */
export function PieChart({ options }: WidgetProps<PieChartOptions>) {
  const t = useTranslate();
  const language = useLanguage();
  const {
    title,
    nameTitle,
    valueTitle,
    rowName = 'name',
    value = 'value',
    digits,
    emptyName = '–',
    emptyText,
    loading,
    onSelect,
  } = options;
  const rows = listOf<Row>(options.rows);
  const slices = slicesOf(rows, { rowName, value, language });
  if (loading && rows.length === 0) return <Loading />;
  if (slices.length === 0) return <p className="tg-pie-empty">{emptyText ?? t('layout.empty')}</p>;
  const select = ({ row, index, value: figure }: Slice) => void onSelect?.({ row, index, value: figure });
  const lookOf = ({ row, strength }: Slice) => ({
    'data-series-tone': (options.tone && String(getPath(row, options.tone) ?? '')) || 'primary',
    style: { '--tg-slice-strength': `${strength}%` } as React.CSSProperties,
  });
  return (
    <div className="tg-pie-place">
      <div className="tg-pie">
        <svg viewBox="0 0 100 100" aria-hidden="true">
          {slices.map((slice) =>
            slice.path ? (
              // biome-ignore lint/a11y/noStaticElementInteractions: for the pointer alone, the name beside it is the button of everybody
              <path
                key={slice.index}
                className="tg-pie-slice"
                d={slice.path}
                data-pressed={onSelect ? true : undefined}
                onClick={onSelect ? () => select(slice) : undefined}
                {...lookOf(slice)}
              />
            ) : null,
          )}
        </svg>
        <table>
          <caption className="tg-hidden">{title}</caption>
          <thead>
            <tr>
              <th scope="col">{nameTitle}</th>
              <th scope="col">{valueTitle}</th>
              <th scope="col">{t('layout.share')}</th>
            </tr>
          </thead>
          <tbody>
            {slices.map((slice) => {
              const text = slice.name || emptyName;
              const figure = figureText(slice.value, language, digits);
              return (
                <tr key={slice.index}>
                  <th scope="row">
                    <span className="tg-pie-mark" aria-hidden="true" {...lookOf(slice)} />
                    {onSelect ? (
                      <button type="button" className="tg-figure" aria-label={`${text}: ${figure}`} onClick={() => select(slice)}>
                        {text}
                      </button>
                    ) : (
                      text
                    )}
                  </th>
                  <td>{figure}</td>
                  <td>{formatPercent(slice.share, language, 1)}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </div>
  );
}
