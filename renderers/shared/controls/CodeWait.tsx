import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Overlay } from '../Overlay.tsx';

/** Milliseconds. Code is here before that most of the time, and nothing flashes up. */
const PATIENCE = 300;

/** Over the page from the opening of a window until its code is here; Escape gives up waiting, and does nothing to the windows behind. */
export function CodeWait({ onLeave }: { onLeave: () => void }) {
  const [isLong, setLong] = useState(false);
  const leave = useRef(onLeave);
  leave.current = onLeave;
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), PATIENCE);
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      leave.current();
    };
    // Before any window hears of it.
    window.addEventListener('keydown', onKey, true);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('keydown', onKey, true);
    };
  }, []);
  return createPortal(<Overlay shown={isLong} />, document.body);
}
