import type { KeyboardEvent } from 'react';
import { Anchor } from '../../shared/Anchor.tsx';
import { Icon } from '../../shared/icon/Icon.tsx';
import type { Place } from '../../shared/plane/view.ts';
import type { Point } from './model.ts';

interface MarkProps {
  point: Point;
  place: Place | undefined;
  look: { label: string; tone: string; icon: string | undefined };
  /** Whether it is a card of a layered drawing, or a circle. */
  isCard: boolean;
  text: string;
  level: 'warning' | 'error' | undefined;
  /** Where it leads; without it, it can be chosen. */
  href: string;
  isSelected: boolean;
  isCenter: boolean;
  isMarked: boolean;
  isFar: boolean;
  /** Whether Tab leads to it: the drawing is one stop. */
  isStop: boolean;
  element: (element: HTMLElement | null) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onReach: () => void;
  onChoose: () => void;
}

/** A point of the drawing: a link where it leads somewhere, or else a button that chooses it. */
export function Mark({ point, place, look, isCard, text, level, href, isStop, element, ...is }: MarkProps) {
  const { label, tone, icon } = look;
  const words = [...(isCard && label !== '' ? [label] : []), ...(text === '' ? [] : [text])];
  const shown = (
    <>
      <span className="tg-network-sign" aria-hidden="true">
        {icon ? <Icon name={icon} size={18} /> : [...point.name][0]}
      </span>
      <span className="tg-network-words">
        <span className="tg-network-name">{point.name}</span>
        {words.map((part) => (
          <span key={part} className="tg-network-text">
            {part}
          </span>
        ))}
        {isCard || label === '' ? null : <span className="tg-hidden">{label}</span>}
      </span>
      {level === undefined ? null : (
        <span className="tg-network-level" data-level={level} aria-hidden="true">
          <Icon name={level === 'error' ? 'close-circle' : 'warning'} size={16} />
        </span>
      )}
    </>
  );
  const tabIndex = isStop ? 0 : -1;
  const title = isCard ? [point.name, ...words].join('\n') : undefined;
  return (
    <div
      className="tg-network-point"
      data-card={isCard || undefined}
      data-still={href === '' ? undefined : true}
      data-series-tone={tone}
      data-center={is.isCenter || undefined}
      data-way={is.isMarked || undefined}
      data-far={is.isFar || undefined}
      style={{ insetInlineStart: place?.x, insetBlockStart: place?.y }}
    >
      {href === '' ? (
        <button
          ref={element}
          type="button"
          className="tg-network-press"
          aria-pressed={is.isSelected}
          tabIndex={tabIndex}
          title={title}
          onKeyDown={is.onKeyDown}
          onFocus={is.onReach}
          onClick={is.onChoose}
        >
          {shown}
        </button>
      ) : (
        <Anchor
          href={href}
          className="tg-network-press"
          tabIndex={tabIndex}
          title={title}
          current={is.isCenter}
          anchorRef={element}
          onKeyDown={is.onKeyDown}
          onFocus={is.onReach}
        >
          {shown}
        </Anchor>
      )}
    </div>
  );
}
