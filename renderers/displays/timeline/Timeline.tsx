import type { CSSProperties } from 'react';
import { useLanguage, useTranslate, type WidgetProps } from '../../../src/engine/index.ts';
import type { TimelineOptions } from '../../../src/generated/options.ts';
import { formatDate, formatPercent } from '../../shared/format.ts';
import { Loading } from '../../shared/Loading.tsx';
import { listOf } from '../../shared/list.ts';
import { type Bar, barsOf } from './bars.ts';
import { type Axis, axisOf, dayNumber, middleOf, placeOf } from './days.ts';
import '../../shared/series-tone.css';
import './timeline.css';

/** Bars along days or weeks. Place and colour never speak alone: each bar says its days, and how much is done, in words. */
export function Timeline({ options }: WidgetProps<TimelineOptions>) {
  const t = useTranslate();
  const language = useLanguage();
  const { title, scale, today, loading, emptyText, onSelect } = options;
  const bars = barsOf(options, language);
  if (loading && listOf(options.items).length === 0) return <Loading />;
  const axis = axisOf(bars, scale);
  if (!axis) return <p className="tg-timeline-empty">{emptyText ?? t('layout.empty')}</p>;
  const now = dayNumber(today);
  return (
    <section className="tg-timeline" aria-label={title} tabIndex={onSelect ? undefined : 0} data-scale={axis.scale}>
      <Head axis={axis} />
      <ul style={{ '--tg-columns': axis.columns.length } as CSSProperties}>
        {bars.map((bar) => (
          <Line key={bar.key} bar={bar} axis={axis} onSelect={onSelect && (() => void onSelect({ item: bar.item }))} />
        ))}
        {now !== undefined && now >= axis.from && now <= axis.to ? (
          <li className="tg-timeline-today" aria-hidden="true" style={{ '--tg-start': middleOf(now, axis) } as CSSProperties} />
        ) : null}
      </ul>
    </section>
  );
}

function Head({ axis }: { axis: Axis }) {
  return (
    <div className="tg-timeline-head" aria-hidden="true" style={{ '--tg-columns': axis.columns.length } as CSSProperties}>
      <div className="tg-timeline-months">
        {axis.months.map(({ key, count }) => (
          <span key={key} style={{ '--tg-count': count } as CSSProperties}>
            <span>{key}</span>
          </span>
        ))}
      </div>
      <div className="tg-timeline-days">
        {axis.columns.map(({ from, label, isWeekend }) => (
          <span key={from} data-weekend={isWeekend || undefined}>
            {label}
          </span>
        ))}
      </div>
    </div>
  );
}

function Line({ bar, axis, onSelect }: { bar: Bar; axis: Axis; onSelect: (() => void) | undefined }) {
  const language = useLanguage();
  const { start, length } = placeOf(bar, axis);
  const days = `${formatDate(bar.start)} – ${formatDate(bar.end)}`;
  const share = bar.progress === undefined ? '' : formatPercent(bar.progress / 100, language);
  const style = { '--tg-start': start, '--tg-length': length, '--tg-done': `${bar.progress ?? 0}%` } as CSSProperties;
  const said = [bar.label, bar.detail, days, share].filter(Boolean).join(', ');
  const inside = (
    <>
      <span className="tg-timeline-done" aria-hidden="true" />
      <span className="tg-timeline-share" aria-hidden="true">
        {share}
      </span>
    </>
  );
  return (
    <li>
      <span className="tg-timeline-name" title={bar.label}>
        <span>{bar.label}</span>
        {bar.detail ? <small>{bar.detail}</small> : null}
      </span>
      <span className="tg-timeline-track" style={style}>
        {onSelect ? (
          <button type="button" className="tg-timeline-bar" data-series-tone={bar.tone} title={days} aria-label={said} onClick={onSelect}>
            {inside}
          </button>
        ) : (
          <span className="tg-timeline-bar" data-series-tone={bar.tone} title={days} role="img" aria-label={said}>
            {inside}
          </span>
        )}
      </span>
    </li>
  );
}
