import { type KeyboardEvent, useCallback, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { menuName } from '../../../src/core/index.ts';
import { type NavigationItem, ownPage } from '../../../src/core/menu.ts';
import { useLanguage } from '../../../src/engine/index.ts';
import { Anchor } from '../../shared/Anchor.tsx';
import { classes } from '../../shared/classes.ts';
import { Glyph } from '../../shared/icon/Glyph.tsx';
import { focusable, step } from '../../shared/menu/focus.ts';
import { useDismiss } from '../../shared/menu/useDismiss.ts';
import { columnsOf, panelLeft } from './fit.ts';

/** A pointer that only passes by opens nothing; one that leaves for a moment closes nothing. */
const OPEN_DELAY = 80;
const CLOSE_DELAY = 220;
/** Groups of a panel that stand side by side. */
const MOST_GROUPS = 4;

interface PopoverProps {
  id: string;
  name: string;
  items: readonly NavigationItem[];
  active: boolean;
  activeKeys: readonly string[];
  /** Which popover of the menu is open. */
  open: string | undefined;
  onOpen: (id: string | undefined) => void;
  /** Closes this popover if it is still the open one. */
  onLeave: (id: string) => void;
}

/** An entry of the header with a panel of its children: on hover, on click, and by keyboard. */
export function Popover({ id, name, items, active, activeKeys, open, onOpen, onLeave }: PopoverProps) {
  const isOpen = open === id;
  const panelId = useId();
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const wantsFocus = useRef(false);
  // A click on what the pointer has just opened keeps it open.
  const byPointer = useRef(false);
  const [left, setLeft] = useState(8);

  const close = useCallback(
    (escaped: boolean) => {
      onOpen(undefined);
      if (escaped && root.current?.contains(document.activeElement)) button.current?.focus();
    },
    [onOpen],
  );
  useDismiss(isOpen, root, close);
  const later = (run: () => void, delay: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(run, delay);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  const openByPointer = () => {
    byPointer.current = true;
    onOpen(id);
  };

  useLayoutEffect(() => {
    if (!isOpen) return;
    const entry = button.current?.getBoundingClientRect();
    const own = panel.current?.getBoundingClientRect();
    if (entry && own) setLeft(panelLeft(entry.left, own.width, window.innerWidth));
    if (wantsFocus.current && panel.current) focusable(panel.current)[0]?.focus();
    wantsFocus.current = false;
  }, [isOpen]);

  const onPanelKey = (event: KeyboardEvent) => {
    const all = focusable(panel.current ?? document.body);
    const next = step(event.key, all.indexOf(document.activeElement as HTMLElement), all.length, 'both');
    if (next === undefined) return;
    event.preventDefault();
    all[next]?.focus();
  };

  return (
    <div
      className="tg-top-popover"
      ref={root}
      onPointerEnter={(event) => {
        if (event.pointerType !== 'mouse') return;
        if (isOpen) clearTimeout(timer.current);
        else later(openByPointer, OPEN_DELAY);
      }}
      onPointerLeave={(event) => event.pointerType === 'mouse' && later(() => onLeave(id), CLOSE_DELAY)}
    >
      <button
        ref={button}
        type="button"
        className={classes('tg-top-entry', active && 'tg-top-active')}
        aria-expanded={isOpen}
        aria-controls={isOpen ? panelId : undefined}
        onClick={() => {
          clearTimeout(timer.current);
          onOpen(isOpen && !byPointer.current ? undefined : id);
          byPointer.current = false;
        }}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          wantsFocus.current = true;
          if (isOpen && panel.current) focusable(panel.current)[0]?.focus();
          else onOpen(id);
        }}
      >
        {name}
        <Glyph name="down" size={12} />
      </button>
      {isOpen ? (
        <div id={panelId} ref={panel} className="tg-top-panel" style={{ left }} {...layoutOf(items)}>
          <Group items={items} activeKeys={activeKeys} onKeyDown={onPanelKey} onUse={() => onOpen(undefined)} />
        </div>
      ) : null}
    </div>
  );
}

interface GroupProps {
  items: readonly NavigationItem[];
  activeKeys: readonly string[];
  onKeyDown?: (event: KeyboardEvent) => void;
  onUse: () => void;
}
/** Entries of a panel; those with children are headings over their own entries, and lead to their page where they have one. */
function Group({ items, activeKeys, onKeyDown, onUse }: GroupProps) {
  const language = useLanguage();
  const link = (item: NavigationItem, name: string, isActive: boolean) => (
    <Anchor href={item.href} className={classes('tg-top-link', isActive && 'tg-top-link-active')} current={isActive} onUse={onUse}>
      {name}
    </Anchor>
  );
  return (
    <ul className="tg-top-group" onKeyDown={onKeyDown}>
      {items.map((item) => {
        const name = menuName(item, language);
        const isActive = activeKeys.includes(item.menuId);
        if (item.children.length > 0) {
          return (
            <li key={item.menuId} className="tg-top-heading">
              {ownPage(item) ? link(item, name, activeKeys.at(-1) === item.menuId) : <span>{name}</span>}
              <Group items={item.children} activeKeys={activeKeys} onUse={onUse} />
            </li>
          );
        }
        return item.href ? <li key={item.menuId}>{link(item, name, isActive)}</li> : null;
      })}
    </ul>
  );
}

/** LAYOUT-11; a panel of groups lays them side by side instead. */
function layoutOf(items: readonly NavigationItem[]) {
  const groups = items.filter((item) => item.children.length > 0).length;
  return groups > 1 ? { 'data-groups': Math.min(groups, MOST_GROUPS) } : { 'data-columns': columnsOf(items.length) };
}
