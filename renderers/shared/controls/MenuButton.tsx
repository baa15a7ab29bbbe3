import { type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Icon } from '../icon/Icon.tsx';
import { nextItem } from './menu-keys.ts';
import './menu.css';

export interface MenuEntry {
  key: string;
  text: string;
  icon?: string;
  danger?: boolean;
  disabled?: boolean;
  checked?: boolean;
  divider?: boolean;
  title?: string;
  onChoose: () => void;
}
export interface MenuButtonProps {
  entries: MenuEntry[];
  align?: 'start' | 'end';
  onOpen?: () => void;
  /** The button: spread `props` on it. */
  children: (props: {
    ref: (element: HTMLButtonElement | null) => void;
    id: string;
    'aria-haspopup': 'menu';
    'aria-expanded': boolean;
    'aria-controls': string | undefined;
    onClick: () => void;
    onKeyDown: (event: KeyboardEvent) => void;
  }) => ReactNode;
}

/** A button with a menu: arrow keys, Home, End and first letters move, Escape and Tab close, the focus returns to the button. */
export function MenuButton({ entries, align = 'start', onOpen, children }: MenuButtonProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement | null>(null);
  const menu = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState<'first' | 'last'>();
  const isOpen = opened !== undefined;

  const open = (at: 'first' | 'last') => {
    setOpened(at);
    if (!isOpen) onOpen?.();
  };
  const close = (returnFocus: boolean) => {
    setOpened(undefined);
    if (returnFocus) button.current?.focus();
  };

  useLayoutEffect(() => {
    if (!opened || !button.current || !menu.current) return;
    place(menu.current, button.current.getBoundingClientRect(), align);
    const all = itemsOf(menu.current);
    const open = all.filter((item) => item.ariaDisabled !== 'true');
    // Where none can be chosen, one is read nevertheless, and its reason with it; keys go to the menu wherever the focus is in it.
    const item = (open.length > 0 ? open : all).at(opened === 'last' ? -1 : 0);
    (item ?? menu.current).focus();
  }, [opened, align]);
  useEffect(() => {
    if (!isOpen) return;
    const outside = (event: Event) => {
      const target = event.target;
      if (target instanceof Node && !menu.current?.contains(target) && !button.current?.contains(target)) setOpened(undefined);
    };
    const gone = () => setOpened(undefined);
    document.addEventListener('pointerdown', outside, true);
    document.addEventListener('scroll', outside, true);
    window.addEventListener('resize', gone);
    return () => {
      document.removeEventListener('pointerdown', outside, true);
      document.removeEventListener('scroll', outside, true);
      window.removeEventListener('resize', gone);
    };
  }, [isOpen]);

  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Escape' || event.key === 'Tab') {
      if (event.key === 'Escape') event.preventDefault();
      event.stopPropagation();
      close(true);
      return;
    }
    const all = itemsOf(event.currentTarget);
    const next = nextItem(
      event.key,
      all.indexOf(document.activeElement as HTMLButtonElement),
      all.map((item) => item.textContent ?? ''),
    );
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    all[next]?.focus();
  };
  return (
    <>
      {children({
        ref: (element) => {
          button.current = element;
        },
        id: `${id}-button`,
        'aria-haspopup': 'menu',
        'aria-expanded': isOpen,
        'aria-controls': isOpen ? `${id}-menu` : undefined,
        onClick: () => (isOpen ? setOpened(undefined) : open('first')),
        onKeyDown: (event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          event.stopPropagation();
          open(event.key === 'ArrowDown' ? 'first' : 'last');
        },
      })}
      {isOpen
        ? createPortal(
            <div
              ref={menu}
              role="menu"
              tabIndex={-1}
              id={`${id}-menu`}
              aria-labelledby={`${id}-button`}
              className="tg-menu"
              onKeyDown={keys}
            >
              {entries.map((entry) => (
                <MenuItem key={entry.key} entry={entry} onDone={() => close(true)} />
              ))}
            </div>,
            document.body,
          )
        : null}
    </>
  );
}

function MenuItem({ entry, onDone }: { entry: MenuEntry; onDone: () => void }) {
  const attributes = {
    type: 'button' as const,
    tabIndex: -1,
    className: 'tg-menu-item',
    'data-danger': entry.danger || undefined,
    'aria-disabled': entry.disabled || undefined,
    title: entry.title,
    onClick: () => {
      if (entry.disabled) return;
      onDone();
      entry.onChoose();
    },
  };
  const content = (
    <>
      {entry.icon ? <Icon name={entry.icon} /> : null}
      <span className="tg-menu-text">{entry.text}</span>
      {entry.checked ? <Icon name="check" /> : null}
    </>
  );
  return (
    <>
      {entry.divider ? <hr className="tg-menu-divider" /> : null}
      {entry.checked === undefined ? (
        <button {...attributes} role="menuitem">
          {content}
        </button>
      ) : (
        <button {...attributes} role="menuitemradio" aria-checked={entry.checked}>
          {content}
        </button>
      )}
    </>
  );
}

function itemsOf(menu: Element): HTMLButtonElement[] {
  return [...menu.querySelectorAll<HTMLButtonElement>('[role^="menuitem"]')];
}

/** Below the button, or above it where there is no room; always inside the window. */
function place(menu: HTMLElement, anchor: DOMRect, align: 'start' | 'end'): void {
  const { offsetWidth, offsetHeight } = menu;
  const left = align === 'end' ? anchor.right - offsetWidth : anchor.left;
  const isAbove = anchor.bottom + offsetHeight + 8 > window.innerHeight && anchor.top > offsetHeight + 8;
  menu.style.left = `${Math.max(8, Math.min(left, window.innerWidth - offsetWidth - 8))}px`;
  const top = isAbove ? anchor.top - offsetHeight - 4 : anchor.bottom + 4;
  menu.style.top = `${Math.max(8, Math.min(top, window.innerHeight - offsetHeight - 8))}px`;
}
