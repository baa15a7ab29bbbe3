import { Nodes, type WidgetProps } from '../../../src/engine/index.ts';
import type { BadgeOptions } from '../../../src/generated/options.ts';
import { CountBubble, shownCount } from '../../shared/CountBubble.tsx';
import { classes } from '../../shared/classes.ts';
import './badge.css';

/** A count or a dot at the corner of its content, or on its own. */
export function Badge({ options, scope }: WidgetProps<BadgeOptions>) {
  const { count, max = 99, dot, label, tone = 'danger', body } = options;
  const isShown = shownCount(count, max) !== undefined;
  const mark = dot ? (
    isShown ? (
      <span className="tg-badge-dot" data-tone={tone}>
        {label ? <span className="tg-hidden">{label}</span> : null}
      </span>
    ) : null
  ) : (
    <CountBubble count={count} max={max} tone={tone} label={label} />
  );
  if (!body?.length) return mark;
  return (
    <span className="tg-badge">
      <Nodes nodes={body} scope={scope} />
      <span className={classes('tg-badge-corner', options.inside && 'tg-badge-inside')}>{mark}</span>
    </span>
  );
}
