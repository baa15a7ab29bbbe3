import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { observer, useApp, useObserved, useTranslate, type WidgetProps } from '../../../src/engine/index.ts';
import type { CardGridOptions } from '../../../src/generated/options.ts';
import { offered } from '../../shared/controls/row-action.ts';
import { useNow } from '../../shared/controls/useNow.ts';
import { lazyText } from '../../shared/lazy.ts';
import { type Card, cardsOf, columns, type Height, moved, placeByKey, resized, sizeByKey } from './arrangement.ts';
import { type CardAction, GridCard } from './GridCard.tsx';
import { useDragging } from './useDragging.ts';
import './card-grid.css';

/** Cards people arrange. An observer: the lazy options read changing values. */
export const CardGrid = observer(function CardGrid({ options, scope }: WidgetProps<CardGridOptions>) {
  const t = useTranslate();
  const app = useApp();
  const permissions = useObserved(() => app.permissions);
  const grid = useRef<HTMLUListElement>(null);
  const [told, setTold] = useState('');
  const now = useNow<readonly CardAction[]>(options.actions ?? []);
  const cards = cardsOf(options.cards);
  const { arrangeable = false, onArrange } = options;
  const isArranged = arrangeable && onArrange !== undefined;
  const titleOf = ({ row, index }: Card) =>
    (options.title ? lazyText(options.title, { row, index }) : row.title ? String(row.title) : undefined) ?? '';
  const nameOf = (card: Card) => titleOf(card) || t('cards.numbered', { place: card.index + 1 });
  useKeptHandle(grid, cards.map(({ key }) => key).join('\n'));

  const move = (card: Card, to: number) => {
    const next = moved(cards, card.index, to);
    const place = Math.min(cards.length, Math.max(1, to + 1));
    setTold(t('cards.movedTo', { title: nameOf(card), place, total: cards.length }));
    if (next) void onArrange?.({ cards: next, change: 'move', row: card.row, index: card.index });
  };
  const size = (card: Card, given: { width?: number; height?: Height }) => {
    const next = resized(cards, card.index, given);
    const is = cardsOf(next ?? cards.map(({ row }) => row))[card.index] ?? card;
    setTold(t('cards.sizedTo', { title: nameOf(card), width: is.width, columns, height: t(`cards.height.${is.height}`) }));
    if (next) void onArrange?.({ cards: next, change: 'size', row: card.row, index: card.index });
  };
  const { drag, sizing, grab, pull } = useDragging(grid, cards, { move, size });

  const onKeyDown = (event: KeyboardEvent) => {
    const { target } = event;
    if (!(target instanceof HTMLElement) || !grid.current?.contains(target)) return;
    if (event.key === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey && options.onUndo && !isTyped(target)) {
      event.preventDefault();
      void options.onUndo();
      return;
    }
    const handle = target.dataset.handle;
    const card = cards.find(({ key }) => key === target.closest<HTMLElement>('[data-card]')?.dataset.card);
    if (!card || handle === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    if (handle === 'move') {
      const to = placeByKey(event.key, card.index, cards.length);
      if (to === undefined) return;
      event.preventDefault();
      move(card, to);
      return;
    }
    const to = sizeByKey(event.key, card);
    if (!to) return;
    event.preventDefault();
    size(card, to);
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementInteractions: the handles are buttons, whose keys arrange the cards
    <section className="tg-cards" aria-label={options.label} onKeyDown={onKeyDown}>
      {cards.length === 0 && options.emptyText ? <p className="tg-cards-empty">{options.emptyText}</p> : null}
      <ul ref={grid} className="tg-cards-list" data-arranged={isArranged || undefined} data-dragging={drag || sizing ? '' : undefined}>
        {cards.map((card) => (
          <GridCard
            key={card.key}
            card={sizing?.key === card.key ? { ...card, ...sizing } : card}
            title={titleOf(card)}
            name={nameOf(card)}
            options={options}
            scope={scope}
            actions={offered(options.actions ?? [], { row: card.row, index: card.index }, permissions)}
            now={now}
            isArranged={isArranged}
            drop={drag?.over === card.key ? (drag.isBehind ? 'after' : 'before') : undefined}
            isDragged={drag?.key === card.key}
            onGrab={(event) => grab(event, card)}
            onPull={(event) => pull(event, card)}
            onAsk={(handle) => setTold(t(handle === 'move' ? 'cards.moveKeys' : 'cards.sizeKeys'))}
          />
        ))}
      </ul>
      <p className="tg-hidden" role="status">
        {told}
      </p>
    </section>
  );
});

const isTyped = (target: HTMLElement): boolean => target.matches('input, textarea, select, [contenteditable]');

/** A handle that moves with its card keeps the focus: browsers take it from what is put elsewhere. */
function useKeptHandle(grid: React.RefObject<HTMLElement>, keys: string): void {
  const last = useRef<{ card: string; handle: string }>();
  useLayoutEffect(() => {
    const place = grid.current;
    if (!place || keys === '') return;
    const note = ({ target }: FocusEvent) => {
      const handle = target instanceof HTMLElement ? target.dataset.handle : undefined;
      const card = target instanceof Element ? target.closest<HTMLElement>('[data-card]')?.dataset.card : undefined;
      last.current = handle === undefined || card === undefined ? undefined : { card, handle };
    };
    const { activeElement, body } = document;
    if (last.current && (activeElement === null || activeElement === body)) {
      const { card, handle } = last.current;
      place.querySelector<HTMLElement>(`[data-card="${CSS.escape(card)}"] [data-handle="${handle}"]`)?.focus();
    }
    place.addEventListener('focusin', note);
    return () => place.removeEventListener('focusin', note);
  }, [keys, grid]);
}
