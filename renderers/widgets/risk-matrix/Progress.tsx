import { useLayoutEffect, useRef } from 'react';
import type { MatrixStore } from '../../../src/core/index.ts';
import { useTranslate } from '../../../src/engine/index.ts';

/** It follows a little after the answers: the eye is on the cell, and its frame is the quicker for it. In milliseconds. */
const BEHIND = 80;

/** How many cells are answered. It changes with every choice, so it is written past React. */
export function Progress({ store }: { store: MatrixStore }) {
  const t = useTranslate();
  const track = useRef<HTMLDivElement>(null);
  const bar = useRef<HTMLSpanElement>(null);
  const count = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const write = (): void => {
      const { answered, cells } = store;
      // Nothing to tell of before the data is there.
      if (cells === 0) return;
      const text = t('matrix.progress', { answered, total: cells });
      if (!track.current || !bar.current || !count.current || count.current.textContent === text) return;
      count.current.textContent = text;
      bar.current.style.transform = `scaleX(${answered / cells})`;
      track.current.setAttribute('aria-valuenow', String(answered));
      track.current.setAttribute('aria-valuetext', text);
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const follow = (): void => {
      timer ??= setTimeout(() => {
        timer = undefined;
        write();
      }, BEHIND);
    };
    write();
    const stop = store.subscribe(follow);
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [store, t]);
  return (
    <div className="tg-matrix-progress">
      <div
        ref={track}
        className="tg-matrix-track"
        role="progressbar"
        aria-label={t('matrix.answers')}
        aria-valuemin={0}
        aria-valuemax={store.cells}
        aria-valuenow={0}
      >
        <span ref={bar} />
      </div>
      <span ref={count} className="tg-matrix-count" />
    </div>
  );
}
