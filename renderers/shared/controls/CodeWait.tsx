import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Overlay } from '../Overlay.tsx';

/** Milliseconds. Code is here before that most of the time, and nothing flashes up. */
const PATIENCE = 300;

const dialogOf = (node: EventTarget | null): Element | null => (node instanceof Element ? node.closest('[role="dialog"]') : null);

/**
 * Over the page from the opening of a window until its code is here; Escape gives up waiting, and does nothing to the windows behind. What
 * the window was opened from takes no presses, as it will not behind the window itself.
 */
export function CodeWait({ onLeave }: { onLeave: () => void }) {
  const [isLong, setLong] = useState(false);
  const leave = useRef(onLeave);
  leave.current = onLeave;
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), PATIENCE);
    const behind = dialogOf(document.activeElement);
    const onPress = (event: Event) => {
      if (!event.isTrusted || dialogOf(event.target) !== behind) return;
      event.preventDefault();
      event.stopPropagation();
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Enter' || event.key === ' ') onPress(event);
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      leave.current();
    };
    // Before any window hears of it.
    window.addEventListener('keydown', onKey, true);
    window.addEventListener('click', onPress, true);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('keydown', onKey, true);
      window.removeEventListener('click', onPress, true);
    };
  }, []);
  return createPortal(<Overlay shown={isLong} />, document.body);
}
