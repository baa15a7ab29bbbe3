import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Overlay } from '../Overlay.tsx';

/** Milliseconds. Code is here before that most of the time, and nothing flashes up. */
const PATIENCE = 300;

/** Over the page from the opening of a window until its code is here; Escape gives up waiting. */
export function CodeWait({ onLeave }: { onLeave: () => void }) {
  const [isLong, setLong] = useState(false);
  const leave = useRef(onLeave);
  leave.current = onLeave;
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), PATIENCE);
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') leave.current();
    };
    document.addEventListener('keydown', onKey);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('keydown', onKey);
    };
  }, []);
  return createPortal(<Overlay shown={isLong} />, document.body);
}
