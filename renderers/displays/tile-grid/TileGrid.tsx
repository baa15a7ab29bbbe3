import { type CSSProperties, type KeyboardEvent, useId, useRef } from 'react';
import { observer, useTranslate, type WidgetProps } from '../../../src/engine/index.ts';
import type { TileGridOptions } from '../../../src/generated/options.ts';
import { CountBubble } from '../../shared/CountBubble.tsx';
import { classes } from '../../shared/classes.ts';
import { Icon } from '../../shared/icon/Icon.tsx';
import { listOf } from '../../shared/list.ts';
import { step } from '../../shared/menu/focus.ts';
import { type Tile, tileOf } from './tile.ts';
import './tile-grid.css';

/** The module launcher (HOME-02 to HOME-09). An observer: the lazy options read changing values. */
export const TileGrid = observer(function TileGrid({ options }: WidgetProps<TileGridOptions>) {
  const t = useTranslate();
  const list = useRef<HTMLUListElement>(null);
  const items = listOf<Record<string, unknown>>(options.items);
  const { minWidth = 240, onClick, label, badgeLabel, emptyText } = options;
  const onKeyDown = (event: KeyboardEvent) => {
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])];
    const next = step(event.key, buttons.indexOf(document.activeElement as HTMLButtonElement), buttons.length, 'both');
    if (next === undefined) return;
    event.preventDefault();
    buttons[next]?.focus();
  };
  if (items.length === 0) return emptyText ? <p className="tg-tiles-empty">{emptyText}</p> : null;
  return (
    <ul
      ref={list}
      className="tg-tiles"
      aria-label={label ?? t('layout.modules')}
      style={{ '--tg-tile': `${minWidth}px` } as CSSProperties}
      onKeyDown={onKeyDown}
    >
      {items.map((item, index) => {
        const tile = tileOf(item, index, options);
        return (
          <li key={tile.key}>
            <TileButton
              tile={tile}
              disabledText={options.disabledText ?? t('layout.tileDisabled')}
              badgeLabel={badgeLabel}
              onUse={() => void onClick?.({ item, index })}
            />
          </li>
        );
      })}
    </ul>
  );
});

interface TileButtonProps {
  tile: Tile;
  disabledText: string;
  badgeLabel: string | undefined;
  onUse: () => void;
}
function TileButton({ tile, disabledText, badgeLabel, onUse }: TileButtonProps) {
  const detailsId = useId();
  const { title, description, details, disabled } = tile;
  const hasMore = details.length > 0;
  return (
    <button
      type="button"
      className={classes('tg-tile', disabled && 'tg-tile-disabled')}
      aria-disabled={disabled || undefined}
      aria-describedby={hasMore ? detailsId : undefined}
      data-key={tile.key}
      onClick={() => {
        if (!disabled) onUse();
      }}
    >
      <span className="tg-tile-icon">{tile.isImage ? <img src={tile.icon} alt="" /> : <Icon name={tile.icon} size={26} />}</span>
      <span className="tg-tile-texts">
        <span className="tg-tile-title">{title}</span>
        {description ? <span className="tg-tile-description">{description}</span> : null}
      </span>
      <span className="tg-tile-badge">
        <CountBubble count={tile.badge} label={badgeLabel} />
      </span>
      {disabled ? <span className="tg-tile-state">{disabledText}</span> : null}
      {hasMore ? (
        <span className="tg-tile-details" id={detailsId}>
          {details.map((line) => (
            <span key={line} className="tg-tile-detail">
              {line}
            </span>
          ))}
        </span>
      ) : null}
    </button>
  );
}
