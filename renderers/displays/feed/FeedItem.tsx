import { type KeyboardEvent, useCallback, useEffect, useId, useRef, useState } from 'react';
import { useTranslate } from '../../../src/engine/index.ts';
import type { FeedOptions } from '../../../src/generated/options.ts';
import { classes } from '../../shared/classes.ts';
import { PlainButton } from '../../shared/controls/PlainButton.tsx';
import { Glyph } from '../../shared/icon/Glyph.tsx';
import { TagLabel } from '../../shared/TagLabel.tsx';
import type { Entry } from './entry.ts';

const height = 60;

/** One record: its text opens it; a long one is cut and can be expanded. */
export function FeedItem({ entry, options }: { entry: Entry; options: FeedOptions }) {
  const t = useTranslate();
  const textId = useId();
  const { collapseAbove = height, onOpen, unreadText } = options;
  const { isLong, content } = useIsLong(collapseAbove);
  const [isOpen, setOpen] = useState(false);
  const locals = { item: entry.item, index: entry.index };
  const actions = (options.actions ?? []).filter(({ when }) => (when ? Boolean(when(locals)) : true));
  const onKeyDown = (event: KeyboardEvent) => {
    const wanted = actions.find(({ key }) => key === event.key);
    if (!wanted || event.defaultPrevented) return;
    event.preventDefault();
    void wanted.onClick(locals);
  };
  return (
    <li className={classes('tg-feed-item', entry.isUnread && 'tg-feed-new')} data-key={entry.key} onKeyDown={onKeyDown}>
      <div className="tg-feed-head">
        {entry.isUnread ? <span className="tg-feed-dot">{unreadText ? <span className="tg-hidden">{unreadText}</span> : null}</span> : null}
        {entry.tags.map(({ text, tone }) => (
          <TagLabel key={text} text={text} tone={tone} />
        ))}
        <span className="tg-feed-time">{entry.time}</span>
      </div>
      <button type="button" className="tg-feed-text" onClick={() => void onOpen?.(locals)}>
        <span
          id={textId}
          ref={content}
          className={classes('tg-feed-content', isLong && !isOpen && 'tg-feed-cut')}
          style={isLong && !isOpen ? { maxBlockSize: collapseAbove } : undefined}
        >
          {entry.text}
        </span>
      </button>
      <div className="tg-feed-actions">
        {actions.map(({ text, icon, danger, onClick }) => (
          <PlainButton
            key={text}
            look="text"
            size="small"
            icon={icon}
            aria-label={text}
            title={text}
            danger={danger}
            onClick={() => void onClick(locals)}
          />
        ))}
      </div>
      {isLong ? (
        <button type="button" className="tg-feed-more" aria-expanded={isOpen} aria-controls={textId} onClick={() => setOpen(!isOpen)}>
          {t(isOpen ? 'layout.showLess' : 'layout.showMore')}
          <Glyph name={isOpen ? 'up' : 'down'} size={12} />
        </button>
      ) : null}
    </li>
  );
}

/** Whether the text is higher than allowed, also after text or width changed. Cut or not, its content has its full height. */
function useIsLong(allowed: number) {
  const content = useRef<HTMLSpanElement>(null);
  const [isLong, setLong] = useState(false);
  const measure = useCallback(() => {
    if (content.current) setLong(content.current.scrollHeight > allowed + 1);
  }, [allowed]);
  useEffect(measure);
  useEffect(() => {
    if (!content.current || typeof ResizeObserver === 'undefined') return;
    const sizes = new ResizeObserver(measure);
    sizes.observe(content.current);
    return () => sizes.disconnect();
  }, [measure]);
  return { isLong, content };
}
