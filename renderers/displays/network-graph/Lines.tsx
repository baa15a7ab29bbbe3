import { memo, useId } from 'react';
import { ArrowHead } from '../../shared/plane/ArrowHead.tsx';
import type { Drawing } from './drawing.ts';
import type { Line, Point } from './model.ts';
import { readable } from './places.ts';

export interface DrawnLine extends Line {
  look: 'usual' | 'near' | 'far' | 'way';
  text: string;
}

interface LinesProps {
  lines: readonly DrawnLine[];
  drawing: Drawing;
}
const looks = ['usual', 'near', 'far', 'way'] as const;

function drawn({ lines, drawing }: LinesProps) {
  return lines.flatMap((line) => {
    const shape = drawing.shapeOf(line);
    return shape ? [{ ...line, ...shape }] : [];
  });
}

/** The lines with their arrows. Decoration for screen readers: the page says them in a table. */
export const Lines = memo(function Lines(props: LinesProps) {
  const id = useId().replaceAll(':', '');
  const arrow = (look: DrawnLine['look']) => `${id}-${look}`;
  return (
    <svg className="tg-plane-lines tg-network-lines" aria-hidden="true" focusable="false">
      <defs>
        {looks.map((look) => (
          <ArrowHead key={look} id={arrow(look)} look={look} at={5} />
        ))}
      </defs>
      {drawn(props).map(({ key, look, path }) => (
        <path key={key} className="tg-plane-line tg-network-line" data-look={look} d={path} markerEnd={`url(#${arrow(look)})`} />
      ))}
    </svg>
  );
});

/** What stands on the lines, above the points; a text that could not be read is left out, the point it is about says it. */
export const LineTexts = memo(function LineTexts({ points, ...props }: LinesProps & { points: readonly Point[] }) {
  const texts = drawn(props).flatMap((line) =>
    line.text === '' ? [] : [{ ...line, isChosen: line.look === 'near' || line.look === 'way' }],
  );
  const shown = readable(texts, points, props.drawing.places);
  return (
    <svg className="tg-plane-lines tg-network-lines" aria-hidden="true" focusable="false">
      {texts.map(({ key, text, middle }) =>
        shown.has(key) ? (
          <text key={key} x={middle.x} y={middle.y - 3}>
            {text}
          </text>
        ) : null,
      )}
    </svg>
  );
});
