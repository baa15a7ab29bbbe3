import { type PointerEvent, useId, useMemo } from 'react';
import type { Scope } from '../../../src/core/types.ts';
import { childScope, Nodes, observer, useTranslate } from '../../../src/engine/index.ts';
import type { CardGridOptions } from '../../../src/generated/options.ts';
import { RecordMenu } from '../../shared/controls/RecordMenu.tsx';
import { usePress } from '../../shared/controls/usePress.ts';
import { truth } from '../../shared/lazy.ts';
import type { Card } from './arrangement.ts';

export type CardAction = NonNullable<CardGridOptions['actions']>[number];

interface GridCardProps {
  card: Card;
  /** Its heading; empty where it has none. */
  title: string;
  /** What it is called to screen readers. */
  name: string;
  options: CardGridOptions;
  scope: Scope;
  actions: readonly CardAction[];
  now: { readonly value: readonly CardAction[] };
  isArranged: boolean;
  drop: 'before' | 'after' | undefined;
  isDragged: boolean;
  onGrab: (event: PointerEvent) => void;
  onPull: (event: PointerEvent) => void;
  /** A handle was pressed without being dragged: says what its keys do. */
  onAsk: (handle: 'move' | 'size') => void;
}

/** One card: its heading with what can be done with it, its content, and while cards are arranged the handles to move and size it. */
export const GridCard = observer(function GridCard({
  card,
  title,
  name,
  options,
  scope,
  actions,
  now,
  isArranged,
  drop,
  isDragged,
  onGrab,
  onPull,
  onAsk,
}: GridCardProps) {
  const t = useTranslate();
  const titleId = useId();
  const { busy, press } = usePress();
  const { row, index, width, height } = card;
  const locals = useMemo(() => ({ row, index }), [row, index]);
  const own = useMemo(() => childScope(scope, locals), [scope, locals]);
  const isPlain = truth(options.plain, locals, false);
  const heading = isPlain ? '' : title;
  return (
    <li
      className="tg-cards-card"
      data-card={card.key}
      data-width={width}
      data-height={height}
      data-plain={isPlain || undefined}
      data-drop={drop}
      data-dragged={isDragged || undefined}
      style={{ '--tg-card-width': width } as React.CSSProperties}
    >
      <section className="tg-cards-surface" aria-labelledby={heading ? titleId : undefined} aria-busy={busy || undefined}>
        {heading || isArranged || actions.length > 0 ? (
          <div className="tg-cards-head">
            {isArranged ? (
              <button
                type="button"
                className="tg-cards-handle"
                data-handle="move"
                aria-label={t('cards.move', { title: name })}
                title={t('cards.moveKeys')}
                onPointerDown={onGrab}
                onClick={() => onAsk('move')}
              >
                <span aria-hidden="true">⠿</span>
              </button>
            ) : null}
            {heading ? (
              <h2 className="tg-cards-title" id={titleId}>
                {heading}
              </h2>
            ) : (
              <span className="tg-cards-title" />
            )}
            <RecordMenu
              actions={actions}
              locals={locals}
              now={now}
              busy={busy}
              press={press}
              label={t('cards.actionsOf', { title: name })}
            />
          </div>
        ) : null}
        <div className="tg-cards-body">
          <Nodes nodes={options.body} scope={own} />
        </div>
        {isArranged ? (
          <button
            type="button"
            className="tg-cards-sizer"
            data-handle="size"
            aria-label={t('cards.size', { title: name })}
            title={t('cards.sizeKeys')}
            onPointerDown={onPull}
            onClick={() => onAsk('size')}
          >
            <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
              <path d="M11 3v8H3M11 7v4H7" fill="none" stroke="currentColor" strokeWidth="1.5" />
            </svg>
          </button>
        ) : null}
      </section>
    </li>
  );
});
