import { type CSSProperties, useRef } from 'react';
import { useLanguage, useTranslate, type WidgetProps } from '../../../src/engine/index.ts';
import type { TimelineOptions } from '../../../src/generated/options.ts';
import { formatDate, formatPercent } from '../../shared/format.ts';
import { Loading } from '../../shared/Loading.tsx';
import { listOf } from '../../shared/list.ts';
import { type Bar, barsOf } from './bars.ts';
import { type Axis, axisOf, dayNumber, dayText, middleOf, placeOf } from './days.ts';
import '../../shared/series-tone.css';
import { useOpenAt } from './useOpenAt.ts';
import './timeline.css';

/** Bars along days or weeks. Place and colour never speak alone: each bar says its days, and how much is done, in words. */
export function Timeline({ options }: WidgetProps<TimelineOptions>) {
  const t = useTranslate();
  const language = useLanguage();
  const { scale, today, loading, emptyText } = options;
  const bars = barsOf(options, language);
  if (loading && listOf(options.items).length === 0) return <Loading />;
  const now = dayNumber(today);
  const axis = axisOf(bars, scale, now);
  if (!axis) return <p className="tg-timeline-empty">{emptyText ?? t('layout.empty')}</p>;
  return <Chart options={options} bars={bars} axis={axis} now={now} />;
}

function Chart({ options, bars, axis, now }: { options: TimelineOptions; bars: Bar[]; axis: Axis; now: number | undefined }) {
  const { title, onSelect } = options;
  const section = useRef<HTMLElement>(null);
  useOpenAt(section, { bars, axis, now });
  return (
    <section ref={section} className="tg-timeline" aria-label={title} tabIndex={onSelect ? undefined : 0} data-scale={axis.scale}>
      <Head axis={axis} />
      <ul style={{ '--tg-columns': axis.columns.length } as CSSProperties}>
        {bars.map((bar) => (
          <Line key={bar.key} bar={bar} axis={axis} onSelect={onSelect && (() => void onSelect({ item: bar.item }))} />
        ))}
        {axis.columns.map(({ from, isFolded }, index) =>
          isFolded ? (
            <li key={from} className="tg-timeline-fold" aria-hidden="true" style={{ '--tg-start': index } as CSSProperties} />
          ) : null,
        )}
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
        {axis.months.map(({ key, label, count }) => (
          <span key={key} title={label} style={{ '--tg-count': count } as CSSProperties}>
            <span>{label}</span>
          </span>
        ))}
      </div>
      <div className="tg-timeline-days">
        {axis.columns.map(({ from, to, label, isWeekend, isFolded }) => (
          <span
            key={from}
            data-weekend={isWeekend || undefined}
            title={isFolded ? `${formatDate(dayText(from))} – ${formatDate(dayText(to))}` : undefined}
          >
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
