import { Fragment, type KeyboardEvent, type ReactNode, useCallback, useEffect, useId, useRef, useState } from 'react';
import { classes } from '../classes.ts';
import { Glyph } from '../icon/Glyph.tsx';
import { Icon } from '../icon/Icon.tsx';
import { byLetter, step } from './focus.ts';
import './menu-button.css';
import { useDismiss } from './useDismiss.ts';

interface MenuEntry {
  key: string;
  label: string;
  /** The language the label is written in, where it is another than that of the page. */
  lang?: string | undefined;
  icon?: string | undefined;
  /** Drawn before the label instead of an icon. */
  sample?: ReactNode;
  /** Whether it is the chosen one of several. undefined: an entry that does something. */
  selected?: boolean | undefined;
  disabled?: boolean | undefined;
  danger?: boolean | undefined;
  divider?: boolean | undefined;
  /** Small title above it, for the entries that follow. */
  heading?: string | undefined;
  onSelect: () => void;
}
export interface MenuButtonProps {
  /** Accessible name of the button and of its menu. */
  label: string;
  /** What the button shows, or holds unseen, is its name: parts of it are of several languages. Default false. */
  isNamedByContent?: boolean;
  /** What the button shows. */
  children: ReactNode;
  entries: readonly MenuEntry[];
  /** Above the entries: who is signed in ... */
  head?: ReactNode;
  className?: string | undefined;
}

/** A button with a menu (ARIA menu button): arrow keys, Home, End and letters move, Enter chooses, Escape closes and gives the focus back. */
export function MenuButton({ label, isNamedByContent = false, children, entries, head, className }: MenuButtonProps) {
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState<false | 'first' | 'last' | 'selected'>(false);

  const close = useCallback((escaped: boolean) => {
    setOpen(false);
    if (escaped) button.current?.focus();
  }, []);
  useDismiss(open !== false, root, close);

  const parts = () => [...(list.current?.querySelectorAll<HTMLButtonElement>('[role^="menuitem"]') ?? [])];
  useEffect(() => {
    if (!open) return;
    const all = [...(list.current?.querySelectorAll<HTMLButtonElement>('[role^="menuitem"]') ?? [])];
    const chosen = open === 'selected' ? all.find((part) => part.getAttribute('aria-checked') === 'true') : undefined;
    (chosen ?? all.at(open === 'last' ? -1 : 0))?.focus();
  }, [open]);

  const onKeyDown = (event: KeyboardEvent) => {
    const all = parts();
    const at = all.indexOf(document.activeElement as HTMLButtonElement);
    if (event.key === 'Tab') return close(false);
    const next =
      step(event.key, at, all.length) ??
      (event.key.length === 1 && event.key !== ' '
        ? byLetter(
            event.key,
            at,
            all.map((part) => part.textContent ?? ''),
          )
        : -1);
    if (next < 0) return;
    event.preventDefault();
    all[next]?.focus();
  };

  return (
    <div className={classes('tg-popmenu-button', className)} ref={root}>
      <button
        ref={button}
        type="button"
        className="tg-popmenu-trigger"
        aria-haspopup="menu"
        aria-expanded={open !== false}
        aria-controls={open ? id : undefined}
        aria-label={isNamedByContent ? undefined : label}
        title={label}
        onClick={() => setOpen(open ? false : 'selected')}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          setOpen(event.key === 'ArrowUp' ? 'last' : 'selected');
        }}
      >
        {children}
      </button>
      {open ? (
        <div className="tg-popmenu-popup">
          {head ? <div className="tg-popmenu-head">{head}</div> : null}
          <div role="menu" id={id} aria-label={label} ref={list} tabIndex={-1} onKeyDown={onKeyDown}>
            {entries.map((entry) => (
              <Fragment key={entry.key}>
                {entry.divider ? <hr className="tg-popmenu-divider" /> : null}
                {entry.heading ? (
                  <p className="tg-popmenu-heading" aria-hidden="true">
                    {entry.heading}
                  </p>
                ) : null}
                <button
                  type="button"
                  lang={entry.lang}
                  {...(entry.selected === undefined
                    ? ({ role: 'menuitem' } as const)
                    : ({ role: 'menuitemradio', 'aria-checked': entry.selected } as const))}
                  aria-disabled={entry.disabled || undefined}
                  tabIndex={-1}
                  className={classes('tg-popmenu-item', entry.danger && 'tg-popmenu-danger')}
                  onClick={() => {
                    if (entry.disabled) return;
                    close(true);
                    entry.onSelect();
                  }}
                >
                  {entry.sample ?? (entry.icon ? <Icon name={entry.icon} size={16} /> : null)}
                  <span className="tg-popmenu-label">{entry.label}</span>
                  {entry.selected ? <Glyph name="check" size={16} /> : null}
                </button>
              </Fragment>
            ))}
          </div>
        </div>
      ) : null}
    </div>
  );
}
