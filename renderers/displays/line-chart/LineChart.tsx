import { localizedText } from '../../../src/core/language.ts';
import { useLanguage, useTranslate, type WidgetProps } from '../../../src/engine/index.ts';
import type { LineChartOptions } from '../../../src/generated/options.ts';
import { figureText } from '../../shared/figure-text.ts';
import { formatNumber } from '../../shared/format.ts';
import { Loading } from '../../shared/Loading.tsx';
import { listOf } from '../../shared/list.ts';
import { seriesTone } from '../../shared/series-tone.ts';
import { drawingOf, pathsOf, shareOn } from './lines.ts';
import { Points } from './Points.tsx';
import { pointsOf } from './points.ts';
import '../../shared/series-tone.css';
import './line-chart.css';

/** Rows of the table that stands for the drawing, and points of a line that can be pressed. */
const mostRows = 200;

/** Figures over a scale as lines. The drawing stretches with its place; its texts do not. */
export function LineChart({ options }: WidgetProps<LineChartOptions>) {
  const t = useTranslate();
  const language = useLanguage();
  const { title, x, xTitle, yTitle, series, min, max, digits, scale = 'numbers', emptyName = '–', emptyText, loading, onSelect } = options;
  const rows = listOf<Record<string, unknown>>(options.rows);
  const drawing = drawingOf(
    rows,
    x,
    series.map(({ name }) => name),
    { min, max },
    scale === 'names' ? { of: scale, nameOf: (value) => localizedText(value, language) || emptyName } : { of: scale },
  );
  if (loading && rows.length === 0) return <Loading />;
  if (!drawing) return <p className="tg-lines-empty">{emptyText ?? t('layout.empty')}</p>;
  const { places, names, figures, across, up } = drawing;
  const every = Math.ceil(places.length / mostRows);
  const written = (value: number) => figureText(value, language, digits);
  /** The rows of the table; two may stand at the same place. */
  const listed = places.map((place, index) => ({ place, index })).filter(({ index }) => index % every === 0 || index === places.length - 1);
  const placeText = (index: number) => names?.[index] ?? written(places[index] as number);
  return (
    <figure className="tg-lines">
      <div className="tg-lines-head" aria-hidden="true">
        <span>{yTitle}</span>
        <span className="tg-lines-legend">
          {series.map(({ name, label, tone }, place) => (
            <span key={name} data-series-tone={seriesTone(tone, place)}>
              {label}
            </span>
          ))}
        </span>
      </div>
      <div className="tg-lines-plot">
        <div className="tg-lines-up" aria-hidden="true">
          {up.steps.map((step) => (
            <span key={step} style={{ insetBlockEnd: `${shareOn(up, step)}%` }}>
              {formatNumber(step, language)}
            </span>
          ))}
        </div>
        <svg className="tg-lines-drawing" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          {up.steps.map((step) => (
            <line key={`up ${step}`} className="tg-lines-grid" x1="0" x2="100" y1={100 - shareOn(up, step)} y2={100 - shareOn(up, step)} />
          ))}
          {across.steps.map((step) => (
            <line key={`across ${step}`} className="tg-lines-grid" y1="0" y2="100" x1={shareOn(across, step)} x2={shareOn(across, step)} />
          ))}
          {series.map(({ name, tone }, line) =>
            pathsOf(drawing, figures[line] ?? []).map((points) => (
              <polyline
                key={`${name} ${points.slice(0, 40)}`}
                className="tg-lines-line"
                data-series-tone={seriesTone(tone, line)}
                points={points}
              />
            )),
          )}
        </svg>
        {onSelect ? (
          <Points
            title={title}
            points={pointsOf(drawing, every)}
            toneOf={({ line }) => seriesTone(series[line]?.tone, line)}
            textOf={({ line, at, value }) => `${placeText(at)}, ${series[line]?.label}: ${written(value)}`}
            onSelect={({ line, at, value }) => {
              const row = drawing.rows[at];
              if (row) void onSelect({ row, index: rows.indexOf(row), series: series[line]?.name, value });
            }}
          />
        ) : null}
        <div className="tg-lines-across" data-of={scale} aria-hidden="true">
          {across.steps.map((step) => (
            <span key={step} style={{ insetInlineStart: `${shareOn(across, step)}%` }}>
              {names?.[step] ?? formatNumber(step, language)}
            </span>
          ))}
        </div>
      </div>
      <div className="tg-lines-foot" aria-hidden="true">
        {xTitle}
      </div>
      {/* A table takes the room of its rows, whatever height it is given. */}
      <div className="tg-hidden">
        <table>
          <caption>{title}</caption>
          <thead>
            <tr>
              <th scope="col">{xTitle}</th>
              {series.map(({ name, label }) => (
                <th key={name} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {listed.map(({ place, index }) => (
              <tr key={index} data-place={place}>
                <th scope="row">{placeText(index)}</th>
                {series.map(({ name }, line) => (
                  <td key={name}>{figures[line]?.[index] === undefined ? '–' : written(figures[line]?.[index] as number)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}
