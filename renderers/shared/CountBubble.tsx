import './count-bubble.css';

/** A count as people see it: nothing for 0 and what is no number, `99+` above the largest (HOME-07). */
export function shownCount(count: unknown, max = 99): string | undefined {
  const parsed = typeof count === 'string' && count.trim() !== '' ? Number(count) : count;
  if (typeof parsed !== 'number' || !Number.isFinite(parsed) || parsed <= 0) return undefined;
  return parsed > max ? `${max}+` : String(Math.floor(parsed));
}

export interface CountBubbleProps {
  count: unknown;
  max?: number | undefined;
  tone?: string | undefined;
  /** What is counted, for screen readers. */
  label?: string | undefined;
}

/** A small count in a filled pill. */
export function CountBubble({ count, max, tone = 'danger', label }: CountBubbleProps) {
  const text = shownCount(count, max);
  if (!text) return null;
  return (
    <span className="tg-count" data-tone={tone}>
      {text}
      {label ? <span className="tg-hidden"> {label}</span> : null}
    </span>
  );
}
