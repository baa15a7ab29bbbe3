import { useLayoutEffect, useRef } from 'react';
import type { MatrixStore } from '../../../src/core/index.ts';
import { useLanguage, useTranslate } from '../../../src/engine/index.ts';
import { formatNumber } from '../../shared/format.ts';
import { Rest } from './grid/rest.ts';

/** It follows the first picture, and the answers once nobody gives one for a moment: those frames are the quicker for it. In milliseconds. */
const BEHIND = 80;

/** How much of what is asked for is answered: cells, or rows. It changes with every choice, so it is written past React. */
export function Progress({ store }: { store: MatrixStore }) {
  const t = useTranslate();
  const language = useLanguage();
  const track = useRef<HTMLDivElement>(null);
  const bar = useRef<HTMLSpanElement>(null);
  const count = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const write = (): void => {
      const { answered, total } = store.progress;
      // Nothing to tell of before the data is there.
      if (total === 0) return;
      const isByRow = store.questionnaire.completeness?.require === 'rows';
      const [some, all] = [answered, total].map((count) => formatNumber(count, language));
      const text = t(isByRow ? 'matrix.progressRows' : 'matrix.progress', { answered: some, total: all });
      if (!track.current || !bar.current || !count.current || count.current.textContent === text) return;
      count.current.textContent = text;
      bar.current.style.transform = `scaleX(${answered / total})`;
      track.current.setAttribute('aria-valuenow', String(answered));
      track.current.setAttribute('aria-valuetext', text);
    };
    const rest = new Rest(BEHIND, write);
    rest.disturb();
    const unsubscribe = store.subscribe(() => rest.disturb());
    return () => {
      unsubscribe();
      rest.stop();
    };
  }, [store, t, language]);
  return (
    <div className="tg-matrix-progress">
      <div
        ref={track}
        className="tg-matrix-track"
        role="progressbar"
        aria-label={t('matrix.answers')}
        aria-valuemin={0}
        aria-valuemax={store.progress.total}
        aria-valuenow={0}
      >
        <span ref={bar} />
      </div>
      <span ref={count} className="tg-matrix-count" />
    </div>
  );
}
