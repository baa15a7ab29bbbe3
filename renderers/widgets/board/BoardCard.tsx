import { useMemo } from 'react';
import type { Scope } from '../../../src/core/types.ts';
import { childScope, Nodes, useTranslate } from '../../../src/engine/index.ts';
import type { BoardOptions } from '../../../src/generated/options.ts';
import { RecordMenu } from '../../shared/controls/RecordMenu.tsx';
import { usePress } from '../../shared/controls/usePress.ts';
import { type Card, dropsOf } from './lanes.ts';

export type CardAction = NonNullable<BoardOptions['actions']>[number];

interface BoardCardProps {
  card: Card;
  /** Key of the column it stands in. */
  lane: string;
  options: BoardOptions;
  scope: Scope;
  actions: readonly CardAction[];
  now: { readonly value: readonly CardAction[] };
  /** The one the Tab key goes to. */
  isStop: boolean;
  onDrag: (card: Card | undefined) => void;
}

/** A card: its name opens it, its menu holds what can be done with it. One action of a card runs at a time. */
export function BoardCard({ card, lane, options, scope, actions, now, isStop, onDrag }: BoardCardProps) {
  const t = useTranslate();
  const { busy, press } = usePress();
  const { row, index, title } = card;
  const locals = useMemo(() => ({ row, index }), [row, index]);
  const own = useMemo(() => childScope(scope, locals), [scope, locals]);
  const tabIndex = isStop ? 0 : -1;
  return (
    <li
      className="tg-board-card"
      data-card={card.key}
      data-tone={card.tone}
      aria-busy={busy || undefined}
      draggable={dropsOf(actions, lane).size > 0 && !busy}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', title);
        onDrag(card);
      }}
      onDragEnd={() => onDrag(undefined)}
    >
      <div className="tg-board-line">
        <button type="button" className="tg-board-open" tabIndex={tabIndex} onClick={() => void press(options.onOpen, locals)}>
          {title}
        </button>
        <RecordMenu
          actions={actions}
          locals={locals}
          now={now}
          busy={busy}
          press={press}
          tabIndex={tabIndex}
          label={`${t('table.moreFor')}: ${title}`}
        />
      </div>
      {options.body ? <Nodes nodes={options.body} scope={own} /> : null}
    </li>
  );
}
