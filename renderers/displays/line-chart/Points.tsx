import { useRef, useState } from 'react';
import { type Point, pointFrom } from './points.ts';

interface PointsProps {
  title: string;
  points: readonly Point[];
  toneOf: (point: Point) => string;
  textOf: (point: Point) => string;
  onSelect: (point: Point) => void;
}

const keyOf = ({ line, at }: Point) => `${line} ${at}`;

/** The points of a drawing as buttons over it. All of them are one stop of Tab; arrow keys go from point to point. */
export function Points({ title, points, toneOf, textOf, onSelect }: PointsProps) {
  const place = useRef<HTMLDivElement>(null);
  const [stop, setStop] = useState('');
  const current = points.find((point) => keyOf(point) === stop) ?? points[0];
  const go = (from: Point, event: React.KeyboardEvent) => {
    const next = pointFrom(points, from, event.key);
    if (!next) return;
    event.preventDefault();
    setStop(keyOf(next));
    place.current?.querySelector<HTMLElement>(`[data-point="${keyOf(next)}"]`)?.focus();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div ref={place} className="tg-lines-points" role="group" aria-label={title}>
      {points.map((point) => (
        <button
          key={keyOf(point)}
          type="button"
          data-point={keyOf(point)}
          data-series-tone={toneOf(point)}
          tabIndex={point === current ? 0 : -1}
          aria-label={textOf(point)}
          title={textOf(point)}
          style={{ insetInlineStart: `${point.across}%`, insetBlockEnd: `${point.up}%` }}
          onFocus={() => setStop(keyOf(point))}
          onKeyDown={(event) => go(point, event)}
          onClick={() => onSelect(point)}
        />
      ))}
    </div>
  );
}
