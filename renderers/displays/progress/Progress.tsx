import { useLanguage, type WidgetProps } from '../../../src/engine/index.ts';
import type { ProgressOptions } from '../../../src/generated/options.ts';
import { formatPercent } from '../../shared/format.ts';
import { shareOf, wholePercent } from './share.ts';
import '../../shared/series-tone.css';
import './progress.css';

/** How much of something is done. */
export function Progress({ options }: WidgetProps<ProgressOptions>) {
  const language = useLanguage();
  const { label, hideLabel, value, max = 100, text, tone = 'primary' } = options;
  const share = shareOf(value, max);
  const shown = text || (share === undefined ? '–' : formatPercent(wholePercent(share), language));
  const percent = Math.min(Math.max((share ?? 0) * 100, 0), 100);
  return (
    <div className="tg-progress" data-series-tone={tone}>
      {hideLabel ? null : (
        <span className="tg-progress-label" aria-hidden="true">
          {label}
        </span>
      )}
      <div
        className="tg-progress-track"
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={share === undefined ? undefined : Math.floor(percent)}
        aria-valuetext={shown}
      >
        <span className="tg-progress-bar" style={{ inlineSize: `${percent}%` }} />
      </div>
      <span className="tg-progress-text" aria-hidden="true">
        {shown}
      </span>
    </div>
  );
}
