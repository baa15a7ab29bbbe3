import { type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import { observer, useTranslate, type WidgetProps } from '../../../src/engine/index.ts';
import type { FeedOptions } from '../../../src/generated/options.ts';
import { listOf } from '../../shared/list.ts';
import { step } from '../../shared/menu/focus.ts';
import { entriesOf } from './entry.ts';
import { FeedItem } from './FeedItem.tsx';
import './feed.css';

/** Records people read one after the other. An observer: the lazy options read changing values. */
export const Feed = observer(function Feed({ options }: WidgetProps<FeedOptions>) {
  const t = useTranslate();
  const list = useRef<HTMLUListElement>(null);
  const entries = entriesOf(listOf<Record<string, unknown>>(options.items), options);
  const onFocus = useKeptFocus(list, entries.map(({ key }) => key).join('\n'));
  const onKeyDown = (event: KeyboardEvent) => {
    const buttons = textsOf(list.current);
    const at = buttons.indexOf(document.activeElement as HTMLElement);
    const next = at < 0 ? undefined : step(event.key, at, buttons.length);
    if (next === undefined) return;
    event.preventDefault();
    buttons[next]?.focus();
  };
  if (entries.length === 0) return <p className="tg-feed-empty">{options.emptyText ?? t('layout.empty')}</p>;
  return (
    <ul ref={list} className="tg-feed" aria-label={options.label} onKeyDown={onKeyDown} onFocus={onFocus}>
      {entries.map((entry) => (
        <FeedItem key={entry.key} entry={entry} options={options} />
      ))}
    </ul>
  );
});

function textsOf(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>('.tg-feed-text') ?? [])];
}

/** When the item with the focus goes, such as after it was deleted, the one in its place has it: never the top of the window. */
function useKeptFocus(list: { current: HTMLElement | null }, keys: string): (event: { target: EventTarget }) => void {
  const last = useRef<{ key: string; index: number } | undefined>(undefined);
  useLayoutEffect(() => {
    const { current } = last;
    if (!current || keys.split('\n').includes(current.key)) return;
    last.current = undefined;
    const active = document.activeElement;
    // A dialog that asked gives the focus back to what is gone.
    const isLost = active === null || active === document.body || active.closest('[role="dialog"]')?.contains(list.current) === false;
    if (!isLost) return;
    const texts = textsOf(list.current);
    texts[Math.min(current.index, texts.length - 1)]?.focus();
  }, [keys, list]);
  return ({ target }) => {
    const item = target instanceof Element ? target.closest<HTMLElement>('.tg-feed-item') : null;
    const key = item?.dataset.key;
    if (!item || key === undefined) return;
    last.current = { key, index: [...(list.current?.children ?? [])].indexOf(item) };
  };
}
