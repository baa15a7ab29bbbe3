import { type KeyboardEvent, useRef, useState } from 'react';
import { observer, useApp, useDictionaries, useObserved, useTranslate, type WidgetProps } from '../../../src/engine/index.ts';
import type { BoardOptions } from '../../../src/generated/options.ts';
import { PlainButton } from '../../shared/controls/PlainButton.tsx';
import { offered, runAction } from '../../shared/controls/row-action.ts';
import { useNow } from '../../shared/controls/useNow.ts';
import { usePress } from '../../shared/controls/usePress.ts';
import { Loading } from '../../shared/Loading.tsx';
import { BoardCard, type CardAction } from './BoardCard.tsx';
import { type Card, dropsOf, type LaneHead, lanesOf, nextCard } from './lanes.ts';
import { useKeptFocus } from './useKeptFocus.ts';
import '../../shared/tag-label.css';
import './board.css';

/** Cards in columns. An observer: the lazy options read changing values. */
export const Board = observer(function Board({ options, scope }: WidgetProps<BoardOptions>) {
  const t = useTranslate();
  const app = useApp();
  const permissions = useObserved(() => app.permissions);
  const place = useRef<HTMLElement>(null);
  const now = useNow<readonly CardAction[]>(options.actions ?? []);
  const { press } = usePress();
  const [current, setCurrent] = useState<string>();
  const [dragged, setDragged] = useState<Card>();
  const lanes = lanesOf(options, useHeads(options));
  const all = lanes.flatMap(({ cards }) => cards);
  const keep = useKeptFocus(place, all.map(({ key }) => key).join('\n'));
  if (!options.cards) return options.loading ? <Loading /> : null;
  const stop = all.some(({ key }) => key === current) ? current : all[0]?.key;
  const actionsOf = ({ row, index }: Card) => offered(options.actions ?? [], { row, index }, permissions);
  const home = dragged && lanes.find(({ cards }) => cards.some(({ key }) => key === dragged.key))?.key;
  const targets = dragged && dropsOf(actionsOf(dragged), home);

  const onKeyDown = (event: KeyboardEvent) => {
    const { target } = event;
    if (!(target instanceof HTMLElement) || !target.matches('.tg-board-open')) return;
    const next = nextCard(lanes, target.closest<HTMLElement>('[data-card]')?.dataset.card ?? '', event.key);
    if (next === undefined) return;
    event.preventDefault();
    place.current?.querySelector<HTMLElement>(`[data-card="${CSS.escape(next)}"] .tg-board-open`)?.focus();
  };
  /** Of several actions that lead there the menu of the card asks which one is meant. */
  const drop = (column: string) => {
    const [action, ...others] = targets?.get(column) ?? [];
    setDragged(undefined);
    if (!dragged || !action) return;
    if (others.length === 0) void runAction(press, action, { row: dragged.row, index: dragged.index }, now);
    else place.current?.querySelector<HTMLElement>(`[data-card="${CSS.escape(dragged.key)}"] [aria-haspopup="menu"]`)?.click();
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementInteractions: the cards are buttons, which the keys lead between
    <section
      ref={place}
      className="tg-board"
      aria-label={options.label}
      onKeyDown={onKeyDown}
      onFocus={({ target }) => {
        const key = target.closest<HTMLElement>('[data-card]')?.dataset.card;
        if (key !== undefined) setCurrent(key);
        keep(key);
      }}
    >
      {lanes.map(({ key, title, tone, cards, total }) => (
        <section
          key={key}
          className="tg-board-lane"
          aria-label={title}
          data-drop={targets?.has(key) || undefined}
          onDragOver={(event) => {
            if (targets?.has(key)) event.preventDefault();
          }}
          onDrop={(event) => {
            event.preventDefault();
            drop(key);
          }}
        >
          <header className="tg-board-head">
            <span className="tg-tag" data-tone={tone}>
              {title}
            </span>
            <span className="tg-board-count">{cards.length < total ? t('table.cardsShown', { shown: cards.length, total }) : total}</span>
          </header>
          {cards.length === 0 ? <p className="tg-board-empty">{options.emptyText ?? t('layout.empty')}</p> : null}
          <ul className="tg-board-cards" aria-label={title}>
            {cards.map((card) => (
              <BoardCard
                key={card.key}
                card={card}
                lane={key}
                options={options}
                scope={scope}
                actions={actionsOf(card)}
                now={now}
                isStop={card.key === stop}
                onDrag={setDragged}
              />
            ))}
          </ul>
          {cards.length < total && options.onMore ? (
            <PlainButton
              look="text"
              size="small"
              className="tg-board-more"
              text={t('table.moreCards')}
              aria-label={`${t('table.moreCards')}: ${title}`}
              onClick={() => void press(options.onMore, { value: key })}
            />
          ) : null}
        </section>
      ))}
    </section>
  );
});

/** The heads of the columns: as they are written, or the entries of the dictionary. */
function useHeads({ columns = [], dictionary }: BoardOptions): LaneHead[] {
  const dictionaries = useDictionaries(dictionary === undefined ? [] : [dictionary]);
  if (dictionary === undefined) return columns.map(({ key, title, tone = 'neutral' }) => ({ key, title, tone }));
  const entries = dictionaries[dictionary]?.entries ?? [];
  return entries.filter(({ status }) => status === '0').map(({ value, label, tone = 'neutral' }) => ({ key: value, title: label, tone }));
}
