import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
import { InDrawer } from '../../shared/drawer-context.ts';
import { Glyph } from '../../shared/icon/Glyph.tsx';
import { focusable } from '../../shared/menu/focus.ts';

interface DrawerProps {
  id: string;
  label: string;
  closeLabel: string;
  close: () => void;
  children: ReactNode;
}

/** The side of a narrow window: a modal drawer. Escape, its button, the veil and following a link close it; the Tab key stays inside. */
export function Drawer({ id, label, closeLabel, close, children }: DrawerProps) {
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    focusable(panel.current ?? document.body)[0]?.focus();
    const { overflow } = document.body.style;
    document.body.style.overflow = 'hidden';
    return () => {
      document.body.style.overflow = overflow;
    };
  }, []);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.stopPropagation();
      return close();
    }
    if (event.key !== 'Tab' || !panel.current) return;
    const all = focusable(panel.current);
    const [first, last] = [all[0], all.at(-1)];
    if (event.shiftKey && document.activeElement === first) {
      event.preventDefault();
      last?.focus();
    } else if (!event.shiftKey && document.activeElement === last) {
      event.preventDefault();
      first?.focus();
    }
  };
  const onClick = (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest('a[href]')) close();
  };

  return (
    <div className="tg-shell-drawer">
      <button type="button" className="tg-shell-veil" tabIndex={-1} aria-hidden="true" onClick={close} />
      <div
        id={id}
        className="tg-shell-panel"
        role="dialog"
        aria-modal="true"
        aria-label={label}
        ref={panel}
        onKeyDown={onKeyDown}
        onClick={onClick}
      >
        <button type="button" className="tg-icon-button tg-shell-panel-close" aria-label={closeLabel} onClick={close}>
          <Glyph name="close" />
        </button>
        <InDrawer.Provider value={true}>{children}</InDrawer.Provider>
      </div>
    </div>
  );
}
