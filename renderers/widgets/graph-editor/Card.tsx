import type { KeyboardEvent, PointerEvent } from 'react';
import { useTranslate } from '../../../src/engine/index.ts';
import { Icon } from '../../shared/icon/Icon.tsx';
import type { Place } from '../../shared/plane/view.ts';
import type { Kind } from './Bar.tsx';
import type { Told } from './graph.ts';

interface CardProps {
  id: string;
  name: string;
  kind: Kind | undefined;
  kindName: string;
  place: Place | undefined;
  problems: NonNullable<Told['problems']>;
  isSelected: boolean;
  /** Whether Tab leads to it: the drawing is one stop. */
  isStop: boolean;
  element: (element: HTMLButtonElement | null) => void;
  onReach: () => void;
  onGrab: (event: PointerEvent) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onPress: () => void;
  /** Without it no line is drawn from it. */
  onPull: ((event: PointerEvent) => void) | undefined;
}

/** A node of the drawing. */
export function Card({
  id,
  name,
  kind,
  kindName,
  place,
  problems,
  isSelected,
  isStop,
  element,
  onReach,
  onGrab,
  onKeyDown,
  onPress,
  onPull,
}: CardProps) {
  const t = useTranslate();
  const level = problems.some((problem) => problem.level !== 'warning') ? 'error' : problems.length > 0 ? 'warning' : undefined;
  return (
    <div className="tg-graph-node" data-graph-node={id} data-still style={{ insetInlineStart: place?.x, insetBlockStart: place?.y }}>
      <button
        ref={element}
        type="button"
        className="tg-graph-card"
        aria-pressed={isSelected}
        tabIndex={isStop ? 0 : -1}
        data-series-tone={kind?.tone ?? 'neutral'}
        data-level={level}
        onPointerDown={onGrab}
        onFocus={onReach}
        onKeyDown={onKeyDown}
        onClick={onPress}
      >
        <span className="tg-graph-sign" aria-hidden="true">
          {kind?.icon ? <Icon name={kind.icon} size={16} /> : null}
        </span>
        <span className="tg-graph-words">
          <span className="tg-graph-name">{name}</span>
          {kindName === name ? null : <span className="tg-graph-kind">{kindName}</span>}
        </span>
        {level ? (
          <span className="tg-graph-mark">
            <Icon name="warning" size={14} />
            <span className="tg-hidden">{t('editor.problems', { count: problems.length })}</span>
          </span>
        ) : null}
      </button>
      {onPull ? <span className="tg-graph-out" aria-hidden="true" title={t('editor.pull')} onPointerDown={onPull} /> : null}
    </div>
  );
}
