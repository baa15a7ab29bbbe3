import { useId } from 'react';
import { useTranslate } from '../../../src/engine/index.ts';
import { Icon } from '../../shared/icon/Icon.tsx';
import { ArrowHead } from '../../shared/plane/ArrowHead.tsx';
import type { Place } from '../../shared/plane/view.ts';
import { type DrawnEdge, lineBetween, size } from './graph.ts';
import type { Loose } from './useDragging.ts';

interface LinesProps {
  edges: readonly DrawnEdge[];
  places: ReadonlyMap<string, Place>;
  selected: string | null;
}

const keyOf = ({ from, to }: DrawnEdge): string => `${from} ${to}`;
const isNear = ({ from, to }: DrawnEdge, id: string | null): boolean => id !== null && (from === id || to === id);

/** The lines between the nodes, those of the chosen one marked, and the one that is being drawn. */
export function Lines({ edges, places, selected, loose }: LinesProps & { loose: Loose | undefined }) {
  const arrow = useId().replaceAll(':', '');
  const start = loose?.end && places.get(loose.id);
  return (
    <svg className="tg-plane-lines" aria-hidden="true" focusable="false">
      <defs>
        <ArrowHead id={arrow} at={6} />
      </defs>
      {edges.map((edge) => {
        const [from, to] = [places.get(edge.from), places.get(edge.to)];
        if (!from || !to) return null;
        return (
          <path
            key={keyOf(edge)}
            className="tg-plane-line tg-graph-line"
            data-near={isNear(edge, selected) || undefined}
            d={lineBetween(from, to)}
            markerEnd={`url(#${arrow})`}
          />
        );
      })}
      {start && loose.end ? (
        <path
          className="tg-plane-line tg-graph-line"
          data-loose
          d={lineBetween(start, { x: loose.end.x + size.width / 2 + 6, y: loose.end.y })}
        />
      ) : null}
    </svg>
  );
}

interface MarksProps extends LinesProps {
  nameOf: (id: string) => string;
  /** Without it lines cannot be cut. */
  onCut: ((edge: DrawnEdge) => void) | undefined;
}

/** What stands at lines: the number of the input where a node has several, and a button that cuts, at those of the chosen node. */
export function Marks({ edges, places, selected, nameOf, onCut }: MarksProps) {
  const t = useTranslate();
  const hasSlots = (id: string) => edges.filter(({ to }) => to === id).length > 1;
  return edges.map((edge) => {
    const [start, end] = [places.get(edge.from), places.get(edge.to)];
    if (!start || !end) return null;
    const text = t('editor.cutLine', { from: nameOf(edge.from), to: nameOf(edge.to) });
    return (
      <span key={keyOf(edge)}>
        {hasSlots(edge.to) ? (
          <span
            className="tg-graph-slot"
            aria-hidden="true"
            style={{ insetInlineStart: end.x - size.width / 2 - 18, insetBlockStart: end.y + (start.y < end.y ? -10 : 10) }}
          >
            {(edge.slot ?? 0) + 1}
          </span>
        ) : null}
        {onCut && isNear(edge, selected) ? (
          <button
            type="button"
            data-still
            className="tg-graph-cut"
            style={{ insetInlineStart: (start.x + end.x) / 2, insetBlockStart: (start.y + end.y) / 2 }}
            aria-label={text}
            title={text}
            onClick={() => onCut(edge)}
          >
            <Icon name="close" size={10} />
          </button>
        ) : null}
      </span>
    );
  });
}
